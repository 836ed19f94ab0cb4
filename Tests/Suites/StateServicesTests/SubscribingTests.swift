// SPDX-License-Identifier: Apache-2.0
internal import ModelTesting
internal import ServiceTesting
internal import StateModel
internal import StateProtocol
internal import StateServices
internal import StateTesting
internal import Testing
internal import Varlink

@testable internal import StateStore

@Suite("Subscribers")
struct SubscribingTests {
    @Test func `a subscriber receives the current state, then ready: true, then each change`()
        throws
    {
        let harness = try ServicesHarness()
        let player = harness.connect()
        try player.save("a", 100)
        try player.save("b", 200)
        let watcher = harness.connect()
        watcher.subscribe()
        let received = try watcher.received()
        #expect(
            received.flatMap(\.changes).map(\.words) == [
                "current a 100", "current b 200", "player mpv",
            ]
        )
        #expect(received.map(\.ready) == [false, true])
        try player.save("a", 300)
        #expect(try watcher.changes() == ["saved a 300", "player mpv"])
    }

    @Test func `a subscription can begin without the current state, or after a token`() throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        let early = harness.connect()
        early.subscribe(now: true)
        let token = try #require(try early.received().last?.token)
        try player.save("a", 100)
        let watcher = harness.connect()
        watcher.subscribe(now: true)
        let first = try watcher.received()
        #expect(first.map(\.ready) == [true])
        #expect(first.flatMap(\.changes).isEmpty)
        try player.save("a", 300)
        #expect(try watcher.changes() == ["saved a 300"])
        let late = harness.connect()
        late.subscribe(token: token, now: true)
        #expect(try late.changes().contains("saved a 300"))
    }

    @Test func `a subscription to an empty store is ready at once`() throws {
        let harness = try ServicesHarness()
        let watcher = harness.connect()
        watcher.subscribe()
        let received = try watcher.received()
        #expect(received.count == 1)
        #expect(received.first?.ready == true)
    }

    @Test func `a stream continues right after the reply of its token, even across a restart`()
        throws
    {
        let harness = try ServicesHarness()
        let player = harness.connect()
        try player.save("a", 100)
        let watcher = harness.connect()
        watcher.subscribe()
        let token = try #require(try watcher.received().last?.token)
        try player.save("a", 101)
        try harness.restart()
        let again = harness.connect()
        try again.save("b", 5)
        let late = harness.connect()
        late.subscribe(token: token)
        let received = try late.received()
        #expect(received.flatMap(\.changes).map(\.words).prefix(2) == ["saved a 101", "saved b 5"])
        #expect(received.last?.ready == true)
    }

    @Test
    func `an invalid token, or one of another store or from the future, requires a resync`() throws
    {
        let harness = try ServicesHarness()
        let watcher = harness.connect()
        watcher.subscribe()
        let token = try #require(try watcher.received().last?.token)
        var parts = token.split(separator: ".").map { String($0) }
        parts[2] = "zzz"
        for wrong in ["nonsense", "1.1.1.1", parts.joined(separator: ".")] {
            let late = harness.connect()
            late.subscribe(token: wrong)
            let error = try #require(try late.replies().first?.error)
            #expect(error == "io.stated.Playback.ResyncRequired")
        }
    }

    /// Returns the token with one of its numbers replaced by each that the store never gave.
    private func forged(_ token: String) -> [String] {
        let parts = token.split(separator: ".").map { String($0) }
        let numbers = parts.count - 3..<parts.count
        return numbers.flatMap { place in
            Extremes.integers.filter { !(0...1).contains($0) }.map { number in
                var parts = parts
                parts[place] = String(number, radix: 36)
                return parts.joined(separator: ".")
            }
        }
    }

    @Test func `a token with numbers that the store never gave requires a resync`() throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        try player.save("a", 100)
        try player.append("e1")
        let watcher = harness.connect()
        watcher.subscribe()
        let token = try #require(try watcher.received().last?.token)
        let items = Extremes.integers.filter { !(0...1).contains($0) }
        for token in forged(token) + items.map({ "\(token).\(String($0, radix: 36))" }) {
            let late = harness.connect()
            late.subscribe(token: token)
            let error = try #require(try late.replies().first?.error, "\(token)")
            #expect(error == "io.stated.Playback.ResyncRequired", "\(token)")
        }
        let follower = harness.connect()
        follower.follow()
        let eventToken = try #require(try follower.followed().last?.token)
        for token in forged(eventToken) {
            let late = harness.connect()
            late.follow(token: token)
            let error = try #require(try late.replies().first?.error, "\(token)")
            #expect(error == "io.stated.Events.ResyncRequired", "\(token)")
        }
        // The store has one item.
        for (item, points) in [(0, 1), (1, 0)] {
            let late = harness.connect()
            late.subscribe(token: "\(token).\(item)")
            #expect(try late.received().flatMap(\.changes).count { $0.kind == .current } == points)
        }
    }

    @Test func `a cursor with extreme numbers returns a page`() throws {
        let client = try ServicesHarness().connect()
        try client.save("a", 100)
        for at in Extremes.integers {
            for item in Extremes.integers {
                let cursor = [at, item].map { String($0, radix: 36) }.joined(separator: ".")
                let page = try client.call(Playback.List.self, .init(cursor: cursor))
                #expect(page.points.count <= 1 && page.cursor == nil)
            }
        }
    }

    @Test func `a save is published after it is answered`() throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        let watcher = harness.connect()
        watcher.subscribe()
        _ = try watcher.received()
        player.handSave("a", 100)
        #expect(try player.replies().isEmpty)
        harness.services.turnEnded()
        #expect(try player.replies().count == 1)
        #expect(try watcher.received().isEmpty)
        harness.services.turnAnswered()
        #expect(
            try watcher.received().flatMap(\.changes).map(\.words) == ["saved a 100", "player mpv"]
        )
    }

    @Test
    func `a call after a save's reply and before its publication belongs to the next turn`() throws
    {
        let harness = try ServicesHarness()
        let player = harness.connect()
        let watcher = harness.connect()
        let late = harness.connect()
        watcher.subscribe()
        _ = try watcher.received()
        player.handSave("a", 100)
        harness.services.turnEnded()
        player.handSave("a", 200)
        late.hand(Playback.Subscribe.self, .init(), more: true)
        harness.services.turnAnswered()
        #expect(
            try watcher.received().flatMap(\.changes).map(\.words) == ["saved a 100", "player mpv"]
        )
        #expect(try late.received().isEmpty)
        harness.services.endTurn()
        #expect(try watcher.received().flatMap(\.changes).map(\.words) == ["saved a 200"])
        let received = try late.received().flatMap(\.changes).map(\.words)
        #expect(received == ["player mpv", "saved a 200"])
    }

    @Test func `a subscriber that does not read receives the stored changes once it reads again`()
        throws
    {
        let harness = try ServicesHarness()
        let player = harness.connect()
        let watcher = harness.connect()
        watcher.subscribe()
        _ = try watcher.received()
        harness.transport.unwritable = [watcher.id]
        try player.save("a", 100)
        try player.save("a", 300)
        player.tick("a", 301)
        #expect(try watcher.received().isEmpty)
        harness.transport.unwritable = []
        harness.services.becameWritable(watcher.id)
        harness.services.endTurn()
        let received = try watcher.received()
        #expect(
            received.flatMap(\.changes).map(\.words) == [
                "saved a 100", "player mpv", "saved a 300",
            ]
        )
        #expect(received.map(\.skipped) == [0])
    }

    @Test func `a late subscriber skips expired points and receives their number`()
        throws
    {
        let harness = try ServicesHarness()
        let player = harness.connect()
        let watcher = harness.connect()
        watcher.subscribe()
        try player.save("a", 100)
        _ = try watcher.received()
        harness.transport.unwritable = [watcher.id]
        try player.save("b", 300, ttl: 1)
        // The store has no record of the end yet.
        harness.clocks.advance(2_000)
        harness.transport.unwritable = []
        harness.services.becameWritable(watcher.id)
        harness.services.endTurn()
        let received = try watcher.received()
        #expect(received.flatMap(\.changes).map(\.words) == ["player mpv", "expired b 300"])
        #expect(received.map(\.skipped) == [1, 0])
    }

    @Test
    func
        `a subscriber far behind receives the newest state of each item and a count of skips`()
        throws
    {
        let harness = try ServicesHarness()
        let player = harness.connect()
        let watcher = harness.connect()
        watcher.subscribe()
        _ = try watcher.received()
        harness.transport.unwritable = [watcher.id]
        for position in 1...1_100 { try player.save("a", Double(position)) }
        harness.transport.unwritable = []
        harness.services.becameWritable(watcher.id)
        for _ in 1...20 { harness.services.endTurn() }
        let received = try watcher.received()
        let words = received.flatMap(\.changes).map(\.words)
        #expect(words.last == "saved a 1100")
        // The first save was two changes, and of the player nothing newer is known.
        #expect(words.count { $0 == "player mpv" } == 1)
        #expect(words.count + received.map(\.skipped).reduce(0, +) == 1_101)
        #expect(words.count < 1_100)
    }

    @Test func `each reply to a subscriber far behind counts what was skipped before its token`()
        throws
    {
        let harness = try ServicesHarness()
        let player = harness.connect()
        let watcher = harness.connect()
        watcher.subscribe()
        _ = try watcher.received()
        harness.transport.unwritable = [watcher.id]
        // The items of one page need several replies, because their names are long.
        let name = String(repeating: "x", count: 900)
        for number in 1...600 {
            try player.save("a", Double(number))
            try player.save("\(name)\(number)", 100)
        }
        harness.transport.unwritable = []
        harness.services.becameWritable(watcher.id)
        for _ in 1...20 { harness.services.endTurn() }
        let received = try watcher.received().filter { !$0.changes.isEmpty }
        #expect(received.count > 10)
        let first = try #require(received.first?.changes.first { $0.kind == .saved }?.revision)
        // The save before the first one that is delivered was skipped.
        let start = first.rawValue - 1
        var passed = 0
        for (reply, next) in zip(received, received.dropFirst()) {
            passed += reply.changes.count { $0.kind == .saved } + reply.skipped
            let revision = try #require(next.changes.first?.revision)
            #expect(revision.rawValue - start == passed)
        }
    }

    @Test func `a subscriber that is far behind receives a player whose item was cleared`()
        throws
    {
        let harness = try ServicesHarness()
        let player = harness.connect()
        try player.save("a", 100)
        let watcher = harness.connect()
        watcher.subscribe()
        let token = try #require(try watcher.received().last?.token)
        try player.save("b", 100)
        _ = try player.call(Playback.Clear.self, ItemParameters(item: "b"))
        for position in 1...1_100 { try player.save("c", Double(position), player: "vlc") }
        let late = harness.connect()
        late.subscribe(token: token)
        for _ in 1...20 { harness.services.endTurn() }
        let players = try late.received().flatMap(\.changes).compactMap { change -> String? in
            guard case .player(let player) = change.about else { return nil }
            return "\(player.player) \(player.item ?? "-")"
        }
        #expect(players == ["mpv b", "vlc c"])
    }

    @Test func `a subscriber far behind receives a player whose row was removed`() throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        try player.save("a", 100)
        let watcher = harness.connect()
        watcher.subscribe()
        let token = try #require(try watcher.received().last?.token)
        let moved = try player.save("b", 100).revision
        try player.save("b", 101)
        // As a flush does with a row that a newer one has displaced for good.
        let file = try StoreFile(path: harness.directory.file("state.db"))
        try RawSQLite.execute("DELETE FROM change WHERE sequence = \(moved)", on: file.handle)
        let late = harness.connect()
        late.subscribe(token: token)
        #expect(try late.changes() == ["saved b 101", "player mpv"])
    }

    /// Returns what a subscriber receives that continues after a token.
    private func received(
        after token: String,
        in harness: ServicesHarness
    ) throws -> [Playback.Subscribe.Reply] {
        let client = harness.connect()
        client.subscribe(token: token)
        for _ in 1...20 { harness.services.endTurn() }
        return try client.received()
    }

    /// Gives players a queue of some items with long names.
    private func enqueue(_ count: Int, _ names: [String], in harness: ServicesHarness) throws {
        let items = (0..<count).map { "\($0)" + String(repeating: "x", count: 1_000) }
        for name in names {
            let parameters = Session.SetQueue.Parameters(player: name, items: items)
            _ = try harness.connect().call(Session.SetQueue.self, parameters)
        }
    }

    @Test func `each token received during catch-up continues right after its reply`()
        throws
    {
        let harness = try ServicesHarness()
        let player = harness.connect()
        let names = (10..<30).map { "player\($0)" }
        try enqueue(20, names, in: harness)
        let watcher = harness.connect()
        watcher.subscribe()
        let token = try #require(try watcher.received().last?.token)
        // Each save moves its player, and so is two changes; the player is the longer one.
        for name in names { try player.save(name, 100, player: name) }
        let replies = try received(after: token, in: harness)
        #expect(replies.count > 5)
        var rest = replies.flatMap(\.changes).map(\.words)[...]
        for reply in replies {
            rest = rest.dropFirst(reply.changes.count)
            let later = try received(after: reply.token, in: harness)
            #expect(later.flatMap(\.changes).map(\.words) == Array(rest))
        }
    }

    @Test func `a stream continued between players whose rows were removed delivers the others`()
        throws
    {
        let harness = try ServicesHarness()
        let player = harness.connect()
        let names = ["a", "b", "c"]
        try enqueue(45, names, in: harness)
        let watcher = harness.connect()
        watcher.subscribe()
        let token = try #require(try watcher.received().last?.token)
        let file = try StoreFile(path: harness.directory.file("state.db"))
        for name in names {
            let moved = try player.save(name, 100, player: name).revision
            try player.save(name, 101, player: name)
            try RawSQLite.execute("DELETE FROM change WHERE sequence = \(moved)", on: file.handle)
        }
        let first = try #require(try received(after: token, in: harness).first)
        let later = try received(after: first.token, in: harness)
        let players = (first.changes + later.flatMap(\.changes)).filter { $0.kind == .player }
        #expect(Set(players.compactMap(\.player)) == Set(names))
        #expect(!later.isEmpty)
    }

    @Test func `filters by player and by item exclude other changes`() throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        let mine = harness.connect()
        mine.subscribe(player: "vlc")
        let ours = harness.connect()
        ours.subscribe(item: "b")
        try player.save("a", 1.5)
        try player.save("b", 2.5)
        try player.save("b", 3.5, player: "vlc")
        #expect(try mine.changes() == ["saved b 3", "player vlc"])
        #expect(try ours.changes() == ["saved b 2", "saved b 3"])
    }

    @Test func `without changes, the token is sent every 15 s`() throws {
        let harness = try ServicesHarness()
        let watcher = harness.connect()
        watcher.subscribe()
        _ = try watcher.received()
        harness.pass(14_900)
        #expect(try watcher.received().isEmpty)
        harness.pass(200)
        #expect(try watcher.received().map(\.changes.isEmpty) == [true])
        harness.pass(15_000)
        #expect(try watcher.received().count == 1)
    }

    @Test func `a subscription without the more flag fails with ExpectedMore`() throws {
        let harness = try ServicesHarness()
        let watcher = harness.connect()
        watcher.send(Playback.Subscribe.self, Playback.Subscribe.Parameters())
        #expect(try watcher.replies().first?.error == "org.varlink.service.ExpectedMore")
    }

    @Test func `the revisions of a stream do not decrease`() throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        for number in 1...40 { try player.save("item-\(number % 7)", Double(number) * 100) }
        let watcher = harness.connect()
        watcher.subscribe()
        try player.save("item-3", 5)
        player.tick("item-3", 6)
        let revisions = try watcher.received().flatMap(\.changes).map(\.revision)
        #expect(revisions == revisions.sorted())
    }
}

extension SubscribingTests {
    @Test func `a reply with long names stays below 1 MiB`() throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        for number in 100..<180 {
            let item = "\(number)" + String(repeating: "\u{1}", count: 1_021)
            let snapshot = Snapshot(
                item: item,
                player: "p\(number)",
                status: .paused,
                position: 9,
                title: String(repeating: "\u{1}", count: 1_024)
            )
            _ = try player.call(Playback.Save.self, Playback.Save.Parameters(snapshot: snapshot))
        }
        let anew = harness.connect()
        anew.subscribe()
        harness.pass(0)
        let replies = try anew.replies()
        #expect(replies.allSatisfy { $0.parameters.count < 1 << 20 })
        let received = try replies.map { try Playback.Subscribe.Reply(json: $0.parameters) }
        #expect(received.flatMap(\.changes).count { $0.kind == .current } == 80)
        #expect(received.flatMap(\.changes).count { $0.kind == .player } == 80)
        #expect(
            received.map(\.ready) == Array(repeating: false, count: received.count - 1) + [true]
        )
        var listed = 0
        var cursor: String?
        repeat {
            let parameters = Playback.List.Parameters(limit: 1_000, cursor: cursor)
            player.send(Playback.List.self, parameters)
            let reply = try #require(try player.replies().first)
            #expect(reply.parameters.count < 1 << 20)
            let page = try Playback.List.Reply(json: reply.parameters)
            listed += page.points.count
            cursor = page.cursor
        } while cursor != nil
        #expect(listed == 80)
    }
}
