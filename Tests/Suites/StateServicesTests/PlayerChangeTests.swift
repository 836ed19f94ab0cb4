// SPDX-License-Identifier: Apache-2.0
internal import ModelTesting
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateSync
internal import Synchronization
internal import Testing
internal import Varlink

@testable internal import StateServices

/// The changes of players that subscribers receive.
@Suite struct `A change of a player` {
    private let harness: ServicesHarness
    private let player: Client
    private let watcher: Client

    init() throws {
        harness = try ServicesHarness()
        player = harness.connect()
        watcher = harness.connect()
        watcher.subscribe()
        _ = try watcher.received()
    }

    /// The players of the changes that arrived: the item, and whether it plays.
    private func heard() throws -> [String] {
        try watcher.received().flatMap(\.changes).compactMap { change in
            guard case .player(let player) = change.about else { return nil }
            return "\(player.item ?? "nothing") \(player.playing ? "playing" : "still")"
        }
    }

    @Test
    func `a play, a pause, a resume or a failure sends a change of the player, a tick does not`()
        throws
    {
        try player.save("ep", 100, .playing)
        #expect(try heard() == ["ep playing"])
        try player.save("ep", 101, .paused)
        #expect(try heard() == ["ep still"])
        try player.save("ep", 101, .paused, cause: .pause)
        try player.save("ep", 103, .paused, cause: .seek)
        #expect(try heard() == [])
        try player.save("ep", 103, .playing)
        #expect(try heard() == ["ep playing"])
        for second in 0..<60 {
            player.tick("ep", Double(104 + second))
            harness.pass(1_000)
        }
        #expect(try heard() == [])
        player.tick("ep", 165, .paused, cause: .pause)
        #expect(try heard() == ["ep still"])
        try player.save("ep", 165, .playing)
        try player.save("ep", 166, .failed)
        #expect(try heard() == ["ep playing", "ep still"])
    }

    @Test func `a snapshot whose position is not stored still changes the player's state`() throws {
        try player.save("ep", 0.5, .playing, cause: .load)
        try player.save("ep", 0.6, .paused, cause: .pause)
        #expect(try heard() == ["ep playing", "ep still"])
    }

    @Test func `a change of the player is sent when its item ends or its last surface leaves`()
        throws
    {
        try player.save("ep", 100, .playing, duration: 120)
        try player.save("ep", 120, .finished, duration: 120)
        #expect(try heard() == ["ep playing", "nothing still"])
        try player.save("ep", 30, .playing, ttl: 1)
        harness.pass(1_000)
        #expect(try heard() == ["ep playing", "ep still"])
        #expect(try player.players().map(\.playing) == [false])
        try player.attach()
        try player.save("ep", 40, .playing)
        _ = try heard()
        harness.services.closed(player.id)
        harness.services.endTurn()
        #expect(try heard().last == "ep still")
    }

    @Test func `a change of the player is sent when its playing item is unavailable`() throws {
        try player.save("ep", 100, .playing)
        _ = try player.call(
            Session.ReportUnavailable.self,
            .init(player: "mpv", item: "ep", reason: "no such file")
        )
        #expect(try heard() == ["ep playing", "ep still"])
        let reply = try player.call(Session.PlayNow.self, .init(player: "mpv", item: "next"))
        #expect(reply.queue == [])
    }

    @Test func `a batch sends the player's final state last`() throws {
        let snapshots = (0..<20).map { number in
            Snapshot(
                item: "ep",
                player: "mpv",
                status: number == 19 ? .paused : .playing,
                position: Double(100 + number)
            )
        }
        _ = try player.call(Playback.SaveMany.self, .init(snapshots: snapshots))
        #expect(try heard().last == "ep still")
        #expect(try player.players().map(\.playing) == [false])
    }

    @Test func `players are listed completely, in pages below the size limit`() throws {
        for number in 0..<60 {
            let queue = (0..<(number % 3 == 0 ? 1_000 : 0)).map {
                "/films/" + String(repeating: "x", count: 100) + "\($0)"
            }
            let name = "player-\(number)"
            _ = try player.call(Session.SetQueue.self, .init(player: name, items: queue + ["a"]))
        }
        var (names, pages): ([String], Int) = ([], 0)
        var cursor: String?
        repeat {
            let page = try player.call(Session.ListPlayers.self, .init(cursor: cursor))
            #expect(page.json.count < 1 << 20)
            names += page.players.map(\.player)
            cursor = page.cursor
            pages += 1
        } while cursor != nil
        #expect(names == (0..<60).map { "player-\($0)" }.sorted())
        #expect(pages == 3)
    }
}

/// What counts for sync besides players: a person who looks, and a program that is active.
@Suite struct `A stream with a user interface` {
    private final class Notes: Sendable {
        private let notes = Mutex<[String]>([])

        /// The notes since the last call.
        func take() -> [String] {
            notes.withLock { notes in
                defer { notes = [] }
                return notes
            }
        }

        func handle() -> SyncHandle {
            SyncHandle(
                remote: "file:///shared",
                note: { [self] event in
                    switch event {
                    case .surfaces(let areInFront):
                        notes.withLock { $0.append(areInFront ? "front" : "back") }
                    case .movedToForeground: notes.withLock { $0.append("look") }
                    case .players(let arePlaying):
                        notes.withLock { $0.append(arePlaying ? "active" : "idle") }
                    default: break
                    }
                },
                request: { _ in 1 }
            )
        }
    }

    @Test(arguments: [true, false])
    func `a stream for a user interface counts as a foreground surface for sync only`(
        isOfChanges: Bool
    ) throws {
        let harness = try ServicesHarness()
        let notes = Notes()
        try #require(harness.services.tenants[1]).sync.connect(notes.handle())
        func follow(_ front: Bool?) -> Client {
            let client = harness.connect()
            if isOfChanges {
                client.send(Playback.Subscribe.self, .init(front: front), more: true)
            } else {
                client.send(Sync.Monitor.self, .init(front: front), more: true)
            }
            return client
        }
        let (unseen, asked) = (follow(nil), follow(false))
        #expect(notes.take() == [])
        let (first, second) = (follow(true), follow(true))
        #expect(notes.take() == ["front", "look", "look"])
        for client in [unseen, asked, first] {
            harness.services.closed(client.id)
            harness.services.endTurn()
        }
        #expect(notes.take() == [])
        harness.services.closed(second.id)
        harness.services.endTurn()
        #expect(notes.take() == ["back"])
        #expect(try harness.connect().players() == [])
    }

    @Test func `a program without playback stays active until its time runs out or it disconnects`()
        throws
    {
        let harness = try ServicesHarness()
        let notes = Notes()
        try #require(harness.services.tenants[1]).sync.connect(notes.handle())
        let (card, list) = (harness.connect(), harness.connect())
        func activate(_ client: Client, _ player: String, for milliseconds: Int) throws {
            let until = (harness.now + milliseconds).rawValue
            _ = try client.call(Session.SetActive.self, .init(player: player, until: until))
        }
        try activate(card, "golf", for: 60_000)
        #expect(notes.take() == ["active"])
        harness.pass(59_999)
        #expect(notes.take() == [])
        harness.pass(1)
        #expect(notes.take() == ["idle"])
        // A later call replaces the time, and one in the past ends it; another program's stays.
        try activate(card, "golf", for: 60_000)
        try activate(list, "golf", for: 10_000)
        try activate(card, "golf", for: -1)
        #expect(notes.take() == ["active"])
        harness.pass(10_000)
        #expect(notes.take() == ["idle"])
        // Nobody is active for ever.
        try activate(card, "golf", for: 1_000 * 86_400_000)
        harness.pass(86_399_999)
        #expect(notes.take() == ["active"])
        harness.pass(1)
        #expect(notes.take() == ["idle"])
        // A program that dies is not active any more.
        try activate(card, "golf", for: 60_000)
        try activate(card, "chess", for: 60_000)
        harness.services.closed(card.id)
        harness.services.endTurn()
        #expect(notes.take() == ["active", "idle"])
        #expect(throws: StateError.self) { try activate(list, "no name", for: 1_000) }
        #expect(try list.players() == [])
    }
}
