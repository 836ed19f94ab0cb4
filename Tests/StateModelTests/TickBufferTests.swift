import StateModel
import Testing

@Suite struct `Ticks that wait` {
    private func tick(
        _ item: String,
        _ position: Double,
        player: String = "mpv",
        status: Status = .playing,
        cause: Cause? = .tick
    ) -> Snapshot {
        Snapshot(item: item, player: player, status: status, position: position, cause: cause)
    }

    /// Lets ticks arrive one a millisecond, with an interval of 2 s.
    private func buffer(_ snapshots: Snapshot...) -> TickBuffer {
        var buffer = TickBuffer()
        for (index, snapshot) in snapshots.enumerated() {
            let action = buffer.arrive(snapshot, now: 1_000 + index, interval: 2_000)
            #expect(action == .hold)
        }
        return buffer
    }

    private func words(_ ticks: [TickBuffer.Tick]) -> [String] {
        ticks.map { "\($0.snapshot.item) \(Int($0.snapshot.position))" }
    }

    private func words(_ action: TickBuffer.Action) -> [String] {
        if case .store(let ticks) = action { words(ticks) } else { ["hold"] }
    }

    @Test func `the newest of each item is stored once the first has waited long enough`() {
        var buffer = buffer(tick("a", 1), tick("a", 2), tick("a", 3))
        #expect(buffer.deadline == 3_000)
        #expect(buffer.takeDue(now: 2_999).isEmpty)
        #expect(words(buffer.takeDue(now: 3_000)) == ["a 3"])
        #expect(buffer.isEmpty && buffer.deadline == nil)
    }

    @Test func `a tick without a time has that of its arrival`() {
        var buffer = buffer(tick("a", 1), tick("a", 2))
        #expect(buffer.takeAll().map(\.snapshot.at) == [1_001])
    }

    @Test func `a player ends up at the item that it was at last`() {
        var buffer = buffer(tick("a", 1), tick("b", 1), tick("a", 2))
        #expect(words(buffer.takeAll()) == ["b 1", "a 2"])
    }

    @Test func `a pause is stored at once, behind what its player said before`() {
        var buffer = buffer(tick("a", 1), tick("b", 1), tick("x", 1, player: "vlc"))
        let pause = tick("a", 2, status: .paused, cause: .pause)
        let action = buffer.arrive(pause, now: 1_500, interval: 2_000)
        #expect(words(action) == ["a 1", "b 1", "a 2"])
        #expect(words(buffer.takeAll()) == ["x 1"])
    }

    @Test func `a seek and going out of sight are stored at once, too`() {
        var buffer = TickBuffer()
        let seek = tick("a", 50, cause: .seek)
        #expect(words(buffer.arrive(seek, now: 0, interval: 2_000)) == ["a 50"])
        let away = tick("a", 51, cause: .background)
        #expect(words(buffer.arrive(away, now: 1, interval: 2_000)) == ["a 51"])
        #expect(buffer.isEmpty)
    }

    @Test func `where two players are at one item, both are stored at once`() {
        var buffer = buffer(tick("a", 1))
        let other = tick("a", 9, player: "vlc")
        #expect(words(buffer.arrive(other, now: 1_001, interval: 2_000)) == ["a 1", "a 9"])
        #expect(buffer.isEmpty)
    }

    @Test func `before a save comes what waits for its item and of its player, and no more`() {
        var buffer = buffer(
            tick("a", 1),
            tick("b", 1),
            tick("c", 1, player: "vlc"),
            tick("d", 1, player: "vlc")
        )
        #expect(words(buffer.take(before: tick("c", 5))) == ["c 1", "a 1", "b 1"])
        #expect(words(buffer.takeAll()) == ["d 1"])
    }

    @Test func `what could not be stored waits again, behind nothing newer`() {
        var buffer = buffer(tick("a", 1), tick("b", 1))
        let failed = buffer.takeAll()
        _ = buffer.arrive(tick("a", 2), now: 4_000, interval: 2_000)
        buffer.putBack(failed, retry: 9_000)
        #expect(buffer.deadline == 9_000)
        #expect(words(buffer.takeAll()) == ["b 1", "a 2"])
    }

    @Test func `what came from one source goes with it`() {
        var buffer = TickBuffer()
        _ = buffer.arrive(tick("a", 1), from: 1, now: 0, interval: 2_000)
        _ = buffer.arrive(tick("b", 1, player: "vlc"), from: 2, now: 0, interval: 2_000)
        #expect(words(buffer.take { $0.source == 1 }) == ["a 1"])
        #expect(words(buffer.take(of: "vlc")) == ["b 1"])
        #expect(buffer.isEmpty && buffer.deadline == nil)
    }

    @Test func `a full buffer is stored whole`() {
        var buffer = TickBuffer()
        for number in 1..<TickBuffer.capacity {
            let action = buffer.arrive(tick("\(number)", 1), now: 0, interval: 2_000)
            #expect(action == .hold)
        }
        let last = words(buffer.arrive(tick("last", 1), now: 1, interval: 2_000))
        #expect(last.count == TickBuffer.capacity)
        #expect(last.last == "last 1")
    }
}
