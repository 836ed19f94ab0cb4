// SPDX-License-Identifier: Apache-2.0
internal import ModelTesting
internal import ServiceTesting
internal import StateModel
internal import StateProtocol
internal import StateTesting
internal import SyncModel
internal import Testing
internal import Varlink

@testable internal import StateServices
@testable internal import StateStore

@Suite("Appending events")
struct EventTests {
    @Test func `each event is listed unchanged, under the number in the reply to its append`()
        throws
    {
        let harness = try ServicesHarness()
        let client = harness.connect()
        let body = #"{ "score":[3.0, 1], "who" : "A\u0041" }"#
        #expect(try client.append("a", body: body, at: 77) == "new 1")
        #expect(try client.append("b", topic: "order.claimed") == "new 2")
        let reply = try client.call(Events.List.self, .init())
        let event = try #require(reply.events.first)
        #expect(event.id == "a")
        #expect(event.topic == "score.entered")
        #expect(event.body == Array(body.utf8))
        #expect(event.at == 77)
        #expect(event.origin == "localhost")
        #expect(event.state == .pending)
        #expect(reply.events.last?.at == harness.now)
        #expect(reply.events.map(\.sequence) == [1, 2])
        #expect(!reply.more)
    }

    @Test func `a repeated event is a duplicate, even if its JSON is formatted differently`() throws
    {
        let harness = try ServicesHarness()
        let client = harness.connect()
        let body = #"{"a":1,"b":["x",{"c":null}],"d":"é"}"#
        #expect(try client.append("e", body: body) == "new 1")
        let others = [
            body, #"{"d":"é","b":["x",{"c":null}],"a":1}"#,
            "{ \"a\":1,\n\"b\": [\"x\", {\"c\" :null} ], \"d\":\"\\u00e9\" }",
            #"{"a":2,"b":["x",{"c":null}],"d":"é","a":1}"#,
        ]
        for other in others {
            #expect(try client.append("e", body: other, at: 5) == "duplicate 1")
        }
        #expect(try client.append("f") == "new 2")
    }

    @Test(
        arguments: [
            "{}", #"{"a":1.0}"#, #"{"a":"1"}"#, #"{"a":[1]}"#, #"{"A":1}"#, #"{"a":1,"b":null}"#,
        ]
    )
    func `an ID that another event has is refused`(body: String) throws {
        let harness = try ServicesHarness()
        let client = harness.connect()
        try client.append("e", body: #"{"a":1}"#)
        #expect(throws: StateError.idReused(id: "e")) { try client.append("e", body: body) }
        #expect(throws: StateError.idReused(id: "e")) {
            try client.append("e", topic: "other", body: #"{"a":1}"#)
        }
        #expect(try client.events().events == ["1 e"])
    }

    @Test func `event bodies that differ only in long numbers or similar letters are different`()
        throws
    {
        let harness = try ServicesHarness()
        let client = harness.connect()
        try client.append("n", body: #"{"a":12345678901234567890}"#)
        #expect(throws: StateError.self) {
            try client.append("n", body: #"{"a":12345678901234567891}"#)
        }
        #expect(try client.append("e\u{301}") == "new 2")
        #expect(try client.append("\u{e9}") == "new 3")
        try client.append("t", body: "{\"a\":\"e\u{301}\"}")
        #expect(throws: StateError.self) { try client.append("t", body: "{\"a\":\"\u{e9}\"}") }
    }

    @Test func `an ID that appears twice among the events of one turn is a duplicate`() throws {
        let harness = try ServicesHarness()
        let client = harness.connect()
        for (id, body) in [("a", "{}"), ("a", "{ }"), ("a", #"{"x":1}"#), ("b", "{}")] {
            client.handEvent(id, body: body)
        }
        client.handEvent("c", oneway: true)
        client.handEvent("d")
        // Nothing is answered before it is stored.
        #expect(harness.transport.take(client.id).isEmpty)
        harness.services.endTurn()
        let replies = try client.replies()
        #expect(replies.map(\.error) == [nil, nil, "io.stated.Events.IdReused", nil, nil])
        let answers = try replies.filter { $0.error == nil }
            .map { try Events.Append.Reply(json: $0.parameters) }
        #expect(answers.map(\.sequence) == [1, 1, 2, 4])
        #expect(answers.map(\.duplicate) == [false, true, false, false])
        #expect(try client.events().events == ["1 a", "2 b", "3 c", "4 d"])
    }

    @Test func `each limit on events is exact to the byte`() throws {
        let harness = try ServicesHarness()
        let client = harness.connect()
        func fault(_ id: String, _ topic: String, _ body: String) throws -> String? {
            do {
                try client.append(id, topic: topic, body: body)
                return nil
            } catch StateError.invalidEvent(let field, let reason) {
                #expect(!reason.isEmpty)
                return field
            }
        }
        let long = String(repeating: "x", count: 129)
        func nested(_ depth: Int) -> String {
            String(repeating: #"{"a":"#, count: depth) + "1" + String(repeating: "}", count: depth)
        }
        func sized(_ bytes: Int) -> String {
            #"{"a":"\#(String(repeating: "x", count: bytes - 8))"}"#
        }
        #expect(try fault("", "t", "{}") == "id")
        #expect(try fault(long, "t", "{}") == "id")
        #expect(try fault(String(repeating: "é", count: 65), "t", "{}") == "id")
        #expect(try fault(String(long.dropLast()), "t", "{}") == nil)
        for topic in ["", long, "a b", "ä", "a/b"] {
            #expect(try fault("i", topic, "{}") == "topic")
        }
        #expect(try fault("i", String(long.dropLast()), "{}") == nil)
        #expect(sized(65_536).utf8.count == 65_536)
        #expect(try fault("j", "A-Z.a_z-0.9", sized(65_536)) == nil)
        #expect(try fault("k", "t", sized(65_537)) == "body")
        #expect(try fault("l", "t", nested(28)) == nil)
        #expect(try fault("m", "t", nested(29)) == "body")
        #expect(throws: StateError.invalidParameter("body")) {
            try client.append("n", topic: "t", body: "[]")
        }
        #expect(try client.events().events.count == 4)
    }

    @Test func `an invalid event that another version accepted is refused by sync`() throws {
        let harness = try ServicesHarness()
        let client = harness.connect()
        var changes = SyncChanges()
        for (number, topic) in [(1, "a b"), (2, "t")] {
            changes.events.append(
                SyncedEvent(
                    event: Event(
                        id: "e\(number)",
                        topic: topic,
                        body: Array("{}".utf8),
                        at: harness.now
                    ),
                    origin: Origin(device: 2, incarnation: 1),
                    device: "attic",
                    number: number,
                    previous: number - 1
                )
            )
        }
        let tenant = try #require(harness.services.tenants[harness.services.control.uid])
        try tenant.items.atomically { try tenant.adoption.commit(changes) }
        harness.services.endTurn()
        #expect(try client.events().events == ["1 e2"])
    }

    @Test func `a page has the requested number of events, and says whether more follow`()
        throws
    {
        let harness = try ServicesHarness()
        let client = harness.connect()
        for number in 1...120 {
            try client.append("e\(number)", topic: number % 50 == 0 ? "rare" : "usual")
        }
        let first = try client.events()
        #expect(first.events.count == 100)
        #expect(first.more)
        let rest = try client.events(after: 100, limit: 20)
        #expect(rest.events.count == 20)
        #expect(!rest.more)
        #expect(try client.events(after: 120) == ([], false))
        #expect(try client.events(topic: "rare", limit: 1) == (["50 e50"], true))
        #expect(try client.events(after: 50, topic: "rare") == (["100 e100"], false))
        for limit in [0, -1, 1001] {
            #expect(throws: StateError.self) { try client.events(limit: limit) }
        }
        #expect(throws: StateError.self) { try client.events(after: -1) }
        #expect(throws: StateError.self) { try client.events(topic: "a b") }
    }

    @Test func `a page of long events stays below 1 MiB`() throws {
        let harness = try ServicesHarness()
        let client = harness.connect()
        let body = #"{"a":"\#(String(repeating: "x", count: 65_000))"}"#
        for number in 10..<40 {
            let id = String(repeating: "\u{1}", count: 120) + String(number)
            try client.append(id, body: body)
        }
        var seen = 0
        var more = true
        while more {
            client.send(Events.List.self, .init(after: SequenceNumber(seen), limit: 1000))
            let reply = try #require(try client.replies().first)
            #expect(reply.parameters.count < 1 << 20)
            let page = try Events.List.Reply(json: reply.parameters)
            #expect(!page.events.isEmpty)
            seen += page.events.count
            more = page.more
        }
        #expect(seen == 30)
    }

    @Test func `a turn that fails stores no event, and the numbers are used again`() throws {
        let harness = try ServicesHarness()
        let client = harness.connect()
        try client.append("a")
        let file = try StoreFile(path: harness.directory.file("state.db"))
        try RawSQLite.execute(
            """
            CREATE TRIGGER bad_disk BEFORE INSERT ON event WHEN new.id = 'c'
            BEGIN SELECT RAISE(ROLLBACK, 'bad disk'); END
            """,
            on: file.handle
        )
        let watcher = harness.connect()
        watcher.follow()
        #expect(try watcher.heard() == ["1 a"])
        for id in ["b", "c", "d", "a"] { client.handEvent(id) }
        client.hand(Events.List.self, .init())
        harness.services.endTurn()
        let replies = try client.replies()
        let refusal = "io.stated.Service.StorageUnavailable"
        #expect(replies.map(\.error) == [refusal, refusal, refusal, refusal, nil])
        let page = try Events.List.Reply(json: try #require(replies.last).parameters)
        #expect(page.events.map(\.words) == ["1 a"])
        try RawSQLite.execute("DROP TRIGGER bad_disk", on: file.handle)
        harness.pass(1000)
        #expect(try client.append("d") == "new 2")
        #expect(try watcher.heard() == ["2 d"])
    }

    @Test func `events of one call are stored together, each with its outcome`() throws {
        let harness = try ServicesHarness { $0.store.events = 6 }
        let client = harness.connect()
        func new(_ id: String, _ body: String = "{}", key: String? = nil) -> Events.NewEvent {
            .init(id: id, topic: "t", body: Array(body.utf8), at: 7, key: key)
        }
        func append(_ events: [Events.NewEvent]) throws -> [Events.Appended] {
            try client.call(Events.AppendMany.self, .init(events: events)).results
        }
        let follower = harness.connect()
        follower.follow()
        _ = try follower.followed()
        #expect(
            try append([
                new("a", #"{"n":1}"#, key: "k"), new("b"), new("a", #"{ "n":1 }"#, key: "k"),
                new("a", key: "k"), new("b", key: "k"), new("c", key: "k"),
            ]) == [
                .init(sequence: 1, duplicate: false), .init(sequence: 2, duplicate: false),
                .init(sequence: 1, duplicate: true), .init(), .init(),
                .init(sequence: 3, duplicate: false),
            ]
        )
        #expect(try follower.heard() == ["1 a", "2 b", "3 c"])
        let latest = try client.call(Events.Latest.self, .init(topic: "t", key: "k")).events
        #expect(latest.map(\.words) == ["3 c"] && latest.first?.at == 7)
        // One that is not valid, or one too many, and none is stored.
        let long = String(repeating: "k", count: 1_025)
        for (bad, expected) in [(new(""), "events[1].id"), (new("e", key: long), "events[1].key")] {
            let error = #expect(throws: StateError.self) { try append([new("d"), bad]) }
            guard case .invalidEvent(let field, _)? = error else {
                Issue.record("\(error as Any)")
                continue
            }
            #expect(field == expected)
        }
        #expect(throws: StateError.quotaExceeded(limit: "events", value: 6)) {
            try append(["d", "e", "f", "g"].map { new($0) })
        }
        #expect(throws: StateError.quotaExceeded(limit: "events-per-call", value: 500)) {
            try append((0...500).map { new("\($0)") })
        }
        #expect(try append([]) == [])
        #expect(try follower.heard().isEmpty)
        #expect(try append(["d", "e", "f"].map { new($0) }).map(\.sequence) == [4, 5, 6])
        #expect(try follower.heard() == ["4 d", "5 e", "6 f"])
    }

    @Test func `events beyond the limit are refused until older events are removed`() throws {
        let harness = try ServicesHarness { $0.store.events = 2 }
        // The limits of a running daemon are those that were applied last.
        harness.services.apply(harness.settings)
        let client = harness.connect()
        try client.append("a")
        try client.append("b")
        #expect(throws: StateError.quotaExceeded(limit: "events", value: 2)) {
            try client.append("c")
        }
        #expect(try client.append("b") == "duplicate 2")
        // There is no remote store: they wait for one for as long as the history is kept.
        harness.pass(30 * 86_400_000 - 1)
        #expect(throws: StateError.quotaExceeded(limit: "events", value: 2)) {
            try client.append("c")
        }
        harness.pass(1)
        #expect(try client.append("c") == "new 3")
        #expect(try client.events().events == ["3 c"])
    }

    @Test func `events are kept for a day and then removed without any call`() throws {
        let harness = try ServicesHarness { $0.store.historyRetentionMilliseconds = 0 }
        let client = harness.connect()
        try client.appendTogether(1...1000)
        harness.pass(43_200_000)
        try client.append("later")
        harness.pass(43_199_999)
        #expect(try client.call(Service.GetHealth.self, .init()).health.events == 1001)
        harness.pass(1)
        #expect(try client.call(Service.GetHealth.self, .init()).health.events == 1)
        #expect(try client.events().events == ["1001 later"])
        try harness.restart()
        let again = harness.connect()
        #expect(try again.append("next") == "new 1002")
    }

    @Test func `the time of an event is limited to 1,000 years from now`() throws {
        let harness = try ServicesHarness()
        let client = harness.connect()
        let (now, limit) = (harness.now.rawValue, 1_000 * 366 * 86_400_000)
        var accepted: [Timestamp] = []
        let edges = [now - limit - 1, now - limit, now + limit, now + limit + 1]
        for (index, number) in (Extremes.integers + edges).enumerated() {
            if abs(Double(number) - Double(now)) <= Double(limit) {
                try client.append("e\(index)", at: Timestamp(number))
                accepted.append(Timestamp(number))
                continue
            }
            let error = #expect(throws: StateError.self) {
                try client.append("e\(index)", at: Timestamp(number))
            }
            guard case .invalidEvent(field: "at", _)? = error else {
                Issue.record("\(number): \(error as Any)")
                continue
            }
        }
        #expect(accepted.suffix(2) == [Timestamp(now - limit), Timestamp(now + limit)])
        #expect(try client.call(Events.List.self, .init()).events.map(\.at) == accepted)
    }

    @Test
    func `metrics count events and subscribers, and an event leads to an automatic backup`()
        throws
    {
        let harness = try ServicesHarness { $0.backupIntervalMilliseconds = 60_000 }
        let client = harness.connect()
        harness.pass(120_000)
        #expect(BackupCatalog(harness.directory.file("state.db")).backups().isEmpty)
        try client.append("a")
        client.follow()
        _ = try client.followed()
        let other = harness.connect()
        let metrics = try other.call(Service.GetMetrics.self, .init()).text
        #expect(metrics.contains("\nstated_events 1\n"))
        #expect(metrics.contains("\nstated_subscribers 1\n"))
        harness.pass(120_000)
        harness.finishJobs()
        #expect(BackupCatalog(harness.directory.file("state.db")).backups().count == 1)
    }
}
