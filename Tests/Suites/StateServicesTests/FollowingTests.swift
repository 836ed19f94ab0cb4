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

@Suite("Subscribers of events")
struct FollowingTests {
    @Test
    func `an event subscription receives the stored events, then ready: true, then each new event`()
        throws
    {
        let harness = try ServicesHarness()
        let client = harness.connect()
        try client.appendTogether(1...300)
        let follower = harness.connect()
        #expect(follower.follow() == .stream)
        let received = try follower.followed()
        #expect(received.flatMap(\.events).map(\.sequence.rawValue) == Array(1...300))
        #expect(received.count > 1)
        #expect(
            received.map(\.ready) == Array(repeating: false, count: received.count - 1) + [true]
        )
        try client.append("next")
        client.handEvent("a")
        client.handEvent("b")
        harness.services.endTurn()
        let live = try follower.followed()
        #expect(live.map { $0.events.map(\.words) } == [["301 next"], ["302 a", "303 b"]])
        #expect(live.map(\.ready) == [true, true])
    }

    @Test func `an event subscription to an empty log is ready at once`() throws {
        let harness = try ServicesHarness()
        let follower = harness.connect()
        follower.follow(topic: "none")
        let received = try follower.followed()
        #expect(received.map(\.ready) == [true])
        #expect(received.map(\.events.count) == [0])
    }

    @Test func `an event subscription receives only the events of its topic`() throws {
        let harness = try ServicesHarness()
        let client = harness.connect()
        try client.append("a", topic: "mine")
        try client.append("b", topic: "theirs")
        let follower = harness.connect()
        follower.follow(topic: "mine")
        let other = harness.connect()
        other.follow(topic: "theirs")
        let all = harness.connect()
        all.follow()
        #expect(try follower.heard() == ["1 a"])
        #expect(try other.heard() == ["2 b"])
        try client.append("c", topic: "theirs")
        try client.append("d", topic: "mine")
        #expect(try follower.heard() == ["4 d"])
        #expect(try other.heard() == ["3 c"])
        #expect(try all.heard() == ["1 a", "2 b", "3 c", "4 d"])
    }

    @Test func `an event subscription that is not read continues later without a gap`() throws {
        let harness = try ServicesHarness()
        let client = harness.connect()
        let follower = harness.connect()
        follower.follow()
        _ = try follower.followed()
        try client.append("first")
        harness.transport.unwritable = [follower.id]
        try client.appendTogether(1...1500)
        for number in 1501...1510 { try client.append("e\(number)") }
        #expect(try follower.heard() == ["1 first"])
        harness.transport.unwritable = []
        harness.services.becameWritable(follower.id)
        harness.services.endTurn()
        let received = try follower.followed()
        #expect(received.flatMap(\.events).map(\.sequence.rawValue) == Array(2...1511))
        try client.append("last")
        #expect(try follower.heard() == ["1512 last"])
    }

    @Test func `long events are sent in replies below 1 MiB`() throws {
        let harness = try ServicesHarness()
        let client = harness.connect()
        let body = #"{"a":"\#(String(repeating: "x", count: 65_000))"}"#
        let live = harness.connect()
        live.follow()
        try client.appendTogether(1...40, body: body)
        let late = harness.connect()
        late.follow()
        for follower in [live, late] {
            let replies = try follower.replies()
            #expect(replies.allSatisfy { $0.parameters.count < 1 << 20 })
            let received = try replies.map { try Events.Follow.Reply(json: $0.parameters) }
            #expect(received.flatMap(\.events).map(\.sequence.rawValue) == Array(1...40))
        }
    }

    @Test func `an event subscription continues from each token, even across a restart`() throws {
        let harness = try ServicesHarness()
        let client = harness.connect()
        try client.appendTogether(1...300)
        let follower = harness.connect()
        follower.follow()
        var received = try follower.followed()
        try client.append("live")
        received += try follower.followed()
        try harness.restart()
        try harness.connect().append("later")
        for (place, reply) in received.enumerated() {
            let again = harness.connect()
            again.follow(token: reply.token)
            let rest = received[(place + 1)...].flatMap(\.events).map(\.words) + ["302 later"]
            #expect(try again.heard() == rest)
        }
    }

    @Test func `an event subscription without new events receives a token every 15 s`() throws {
        let harness = try ServicesHarness()
        let client = harness.connect()
        let follower = harness.connect()
        follower.follow(topic: "rare")
        _ = try follower.followed()
        try client.append("a")
        harness.pass(14_900)
        #expect(try follower.followed().isEmpty)
        harness.pass(200)
        let alive = try follower.followed()
        #expect(alive.map(\.events.count) == [0])
        #expect(alive.map(\.ready) == [true])
        try client.append("b", topic: "rare")
        #expect(try follower.heard() == ["2 b"])
        let again = harness.connect()
        again.follow(token: try #require(alive.first).token)
        #expect(try again.heard() == ["2 b"])
        harness.pass(15_000)
        #expect(try follower.followed().count == 1)
    }

    @Test
    func `a token that is not of the event stream is refused, and the connection stays usable`()
        throws
    {
        let harness = try ServicesHarness()
        let client = harness.connect()
        let watcher = harness.connect()
        watcher.subscribe()
        let changes = try #require(try watcher.received().last?.token)
        try client.append("a")
        let follower = harness.connect()
        follower.follow()
        let token = try #require(try follower.followed().last?.token)
        let parts = token.split(separator: ".").map { String($0) }
        func changed(_ place: Int, _ text: String) -> String {
            var parts = parts
            parts[place] = text
            return parts.joined(separator: ".")
        }
        let wrong = [
            "", "nonsense", changes, "e." + changes + ".1", changed(1, "other"), changed(2, "zz"),
            changed(3, "2"), changed(3, "-1"), changed(4, "1"), token + ".1",
        ]
        for text in wrong {
            let late = harness.connect()
            #expect(late.follow(token: text) == .next)
            let reply = try #require(try late.replies().first)
            let error = StateError(name: reply.error ?? "", parameters: reply.parameters)
            guard case .eventsResyncRequired(let reason, let oldest) = error else {
                Issue.record("\(text): \(error)")
                continue
            }
            #expect(!reason.isEmpty)
            #expect(oldest == 1)
            // The connection is still good.
            #expect(late.follow(token: token) == .stream)
        }
    }

    @Test func `an event subscription must resync if events after its token were removed`() throws {
        let harness = try ServicesHarness { $0.store.historyRetentionMilliseconds = 0 }
        let client = harness.connect()
        try client.append("a")
        let follower = harness.connect()
        follower.follow()
        let first = try #require(try follower.followed().last?.token)
        try client.append("b")
        let second = try #require(try follower.followed().last?.token)
        harness.pass(80_000_000)
        try client.append("c")
        _ = try follower.followed()
        harness.pass(6_500_000)
        #expect(try client.events().events == ["3 c"])
        let late = harness.connect()
        late.follow(token: first)
        let reply = try #require(try late.replies().first)
        let error = StateError(name: reply.error ?? "", parameters: reply.parameters)
        #expect(
            error
                == .eventsResyncRequired(
                    reason: "some events after the token were removed",
                    oldest: 3
                )
        )
        late.follow(token: second)
        #expect(try late.heard() == ["3 c"])
        let anew = harness.connect()
        anew.follow()
        #expect(try anew.heard() == ["3 c"])
    }

    @Test func `a slow event subscription must resync if unread events are removed`() throws {
        let harness = try ServicesHarness { $0.store.historyRetentionMilliseconds = 0 }
        let client = harness.connect()
        let follower = harness.connect()
        follower.follow()
        _ = try follower.followed()
        harness.transport.unwritable = [follower.id]
        try client.append("a")
        harness.pass(86_400_000)
        #expect(try client.events().events.isEmpty)
        harness.transport.unwritable = []
        harness.services.becameWritable(follower.id)
        harness.services.endTurn()
        let reply = try #require(try follower.replies().last)
        #expect(reply.error == "io.stated.Events.ResyncRequired")
        #expect(!reply.continues)
        #expect(harness.transport.closed == [follower.id])
        #expect(try client.call(Service.GetHealth.self, .init()).health.subscribers == 0)
    }

    @Test
    func `the event log keeps its identity across a restart, but not across a restore`() throws {
        let harness = try ServicesHarness()
        func log() throws -> String? {
            let follower = harness.connect()
            follower.follow()
            return try follower.followed().first?.log
        }
        let client = harness.connect()
        try client.append("a")
        client.send(Service.Backup.self, Service.Backup.Parameters(name: "mine"))
        #expect(try client.awaitReply().error == nil)
        let first = try #require(try log())
        try client.append("b")
        #expect(try log() == first)
        client.send(Service.Restore.self, Service.Restore.Parameters(name: "mine"))
        #expect(try client.awaitReply().error == nil)
        let second = try #require(try log())
        #expect(second != first)
        try harness.restart()
        #expect(try log() == second)
    }

    @Test func `an event subscription requires the more flag`() throws {
        let harness = try ServicesHarness()
        let client = harness.connect()
        #expect(client.send(Events.Follow.self, .init()) == .next)
        #expect(try client.replies().map(\.error) == ["org.varlink.service.ExpectedMore"])
        #expect(client.send(Events.Follow.self, .init(), oneway: true, more: true) == .next)
        #expect(try client.replies().isEmpty)
        client.follow(topic: "not a topic")
        #expect(try client.replies().map(\.error) == ["io.stated.Service.InvalidValue"])
    }

    @Test func `event and change subscriptions share one limit`() throws {
        let harness = try ServicesHarness { $0.streamsPerUser = 2 }
        let first = harness.connect()
        first.follow()
        harness.connect().subscribe()
        let third = harness.connect()
        third.follow()
        #expect(try third.replies().map(\.error) == ["io.stated.Service.QuotaExceeded"])
        let fourth = harness.connect()
        fourth.subscribe()
        #expect(try fourth.replies().map(\.error) == ["io.stated.Service.QuotaExceeded"])
        harness.services.closed(first.id)
        third.follow()
        #expect(try third.followed().map(\.ready) == [true])
    }

    @Test func `event subscriptions end when the daemon stops`() throws {
        let harness = try ServicesHarness()
        let follower = harness.connect()
        follower.follow()
        harness.services.stop()
        #expect(harness.transport.closed == [follower.id])
    }
}
