// SPDX-License-Identifier: Apache-2.0
internal import ServiceTesting
internal import StateModel
internal import StateProtocol
internal import StateTesting
internal import Testing
internal import Varlink

@testable internal import StateServices
@testable internal import StateStore

@Suite struct `Neighbours of one user` {
    @Test func `a one-way call of a method that writes nothing is not executed`() throws {
        let harness = try ServicesHarness()
        let client = harness.connect()
        client.send(Service.Reload.self, NoMembers(), oneway: true)
        #expect(harness.reloads == 0)
        client.send(Service.Reload.self, NoMembers())
        #expect(harness.reloads == 1)
        client.send(Playback.List.self, .init(player: nil, limit: 1_000, cursor: nil), oneway: true)
        #expect(try client.replies().count == 1)
    }

    @Test func `a one-way call of a method that writes is executed`() throws {
        let harness = try ServicesHarness()
        let client = harness.connect()
        try client.save("a", 100)
        client.send(Playback.Clear.self, ItemParameters(item: "a"), oneway: true)
        #expect(throws: StateError.self) { try client.get("a") }
    }

    @Test
    func `saving, reading or appending a value is light; a list, batch or unknown call is heavy`()
        throws
    {
        let services = try ServicesHarness().services
        func weight(_ name: String) -> CallWeight {
            var call = Call(
                method: name,
                parameters: [],
                oneway: false,
                more: false,
                upgrade: false
            )
            return services.weigh(&call)
        }
        for name in [Playback.Save.name, Playback.Get.name, Events.Append.name] {
            #expect(weight(name) == .light)
        }
        for name in [
            Playback.List.name, Playback.SaveMany.name, Events.AppendMany.name,
            Session.ListPlayers.name, "no.such.Method",
        ] {
            #expect(weight(name) == .heavy)
        }
    }

    @Test func `hundreds of players are delivered in pages, each player once`() throws {
        let harness = try ServicesHarness()
        let client = harness.connect()
        let names = (0..<450).map { "player-\($0)" }
        for name in names { try client.save("item of \(name)", 50, player: name) }
        let watcher = harness.connect()
        watcher.subscribe()
        let received = try watcher.received()
        let players = received.flatMap(\.changes).filter { $0.kind == .player }.compactMap(\.player)
        #expect(players == names.sorted())
        #expect(received.map(\.ready).filter(\.self).count == 1)
        #expect(received.last?.ready == true)

        // A token from between two pages of players delivers them again, and misses none.
        let middle = try #require(
            received.first { reply in reply.changes.contains { $0.kind == .player } && !reply.ready
            }
        )
        let late = harness.connect()
        late.subscribe(token: middle.token)
        let again = try late.received().flatMap(\.changes).filter { $0.kind == .player }
        #expect(again.compactMap(\.player) == names.sorted())
    }

    @Test func `a page of long points ends early, and its cursor continues after it`() throws {
        let harness = try ServicesHarness()
        let client = harness.connect()
        let names = (100..<900).map { "film \($0)" }
        for name in names {
            let snapshot = Snapshot(
                item: name,
                player: "mpv",
                status: .paused,
                position: 9,
                title: String(repeating: "t", count: 1_000)
            )
            _ = try client.call(Playback.Save.self, Playback.Save.Parameters(snapshot: snapshot))
        }
        var (listed, sizes, cursor) = ([String](), [Int](), String?.none)
        repeat {
            client.send(Playback.List.self, Playback.List.Parameters(limit: 1_000, cursor: cursor))
            let reply = try #require(try client.replies().first)
            let page = try Playback.List.Reply(json: reply.parameters)
            listed += page.points.map(\.item)
            sizes.append(reply.parameters.count)
            cursor = page.cursor
        } while cursor != nil
        #expect(listed.sorted() == names)
        #expect(sizes.count == 2 && sizes.allSatisfy { $0 < (512 << 10) + 100 })
    }

    @Test func `the time that a list takes is charged to its caller`() throws {
        let harness = try ServicesHarness()
        let (player, other) = (harness.connect(), harness.connect())
        try player.save("a", 100)
        let disposition = other.hand(Playback.List.self, Playback.List.Parameters())
        #expect(disposition == .wait)
        #expect(harness.transport.worked.isEmpty)
        harness.services.endTurn()
        #expect(try other.replies().count == 1)
        #expect(harness.transport.worked.keys.map(\.self) == [other.id])
        #expect(harness.transport.proceeded[other.id] == 1)
    }

    @Test func `at most four large lists run at a time, and each call is answered`() throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        for number in 0..<20 { try player.save("item \(number)", 50) }
        let clients = (0..<30).map { _ in harness.connect() }
        for client in clients { client.hand(Playback.List.self, .init(order: .name)) }
        let tenant = try #require(harness.services.tenants[1])
        #expect(tenant.jobs.unfinished.count == 4)
        harness.services.closed(clients[0].id)
        harness.services.closed(clients[29].id)
        #expect(tenant.jobs.unfinished.count == 4)
        while !tenant.jobs.isEmpty { harness.services.endTurn() }
        for client in clients[1..<29] { #expect(try client.replies().count == 1) }
        #expect(try (clients[0].replies() + clients[29].replies()).isEmpty)
    }

    @Test func `a list does not show the writes of its turn if they fail`() throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        try player.save("a", 100)
        try harness.refuseRows()
        player.handSave("b", 1)
        let other = harness.connect()
        other.send(Playback.List.self, Playback.List.Parameters())
        let reply = try #require(try other.replies().first)
        let page = try Playback.List.Reply(json: reply.parameters)
        #expect(page.points.map(\.item) == ["a"])
        #expect(try player.replies().first?.error == "io.stated.Service.StorageUnavailable")
    }

    @Test func `a subscription to one item or player does not read other items`() throws {
        let harness = try ServicesHarness()
        let client = harness.connect()
        for number in 0..<450 {
            try client.save("item \(number)", 50, player: "player-\(number)")
        }
        for number in 500..<900 { try client.save("item \(number)", 50, player: "busy") }
        let tenant = try #require(harness.services.tenants[1])
        let end = tenant.store.log.end
        func read(
            _ item: String?,
            player: String? = nil
        ) throws -> (pages: Int, changes: [String]) {
            var subscription = Subscription(
                connection: client.id,
                player: player,
                item: item.map { ExactString($0) },
                phase: .standing(
                    after: StreamToken(
                        identity: tenant.log.statistics.identity,
                        place: end,
                        item: .absent
                    )
                ),
                place: LogPlace(sequence: .start, time: .epoch),
                lastReplyAt: harness.now
            )
            var reader = CatchUpReader(
                log: tenant.log,
                queries: tenant.store.items,
                events: tenant.store.events,
                players: tenant.players,
                alerts: tenant.alerts,
                now: harness.now
            )
            var (pages, changes) = (0, [String]())
            while subscription.phase != .catchingUp {
                pages += 1
                guard let messages = try reader.next(&subscription) else { continue }
                harness.transport.send(messages, to: client.id)
                changes += try client.changes()
            }
            return (pages, changes)
        }
        #expect(try read(nil).pages > 4)
        #expect(try read("item 449") == (1, ["current item 449 50"]))
        #expect(try read("nothing") == (1, []))
        let own = ["current item 449 50", "player player-449"]
        #expect(try read(nil, player: "player-449") == (1, own))
        #expect(try read(nil, player: "nobody") == (1, []))
        let read = try read(nil, player: "busy")
        #expect(read.pages > 1 && read.changes.count == 401)
    }

    @Test func `two ClearAll calls at the same time both finish`() throws {
        let harness = try ServicesHarness()
        let client = harness.connect()
        for number in 0..<300 { try client.save("a \(number)", 50, player: "a") }
        for number in 0..<300 { try client.save("b \(number)", 50, player: "b") }
        let (one, other) = (harness.connect(), harness.connect())
        one.hand(Playback.ClearAll.self, .init(player: "a"))
        other.hand(Playback.ClearAll.self, .init(player: "b"))
        harness.services.endTurn()
        let replies = try [one, other].map { client in
            try Playback.ClearAll.Reply(json: try #require(try client.replies().first).parameters)
        }
        #expect(replies.map(\.cleared) == [300, 300])
    }
}

@Suite struct `The round robin` {
    private func take(_ count: Int, _ turns: inout RoundRobin<Int>) -> [Int?] {
        (0..<count).map { _ in turns.next() }
    }

    @Test func `a rotation returns each element once per round, in the order of insertion`() {
        var turns = RoundRobin<Int>()
        let nobody = turns.next()
        #expect(turns.isEmpty && nobody == nil)
        for element in [3, 1, 2, 3, 1] { turns.insert(element) }
        #expect(take(1, &turns) == [3])
        turns.insert(3)
        #expect(take(4, &turns) == [1, 2, 3, nil])
    }

    @Test func `a rotation skips a removed element, which can be inserted again`() {
        var turns = RoundRobin<Int>()
        for element in 1...3 { turns.insert(element) }
        turns.remove(2)
        #expect(take(1, &turns) == [1])
        turns.insert(2)
        #expect(take(3, &turns) == [3, 2, nil])
    }

    @Test func `each of 1,000 callers gets the same number of turns`() {
        var turns = RoundRobin<Int>()
        for element in 0..<1_000 { turns.insert(element) }
        var served: [Int: Int] = [:]
        for _ in 0..<5_000 {
            guard let element = turns.next() else { break }
            served[element, default: 0] += 1
            turns.insert(element)
        }
        #expect(served.count == 1_000 && Set(served.values) == [5])
    }
}

@Suite struct `The table of surfaces` {
    @Test func `the surfaces of each player are counted, and those in the foreground`() {
        var table = SurfaceTable()
        let (one, two, three) = (ConnectionID(1), ConnectionID(2), ConnectionID(3))
        table[one] = Surface(player: "mpv", phase: .foreground)
        table[two] = Surface(player: "mpv", phase: .background)
        table[three] = Surface(player: "vlc", phase: .background)
        #expect(table.count(of: "mpv") == .init(all: 2, front: 1))
        #expect(table.isAnyInFront)
        table[one]?.phase = .background
        #expect(table.count(of: "mpv") == .init(all: 2, front: 0))
        #expect(!table.isAnyInFront)
        table[two] = Surface(player: "vlc", phase: .foreground)
        #expect(table.count(of: "mpv").all == 1)
        #expect(table.count(of: "vlc") == .init(all: 2, front: 1))
        table[one] = nil
        #expect(table.players.keys.sorted() == ["vlc"])
        #expect(table.connections.count == 2)
        table[one] = nil
        #expect(table[one] == nil)
    }
}
