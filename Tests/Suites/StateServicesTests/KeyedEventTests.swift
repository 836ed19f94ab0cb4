// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import ServiceTesting
import StateModel
import StateProtocol
import StateServices
import StateStore
import Testing
import Varlink

extension Client {
    /// The current values: `key id`.
    fileprivate func latest(
        _ topic: String? = nil,
        key: String? = nil,
        prefix: String? = nil,
        limit: Int? = nil,
        cursor: String? = nil
    ) throws -> (values: [String], cursor: String?) {
        let reply = try call(
            Events.Latest.self,
            .init(topic: topic, key: key, prefix: prefix, limit: limit, cursor: cursor)
        )
        return (reply.events.map { "\($0.key ?? "") \($0.id)" }, reply.cursor)
    }

    fileprivate func clear(_ topic: String, _ key: String) throws -> Bool {
        try call(Events.Clear.self, .init(topic: topic, key: key)).cleared
    }
}

@Suite struct `Events with a key` {
    let harness: ServicesHarness
    let client: Client

    init() throws {
        harness = try ServicesHarness()
        client = harness.connect()
    }

    @Test func `a key has one current value, which a clear event removes`() throws {
        try client.append("1", topic: "t", key: "a")
        try client.append("2", topic: "t", key: "b/c")
        try client.append("3", topic: "t", key: "a")
        try client.append("4", topic: "u", key: "a")
        try client.append("5", topic: "t")
        #expect(try client.latest("t").values == ["a 3", "b/c 2"])
        #expect(try client.latest("t", key: "a").values == ["a 3"])
        #expect(try client.latest("t", prefix: "b").values == ["b/c 2"])
        #expect(try client.clear("t", "a"))
        #expect(try !client.clear("t", "a"))
        #expect(try !client.clear("t", "none"))
        #expect(try client.latest("t", key: "a").values.isEmpty)
        let events = try client.call(Events.List.self, .init()).events
        #expect(events.map(\.key) == ["a", "b/c", "a", "a", nil, "a"])
        #expect(events.map(\.cleared) == [nil, nil, nil, nil, nil, true])
        try client.append("6", topic: "t", key: "a")
        #expect(try client.latest("t", key: "a").values == ["a 6"])
    }

    @Test func `a list selects events by key and by time, in pages that may be empty`() throws {
        let now = harness.now
        for (number, key) in ["a", "b", "a", "b", "a"].enumerated() {
            let at = now - 50 + 10 * number
            try client.append("\(number)", topic: "t", at: at, key: key)
        }
        try client.append("5", topic: "u", at: now, key: "a")
        func list(_ key: String?, _ since: Timestamp?, _ until: Timestamp?) throws -> [String] {
            var next = Events.List.Parameters(limit: 1)
            (next.topic, next.key) = ("t", key)
            (next.since, next.until) = (since?.rawValue, until?.rawValue)
            var ids: [String] = []
            while true {
                let page = try client.call(Events.List.self, next)
                ids += page.events.map(\.id)
                guard page.more else { return ids }
                next.after = page.next
            }
        }
        #expect(try list("a", nil, nil) == ["0", "2", "4"])
        #expect(try list("c", nil, nil).isEmpty)
        #expect(try list(nil, now - 40, now - 20) == ["1", "2"])
        #expect(try list("a", now - 40, nil) == ["2", "4"])
        #expect(try list(nil, now, now - 50).isEmpty)
        #expect(throws: StateError.self) {
            try client.call(Events.List.self, .init(key: "a"))
        }
    }

    /// A rule, what is appended (numbers, or `clear`), and the current value after one undo and two.
    static let undos: [(EventRank.Rule, [String], [String])] = [
        (.newest, ["1", "2", "3"], ["2", "3"]), (.newest, ["1", "2", "clear"], ["2", "2"]),
        (.first, ["1", "3", "clear"], ["1", "1"]), (.highest, ["1", "3", "2"], ["1", "3"]),
        (.lowest, ["3", "2", "clear", "9"], ["2", "9"]),
    ]

    @Test(arguments: undos)
    func `an undo restores the value before the current one, under each rule`(
        rule: EventRank.Rule,
        appended: [String],
        restored: [String]
    ) throws {
        var topic = TopicSettings()
        topic.merge = rule
        let harness = try ServicesHarness { $0.store.topics = ["t": topic] }
        let client = harness.connect()
        func undo(to id: String? = nil) throws -> String {
            _ = try client.call(Events.Undo.self, .init(topic: "t", key: "a", id: id))
            let values = try client.call(Events.Latest.self, .init(topic: "t", key: "a")).events
            return values.map { String(decoding: $0.body, as: UTF8.self) }.joined()
        }
        #expect(throws: StateError.self) { try undo() }
        for (number, text) in appended.enumerated() {
            if text == "clear" {
                _ = try client.clear("t", "a")
            } else {
                try client.append("\(number)", topic: "t", body: #"{"value":\#(text)}"#, key: "a")
            }
        }
        for value in restored { #expect(try undo() == #"{"value":\#(value)}"#) }
        #expect(try undo(to: "0") == #"{"value":\#(appended[0])}"#)
        #expect(throws: StateError.self) { try undo(to: "none") }
    }

    @Test
    func `the history of a key in an older store begins with the current value`() throws {
        try client.append("1", topic: "t", key: "a")
        try client.append("2", topic: "t", key: "a")
        try harness.execute("DROP TRIGGER event_current")
        try harness.execute("DROP INDEX event_history")
        try harness.execute("ALTER TABLE event DROP COLUMN key")
        try harness.restart()
        let client = harness.connect()
        try client.append("3", topic: "t", key: "a")
        // An earlier program writes only the columns that it knows.
        try harness.execute("UPDATE event SET key = NULL WHERE id = '3'")
        try harness.execute("INSERT OR REPLACE INTO event_key SELECT * FROM event_key")
        let page = try client.call(Events.List.self, .init(topic: "t", key: "a"))
        #expect(page.events.map(\.id) == ["2", "3"])
    }

    @Test func `an undo restores a value that its topic no longer keeps`() throws {
        let harness = try briefly()
        let client = harness.connect()
        try client.append("1", topic: "t", body: #"{"n":1}"#, key: "a")
        harness.pass(3_600_000)
        #expect(try client.latest("t").values.isEmpty)
        _ = try client.call(Events.Undo.self, .init(topic: "t", key: "a"))
        let values = try client.call(Events.Latest.self, .init(topic: "t")).events
        #expect(values.map(\.body) == [Array(#"{"n":1}"#.utf8)])
    }

    @Test func `keys are listed in pages, and a page may begin after a cleared key`() throws {
        for key in ["a", "b", "c/d", "e"] { try client.append(key, topic: "t", key: key) }
        try client.append("f", topic: "u", key: "a")
        _ = try client.clear("t", "b")
        var (seen, cursor): ([String], String?) = ([], nil)
        var pages = 0
        repeat {
            let page = try client.latest(limit: 1, cursor: cursor)
            seen += page.values
            cursor = page.cursor
            pages += 1
        } while cursor != nil
        #expect(seen == ["a a", "c/d c/d", "e e", "a f"])
        #expect(pages == 5)
    }

    @Test func `a page of keys that need escapes fits into one message`() throws {
        let tail = String(repeating: "\u{1}", count: 1_020)
        for number in 1_000...1_300 {
            try client.append("\(number)", topic: "t", key: "\(number)" + tail)
        }
        let page = try client.call(Events.Latest.self, .init(topic: "t", limit: 1_000))
        #expect(page.events.count < 200)
        let rest = try client.call(
            Events.Latest.self,
            .init(topic: "t", limit: 1_000, cursor: page.cursor)
        )
        #expect(rest.events.first?.id == "\(1_000 + page.events.count)")
    }

    @Test
    func `an older event does not replace a newer one, unless the newer one is from the future`()
        throws
    {
        let now = harness.now
        try client.append("1", topic: "t", at: now - 50, key: "a")
        try client.append("2", topic: "t", at: now - 90, key: "a")
        #expect(try client.latest("t").values == ["a 1"])
        try client.append("3", topic: "t", at: now + 9_000_000, key: "a")
        try client.append("4", topic: "t", key: "a")
        #expect(try client.latest("t").values == ["a 4"])
    }

    /// The rule, the appended numbers or `clear`, and the current value after each.
    static let merges: [(EventRank.Rule, [String], [String])] = [
        (.newest, ["1", "3", "2", "clear", "1"], ["1", "3", "2", "", "1"]),
        (.first, ["1", "3", "clear", "2", "1"], ["1", "1", "", "2", "2"]),
        (.highest, ["1", "3", "2", "clear", "-1", "-2"], ["1", "3", "3", "", "-1", "-1"]),
        (.lowest, ["2", "1e0", "3", "clear", "9", "9.5"], ["2", "1e0", "1e0", "", "9", "9"]),
    ]

    @Test(arguments: merges)
    func `the topic's rule chooses the current value of a key`(
        rule: EventRank.Rule,
        appended: [String],
        present: [String]
    ) throws {
        var topic = TopicSettings()
        topic.merge = rule
        topic.field = "best.points"
        let harness = try ServicesHarness { $0.store.topics = ["t": topic] }
        let client = harness.connect()
        for (number, (text, expected)) in zip(appended, present).enumerated() {
            if text == "clear" {
                #expect(try client.clear("t", "a"))
            } else {
                let body = #"{"points":99,"best":{"x":[1],"points":\#(text)}}"#
                try client.append("\(number)", topic: "t", body: body, key: "a")
            }
            let values = try client.call(Events.Latest.self, .init(topic: "t", key: "a")).events
            let shown = values.first.map { String(decoding: $0.body, as: UTF8.self) } ?? ""
            #expect(expected.isEmpty ? shown.isEmpty : shown.hasSuffix(":\(expected)}}"))
        }
    }

    /// Services with a topic `t` whose first value counts for an hour.
    private func briefly() throws -> ServicesHarness {
        var topic = TopicSettings()
        topic.merge = .first
        topic.keepMilliseconds = 3_600_000
        return try ServicesHarness { $0.store.topics = ["t": topic] }
    }

    @Test func `the clear of an expired event is stored once, for the other devices`()
        throws
    {
        let harness = try briefly()
        let client = harness.connect()
        try client.append("1", topic: "t", key: "a")
        harness.pass(3_600_000)
        #expect(try client.latest("t").values.isEmpty)
        #expect(try client.clear("t", "a"))
        #expect(try !client.clear("t", "a"))
        let events = try client.call(Events.List.self, .init()).events
        #expect(events.map(\.cleared) == [nil, true])
    }

    @Test func `an uncertain clock alone does not make an event expire`() throws {
        let harness = try briefly()
        try harness.connect().append("1", topic: "t", key: "a")
        harness.clocks.reboot(wall: harness.now + 3_650 * 86_400_000, synchronised: false)
        try harness.restart()
        let client = harness.connect()
        try client.append("2", topic: "t", key: "a")
        #expect(try client.latest("t").values == ["a 1"])
        #expect(try client.latest("t", key: "a").values == ["a 1"])
    }

    @Test func `a key can be cleared even if a client has used the ID of the clear`() throws {
        try client.append("1", topic: "t", key: "a")
        #expect(try client.clear("t", "a"))
        let clear = try #require(try client.call(Events.List.self, .init()).events.last?.id)
        try client.append("2", topic: "t", key: "a")
        for number in 5...6 { try client.append("\(clear.dropLast())\(number)") }
        #expect(try client.clear("t", "a"))
        #expect(try client.latest("t").values.isEmpty)
    }

    @Test func `keys are compared byte by byte`() throws {
        for (id, key) in [("1", "\u{301}a"), ("2", "\u{301}b"), ("3", "\u{E9}")] {
            try client.append(id, topic: "t", key: key)
        }
        #expect(throws: StateError.idReused(id: "3")) {
            try client.append("3", topic: "t", key: "e\u{301}")
        }
        var (seen, cursor): ([String], String?) = ([], nil)
        repeat {
            let page = try client.latest(limit: 1, cursor: cursor)
            seen += page.values.map { String($0.suffix(1)) }
            cursor = page.cursor
        } while cursor != nil
        #expect(seen == ["3", "1", "2"])
    }

    @Test func `an event must have the number that its topic's rule compares`() throws {
        var topic = TopicSettings()
        topic.merge = .highest
        let harness = try ServicesHarness { $0.store.topics = ["t": topic] }
        let client = harness.connect()
        for body in ["{}", #"{"value":"1"}"#, #"{"value":null}"#] {
            let error = #expect(throws: StateError.self) {
                try client.append("1", topic: "t", body: body, key: "a")
            }
            guard case .invalidEvent(let field, let reason) = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(field == "body")
            #expect(reason.contains("a number at value"))
        }
        try client.append("1", topic: "t")
        try client.append("2", topic: "u", key: "a")
    }

    @Test
    func `an event expires after its topic's time, and the next event becomes the value`() throws {
        var topic = TopicSettings()
        topic.merge = .first
        topic.keepMilliseconds = 3_600_000
        let harness = try ServicesHarness {
            $0.store.topics = ["t": topic]
            $0.store.eventRetentionMilliseconds = 60_000
            $0.store.historyRetentionMilliseconds = 60_000
        }
        let client = harness.connect()
        try client.append("1", topic: "t", key: "a")
        try client.append("2", topic: "t", key: "a")
        harness.pass(3_599_000)
        #expect(try client.latest("t").values == ["a 1"])
        harness.pass(1_000)
        #expect(try client.latest("t").values.isEmpty)
        #expect(try client.latest("t", key: "a").values.isEmpty)
        try client.append("3", topic: "t", key: "a")
        #expect(try client.latest("t").values == ["a 3"])
        harness.pass(120_000)
        #expect(try client.events().events == ["3 3"])
    }

    @Test func `an invalid key is refused, and so is a second key for one ID`()
        throws
    {
        let long = String(repeating: "k", count: 1_024)
        try client.append("1", topic: "t", key: long)
        for key in ["", long + "k"] {
            let error = #expect(throws: StateError.self) {
                try client.append("2", topic: "t", key: key)
            }
            guard case .invalidEvent(let field, _) = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(field == "key")
        }
        #expect(try client.append("1", topic: "t", key: long) == "duplicate 1")
        #expect(throws: StateError.idReused(id: "1")) {
            try client.append("1", topic: "t", key: "other")
        }
        #expect(throws: StateError.self) { try client.latest(key: "a") }
        #expect(throws: StateError.self) { try client.latest(prefix: "a") }
        #expect(throws: StateError.self) { try client.latest(cursor: "a") }
        #expect(throws: StateError.self) { try client.clear("t", "") }
    }
}
