// SPDX-License-Identifier: Apache-2.0
import CrashModel
import StateModel
import Testing

@Suite struct `The expected state of an item` {
    private var item = ExpectedItemState()

    /// Applies an observation whose number is also its position.
    private mutating func write(_ serial: Int, _ style: Write.Style = .pause) -> Effect {
        item.apply(Write(serial: serial, item: "a", position: Double(serial), style: style))
    }

    private var past: [String] { item.past.map { "\($0.place.serial) \($0.ending)" } }

    @Test
    mutating func
        `short playback adds no history entry, and a jump of over a minute adds one`()
    {
        #expect(write(100) == .saved)
        #expect(write(150) == .saved)
        #expect(past == [])
        #expect(write(300) == .saved)
        #expect(write(20, .seek) == .saved)
        #expect(past == ["300 replaced", "150 replaced"])
    }

    @Test mutating func `Clear removes the resume point, and Undo restores it, even a second time`()
    {
        #expect(item.clear() == .notFound)
        #expect(item.undo() == .notFound)
        _ = write(100, .play)
        #expect(item.clear() == .cleared)
        #expect(item.live == nil)
        let paused = Place(serial: 100, position: 100, status: .paused)
        #expect(item.undo() == .restored(paused))
        #expect(past == ["100 cleared"])
        // It restores what is there already, so the history has nothing to add.
        #expect(item.undo() == .restored(paused))
        #expect(past == ["100 cleared"])
    }

    @Test
    mutating func `a jump without a cause stays in quarantine until playback continues from it`() {
        _ = write(500)
        #expect(write(1, .suspect) == .quarantined(isKept: true))
        #expect(write(2, .suspect) == .quarantined(isKept: false))
        #expect(write(3, .pause) == .quarantined(isKept: false))
        #expect(item.quarantined == [1])
        #expect(write(4, .play) == .saved)
        // The value before the quarantined observation is worth keeping.
        #expect(past == ["500 replaced"])
    }

    @Test mutating func `a finished item has no resume point, but stays in the history`() {
        #expect(write(1, .finish) == .cleared)
        #expect(past == [])
        _ = write(100)
        #expect(write(105, .finish) == .cleared)
        #expect(past == ["100 cleared"])
    }

    @Test mutating func `a restart pauses a playing item and forgets its quarantine`() {
        _ = write(500, .play)
        item.restart()
        #expect(item.live == Place(serial: 500, position: 500, status: .paused))
        #expect(past == [])
        _ = write(501, .play)
        _ = write(1, .suspect)
        item.restart()
        #expect(past == ["501 replaced"])
        #expect(write(2, .pause) == .saved)
    }
}
