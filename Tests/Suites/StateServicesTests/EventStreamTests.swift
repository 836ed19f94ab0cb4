// SPDX-License-Identifier: Apache-2.0
internal import ModelTesting
internal import ServiceTesting
internal import StateModel
internal import StateProtocol
internal import StateServices
internal import StateTesting
internal import Testing
internal import Varlink

/// A reader of a stream, with everything that it has processed.
private struct Reader {
    /// The topics of the events that it follows.
    let topics: [String]
    /// The item whose changes it follows; `nil` for all items.
    var item: String?
    var client: Client
    /// The entries that arrived: `saved film 7` or `e3`.
    var entries: [String] = []
    /// The token of each reply, and the number of entries up to it.
    var tokens: [(text: String, count: Int)] = []
    private var revision = Revision(0)

    init(_ client: Client, topics: [String], item: String? = nil, now: Bool? = nil) {
        (self.client, self.topics, self.item) = (client, topics, item)
        client.send(
            Playback.Subscribe.self,
            .init(item: item, now: now, events: topics),
            more: true
        )
    }

    /// Takes the replies that arrived.
    mutating func read() throws {
        for reply in try client.replies() {
            try #require(reply.error == nil)
            let reply = try Playback.Subscribe.Reply(json: reply.parameters)
            for change in reply.changes {
                #expect(change.revision >= revision)
                revision = change.revision
                if case .event(_, let json) = change.about {
                    entries.append(try Events.Event(json: json).id)
                } else if change.kind == .saved {
                    entries.append(change.words)
                }
            }
            tokens.append((reply.token, entries.count))
        }
    }

    /// Continues on a new connection after one of the replies, and forgets what came later.
    mutating func resume(on client: Client, after reply: Int) {
        let token = tokens[reply]
        tokens.removeSubrange((reply + 1)...)
        entries.removeSubrange(token.count...)
        revision = 0
        self.client = client
        client.send(
            Playback.Subscribe.self,
            .init(token: token.text, item: item, events: topics),
            more: true
        )
    }

    /// Returns the entries of a course that it follows.
    func wanted(_ course: [Course.Entry]) -> [String] {
        course.filter { entry in
            entry.topic.map { topics.contains($0) } ?? (item == nil || item == entry.item)
        }.map(\.words)
    }
}

/// A random course of saves and events, several in one turn.
private struct Course {
    struct Entry {
        var topic: String?
        var item: String?
        var words: String
    }

    static let topics = ["score.entered", "order.claimed", "noise"]
    let harness: ServicesHarness
    var writer: Client
    var random: FuzzRandom
    var entries: [Entry] = []

    init(seed: Int) throws {
        harness = try ServicesHarness()
        writer = harness.connect()
        random = FuzzRandom(seed: UInt64(seed))
    }

    mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

    /// Makes calls in one turn, while time passes, and lets time pass until the next turn.
    mutating func turn(of calls: Int) throws {
        for _ in 0..<calls {
            harness.clocks.advance(below(20))
            let number = entries.count + 1
            guard below(calls > 100 ? 10 : 2) == 0 else {
                let item = "i\(below(4))"
                writer.handSave(item, Double(number))
                entries.append(Entry(item: item, words: "saved \(item) \(number)"))
                continue
            }
            let topic = Self.topics[below(3)]
            let bytes = calls > 100 ? 500 : below(16) == 0 ? 60_000 : 0
            let body = String(repeating: "x", count: bytes)
            writer.hand(
                Events.Append.self,
                .init(
                    id: "e\(number)",
                    topic: topic,
                    body: Array(#"{"a":"\#(body)"}"#.utf8),
                    key: below(2) == 0 ? "k\(number)" : nil
                )
            )
            entries.append(Entry(topic: topic, words: "e\(number)"))
        }
        harness.services.endTurn()
        #expect(try writer.replies().allSatisfy { $0.error == nil })
        harness.pass(below(5_000))
    }

    /// Lets a reader read again, or stop reading.
    mutating func toggle(_ reader: Reader) {
        if harness.transport.unwritable.remove(reader.client.id) == nil {
            harness.transport.unwritable.insert(reader.client.id)
        } else {
            harness.services.becameWritable(reader.client.id)
            harness.services.endTurn()
        }
    }
}

@Suite struct `A stream of changes with events` {
    @Test(arguments: 1...2)
    func `each reader gets each save and each event once, in the order of the calls`(
        seed: Int
    ) throws {
        var course = try Course(seed: seed)
        let both = ["score.entered", "order.claimed"]
        var readers = [
            Reader(course.harness.connect(), topics: both),
            Reader(course.harness.connect(), topics: ["score.entered"], now: true),
            Reader(course.harness.connect(), topics: ["order.claimed"], item: "i1"),
            Reader(course.harness.connect(), topics: both),
        ]
        for step in 1...60 {
            // One turn has more than 256 KiB.
            try course.turn(of: step == 20 ? 800 : 1 + course.below(7))
            // The first reader is always live, the others lag and resume.
            for index in 1..<readers.count where course.below(12) == 0 {
                course.toggle(readers[index])
            }
            for index in readers.indices where course.below(3) > 0 { try readers[index].read() }
            if course.below(6) == 0, case let index = 2 + course.below(2),
                !readers[index].tokens.isEmpty
            {
                let reply = course.below(readers[index].tokens.count)
                readers[index].resume(on: course.harness.connect(), after: reply)
            }
            if step == 20 {
                // The first reader continues in the middle of that turn.
                try readers[0].read()
                readers[0].resume(on: course.harness.connect(), after: readers[0].tokens.count - 2)
            }
            guard step == 40 else { continue }
            for index in readers.indices { try readers[index].read() }
            try course.harness.restart()
            course.writer = course.harness.connect()
            for index in readers.indices {
                let last = readers[index].tokens.count - 1
                readers[index].resume(on: course.harness.connect(), after: last)
            }
        }
        for id in course.harness.transport.unwritable {
            course.harness.transport.unwritable.remove(id)
            course.harness.services.becameWritable(id)
            course.harness.services.endTurn()
        }
        for index in readers.indices {
            try readers[index].read()
            #expect(readers[index].entries == readers[index].wanted(course.entries))
        }
        // A reader that joins now gets the stored events, too.
        var late = Reader(course.harness.connect(), topics: both)
        try late.read()
        #expect(late.entries == late.wanted(course.entries.filter { $0.topic != nil }))
    }

    private let harness: ServicesHarness
    private let writer: Client

    init() throws {
        harness = try ServicesHarness()
        writer = harness.connect()
    }

    private func watch(_ token: String? = nil, events: [String] = ["score.entered"]) -> Client {
        let client = harness.connect()
        client.send(Playback.Subscribe.self, .init(token: token, events: events), more: true)
        return client
    }

    @Test
    func `a commit is sent as one reply whose changes contain the whole events`()
        throws
    {
        let (watcher, plain) = (watch(), watch(events: []))
        _ = (try watcher.received(), try plain.received())
        writer.handSave("film", 10)
        writer.handEvent("goal", body: #"{"points":7}"#)
        writer.handSave("film", 20)
        harness.services.endTurn()
        let replies = try watcher.received()
        #expect(replies.count == 1)
        let changes = replies.flatMap(\.changes).filter { $0.kind != .player }
        #expect(changes.map(\.kind) == [.saved, .event, .saved])
        #expect(changes.map(\.revision).sorted() == changes.map(\.revision))
        guard case .event("score.entered", let json) = changes[1].about else {
            Issue.record("no event")
            return
        }
        #expect(try Events.Event(json: json).body == Array(#"{"points":7}"#.utf8))
        #expect(try plain.received().flatMap(\.changes).allSatisfy { $0.kind != .event })
    }

    @Test
    func `a stream that continues an earlier one without events sends the stored events first`()
        throws
    {
        let token = try #require(try watch(events: []).received().last?.token)
        try writer.append("old")
        try writer.save("film", 10)
        #expect(try watch(token).changes() == ["event ", "saved film 10", "player mpv"])
    }

    @Test func `a stream first sends the events that an earlier version stored`() throws {
        try writer.append("old")
        try writer.save("film", 10)
        try harness.execute("ALTER TABLE event DROP COLUMN place")
        try harness.restart()
        let writer = harness.connect()
        var reader = Reader(harness.connect(), topics: ["score.entered"])
        try writer.save("film", 20)
        try writer.append("new")
        try reader.read()
        #expect(reader.entries == ["old", "saved film 20", "new"])
    }

    @Test func `a truncated token, or one with an unknown event, requires a resync`()
        throws
    {
        try writer.append("e1")
        try writer.save("film", 10)
        let token = try #require(try watch().received().last?.token)
        let halves = token.split(separator: "~").map { String($0) }
        let event = halves[1].split(separator: ".").map { String($0) }
        let wrong = [
            "\(halves[0])~zz.\(event[1])", "\(halves[0])~1.zz", "\(halves[0])~1", "\(halves[0])~",
            "\(token).1", "\(token)~\(halves[1])", "~\(halves[1])", "\(halves[0])~-1.0",
        ]
        for token in wrong {
            let error = try watch(token).replies().first?.error
            #expect(error == "io.stated.Playback.ResyncRequired", "\(token)")
        }
        let follower = harness.connect()
        follower.follow(token: "e.\(token)")
        #expect(try follower.replies().first?.error == "io.stated.Events.ResyncRequired")
    }

    @Test func `a slow reader must resync if events that it has not read are removed`() throws {
        let harness = try ServicesHarness {
            $0.store.eventRetentionMilliseconds = 1_000
            $0.store.historyRetentionMilliseconds = 0
        }
        var reader = Reader(harness.connect(), topics: ["score.entered"])
        try reader.read()
        harness.transport.unwritable = [reader.client.id]
        try harness.connect().append("a")
        harness.pass(130_000)
        harness.transport.unwritable = []
        harness.services.becameWritable(reader.client.id)
        harness.services.endTurn()
        let reply = try #require(try reader.client.replies().last)
        #expect(reply.error == "io.stated.Playback.ResyncRequired")
        #expect(!reply.continues)
        #expect(harness.transport.closed == [reader.client.id])
    }

    @Test func `a new stream continues even if stored events are removed during its start`() throws
    {
        let harness = try ServicesHarness {
            $0.store.eventRetentionMilliseconds = 1_000
            $0.store.historyRetentionMilliseconds = 0
        }
        let writer = harness.connect()
        try writer.append("kept", key: "k")
        try writer.append("old")
        for number in 1...300 { try writer.save("i\(number)", 10) }
        var early = Reader(harness.connect(), topics: ["score.entered"])
        try early.read()
        let client = harness.connect()
        harness.transport.unwritable = [client.id]
        var slow = Reader(client, topics: ["score.entered"])
        harness.pass(130_000)
        harness.transport.unwritable = []
        harness.services.becameWritable(client.id)
        harness.services.endTurn()
        try slow.read()
        #expect(slow.entries == ["kept"])
        early.resume(on: harness.connect(), after: 0)
        try early.read()
        #expect(early.entries == ["kept"])
    }

    @Test func `a turn of more than 256 KiB is sent in several replies, each with its token`()
        throws
    {
        var reader = Reader(harness.connect(), topics: ["score.entered"])
        try reader.read()
        for number in 1...1_200 {
            harness.clocks.advance(1)
            writer.handSave("i\(number)", 1)
        }
        harness.services.endTurn()
        try reader.read()
        let all = reader.entries
        #expect(all.count == 1_200)
        #expect(reader.tokens.count > 2)
        for reply in reader.tokens.indices {
            var reader = reader
            reader.resume(on: harness.connect(), after: reply)
            try reader.read()
            #expect(reader.entries == all)
        }
    }

    @Test func `observations that are committed together with many events are delivered`() throws {
        let watcher = watch()
        writer.tick("film", 1)
        _ = try watcher.received()
        writer.tick("film", 2)
        for number in 1...300 { writer.handEvent("e\(number)") }
        let snapshot = Snapshot(
            item: "film",
            player: "mpv",
            status: .playing,
            position: 3,
            cause: .tick
        )
        writer.hand(Playback.Save.self, .init(snapshot: snapshot), oneway: true)
        harness.services.endTurn()
        let changes = try watcher.received().flatMap(\.changes)
        #expect(changes.filter { $0.kind == .observed }.map(\.words).last == "observed film 3")
        #expect(changes.count { $0.kind == .event } == 300)
        #expect(changes.map(\.revision).sorted() == changes.map(\.revision))
    }

    @Test func `invalid topics and too many topics are refused`() throws {
        for topics in [["a b"], [""], (0...100).map { "t\($0)" }] {
            let error = try watch(events: topics).replies().first?.error
            #expect(error == "io.stated.Service.InvalidValue")
        }
        #expect(try watch(events: (1...100).map { "t\($0)" }).replies().first?.error == nil)
    }
}
