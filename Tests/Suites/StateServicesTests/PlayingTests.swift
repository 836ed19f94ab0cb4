// SPDX-License-Identifier: Apache-2.0
internal import ModelTesting
internal import StateModel
internal import StateProtocol
internal import StateSync
internal import Synchronization
internal import Testing
internal import Varlink

@testable internal import StateServices

/// What the schedule of sync is told about players.
@Suite struct `The sync schedule during playback` {
    private final class Notes: Sendable {
        private let playing = Mutex<[Bool]>([])

        var all: [Bool] { playing.withLock { $0 } }

        func handle() -> SyncHandle {
            SyncHandle(
                remote: "file:///shared",
                note: { [self] event in
                    guard case .players(let arePlaying) = event else { return }
                    playing.withLock { $0.append(arePlaying) }
                },
                request: { _ in 1 }
            )
        }
    }

    private let harness: ServicesHarness
    private let player: Client
    private let notes = Notes()

    init() throws {
        harness = try ServicesHarness()
        player = harness.connect()
        try #require(harness.services.tenants[1]).sync.connect(notes.handle())
        harness.pass(5_000)
    }

    @Test func `a user's playback lasts from the first report until the last player pauses`() throws
    {
        try player.save("a", 10, .playing, player: "mpv")
        #expect(notes.all == [true])
        try player.save("b", 10, .playing, player: "vlc")
        harness.pass(5_000)
        try player.save("b", 15, .paused, player: "vlc")
        #expect(notes.all == [true])
        try player.save("a", 15, .paused, player: "mpv")
        #expect(notes.all == [true, false])
    }

    @Test func `a player last heard of three minutes ago does not count as playing`() throws {
        try player.save("a", 10, .playing, player: "mpv")
        harness.pass(179_000)
        try player.save("c", 1, .paused, player: "vlc")
        #expect(notes.all == [true])
        harness.pass(2_000)
        try player.save("c", 3, .paused, player: "vlc")
        #expect(notes.all == [true, false])
    }

    @Test func `a player that begins to play within a second of a check is still noticed`() throws {
        for name in ["a", "b", "c"] { try player.save(name, 10, .playing, player: name) }
        harness.pass(5_000)
        try player.save("c", 15, .paused, player: "c")
        for name in ["a", "b"] { try player.save(name, 15, .paused, player: name) }
        #expect(notes.all == [true, false])
        try player.save("a", 20, .playing, player: "a")
        #expect(notes.all == [true, false, true])
    }

    @Test func `all players are checked at most once a second, and not at each commit`() throws {
        for number in 0..<200 { try player.save("item \(number)", 10, player: "p\(number)") }
        let sync = try #require(harness.services.tenants[1]).sync
        harness.pass(1_000)
        try player.save("item 0", 20, player: "p0")
        let looked = try #require(sync.lookedAt)
        for number in 0..<50 { try player.save("item \(number)", 30, player: "p\(number)") }
        harness.pass(999)
        try player.save("item 1", 40, player: "p1")
        #expect(sync.lookedAt == looked)
        harness.pass(1)
        try player.save("item 1", 50, player: "p1")
        #expect(sync.lookedAt == looked + 1_000)
    }
}
