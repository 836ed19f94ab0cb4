// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateTesting
import Testing
import Varlink

/// Events: appended once, kept, listed in order.
@Suite struct EventTests {
    let daemon: DaemonProcess
    let client: Client

    init() throws {
        daemon = try .running()
        client = try daemon.client()
    }

    @Test func `appended events are listed unchanged and in order`() throws {
        let body: JSONValue = ["score": [3, 1.5, .null], "who": "Ä\u{7}\n"]
        #expect(try client.append("first", body)["sequence"] == 1)
        #expect(try client.append("\u{0}é\u{1b}[2J", topic: "order.claimed")["sequence"] == 2)
        let again = try client.append("first", body)
        #expect(again["sequence"] == 1)
        #expect(again["duplicate"] == true)
        #expect(try client.append("first", ["other": 1]).error == "io.stated.Events.IdReused")
        let events = try client.allEvents()
        #expect(events.map { $0["id"]?.text } == ["first", "\u{0}é\u{1b}[2J"])
        #expect(events.map { $0["topic"] } == ["score.entered", "order.claimed"])
        #expect(events.first?["body"] == body)
        #expect(events.map { $0["state"] } == ["pending", "pending"])
        #expect(try client.service("GetHealth")["health.events"] == 2)
    }

    @Test func `a thousand pipelined events are numbered in order while other clients call`()
        throws
    {
        var packet: [UInt8] = []
        for number in 1...1_000 {
            packet += client.bytes("io.stated.Events.Append", .event("e\(number)"))
            if number % 100 == 0 {
                let snapshots: JSONValue = [.snapshot("film", 10), .snapshot("song", 20)]
                packet += client.bytes("io.stated.Playback.SaveMany", ["snapshots": snapshots])
            }
        }
        // More than the daemon reads ahead: it must take in while we give out.
        var rest = packet[...]
        var answers: [Client.Answer] = []
        while !rest.isEmpty {
            rest = rest.dropFirst(client.socket.sendSome(Array(rest.prefix(1 << 16))))
            if !rest.isEmpty { answers.append(try client.receive()) }
        }
        while answers.count < 1_010 { answers.append(try client.receive()) }
        #expect(answers.compactMap { $0["sequence"]?.int } == Array(1...1_000))
        #expect(answers.count { $0["results"]?.elements.count == 2 } == 10)
        let events = try client.allEvents(limit: 300)
        #expect(events.map(\.eventWords) == (1...1_000).map { "\($0) e\($0)" })
    }

    @Test(arguments: [
        ("id", JSONValue.event("")),
        ("id", .event(String(repeating: "x", count: 129))),
        ("topic", .event("e", topic: "")),
        ("topic", .event("e", topic: "with blanks")),
        ("topic", .event("e", topic: String(repeating: "x", count: 129))),
        ("body", .event("e", ["text": .string(String(repeating: "x", count: 65_526))])),
        ("body", .event("e", Self.nested(29))),
    ])
    func `an invalid event is refused, and the error names the field`(
        field: String,
        event: JSONValue
    ) throws {
        let answer = try client.events("Append", event)
        #expect(answer.error == "io.stated.Events.InvalidEvent")
        #expect(answer["field"] == .string(field))
        #expect(answer["why"]?.text?.isEmpty == false)
        #expect(try client.allEvents().isEmpty)
    }

    private static func nested(_ depth: Int) -> JSONValue {
        depth == 0 ? 1 : ["a": nested(depth - 1)]
    }

    @Test func `an event as large as the limits allow is stored and can be read`() throws {
        let id = String(repeating: "x", count: 128)
        let text = JSONValue.string(String(repeating: "x", count: 65_525))
        #expect(JSONValue.object([JSONMember(key: "text", value: text)]).json.count == 65_536)
        #expect(try client.append(id, topic: id, ["text": text])["sequence"] == 1)
        #expect(try client.append("deep", Self.nested(28))["sequence"] == 2)
        let stream = try EventStream(daemon.socket)
        #expect(try stream.untilReady().map { $0["body"] } == [["text": text], Self.nested(28)])
        let watch = try daemon.statectl("watch", "--events", "score.entered", "--count", "1")
        #expect(watch.exit == .status(0))
    }

    @Test func `an event sent as a oneway call is appended`() throws {
        let stream = try EventStream(daemon.socket)
        _ = try stream.untilReady()
        try client.send("io.stated.Events.Append", .event("quiet"), oneway: true)
        try client.send("io.stated.Events.Append", .event(""), oneway: true)
        #expect(try stream.next(1).map(\.eventWords) == ["1 quiet"])
        #expect(try client.append("loud")["sequence"] == 2)
    }

    @Test func `each acknowledged event is kept once and in order after kills`() throws {
        var answered = 0
        for round in 1...5 {
            let client = try daemon.client()
            for number in 1...300 {
                try client.send("io.stated.Events.Append", .event("\(round)/\(number)"))
            }
            // Some are answered, some are stored and not answered, and some are neither.
            for _ in 1...(round * 40) {
                answered = try #require(try client.receive()["sequence"]?.int)
            }
            try daemon.kill()
            try daemon.start()
            let events = try daemon.client().allEvents()
            #expect(events.count >= answered)
            #expect(events.map { $0["sequence"]?.int } == Array(1...events.count))
            let own = events.compactMap { $0["id"]?.text }.filter { $0.hasPrefix("\(round)/") }
            #expect(own.count >= round * 40)
            #expect(own == (1...own.count).map { "\(round)/\($0)" })
            // Whoever does not know tries again, and nothing is there twice.
            let again = try daemon.client()
            for number in 1...300 {
                let answer = try again.append("\(round)/\(number)")
                #expect(answer["duplicate"] == .bool(number <= own.count))
            }
            #expect(try again.allEvents().count == round * 300)
        }
    }

    @Test func `events beyond the limit are refused while other calls succeed`() throws {
        let daemon = try DaemonProcess.running(
            DaemonProcess.Setup(configuration: "limits:\n  events: 3\n")
        )
        let client = try daemon.client()
        for id in ["a", "b", "c"] { #expect(try client.append(id).error == nil) }
        let quota = Client.Answer.error(
            "io.stated.Service.QuotaExceeded",
            ["limit": "events", "value": 3]
        )
        #expect(try client.append("d") == quota)
        #expect(try client.append("a")["duplicate"] == true)
        #expect(try client.save("film", 10)["result.outcome"] == "saved")
        try daemon.configure("limits:\n  events: 4\n")
        #expect(try client.service("Reload")["changed"] == ["limits.events"])
        #expect(try client.append("d")["sequence"] == 4)
        #expect(try client.append("e").error == "io.stated.Service.QuotaExceeded")
    }

    @Test func `events are removed after the retention time, and their numbers are not reused`()
        throws
    {
        let daemon = try DaemonProcess.running(
            DaemonProcess.Setup(
                configuration: "event-retention: 1s\nhistory-retention: 1s\n"
            )
        )
        let client = try daemon.client()
        let stream = try EventStream(daemon.socket)
        _ = try stream.untilReady()
        let early = stream.token
        try client.append("a")
        #expect(try stream.next(1).map(\.eventWords) == ["1 a"])
        try waitUntil("the event is past its time") { try client.allEvents().isEmpty }
        let late = try EventStream(daemon.socket, ["token": .string(early)])
        let refusal = try late.client.receive()
        #expect(refusal.error == "io.stated.Events.ResyncRequired")
        #expect(refusal["oldest"] == 2)
        try daemon.restart()
        #expect(try daemon.client().append("a")["sequence"] == 2)
    }

    @Test func `a backup contains the events, and a restore keeps their IDs`() throws {
        let stream = try EventStream(daemon.socket)
        try client.append("a")
        let backup = try client.service("Backup", ["name": "good"])["path"]?.text
        try client.append("b")
        _ = try stream.next(2)
        try daemon.stop()
        try daemon.place(try #require(backup))
        try daemon.start()
        let client = try daemon.client()
        #expect(try client.allEvents().map(\.eventWords) == ["1 a"])
        #expect(try client.append("a")["duplicate"] == true)
        #expect(try client.append("c")["sequence"] == 2)
        let again = try EventStream(daemon.socket, ["token": .string(stream.token)])
        let refusal = try again.client.receive()
        #expect(refusal.error == "io.stated.Events.ResyncRequired")
        #expect(refusal["oldest"] == 1)
    }

    @Test func `a damaged store is replaced with the events of its backup`() throws {
        for number in 1...500 { try client.append("e\(number)") }
        try client.service("Backup", ["name": "good"])
        try client.append("after")
        try daemon.stop()
        _ = daemon.manager.heard()
        let size = DaemonFiles.size(daemon.store)
        let noise = [UInt8](repeating: 0xa5, count: 2_048)
        for page in stride(from: 4_096 * 2, to: size, by: 4_096) {
            try DaemonFiles.overwrite(daemon.store, at: page, with: noise)
        }
        try daemon.start()
        let client = try daemon.client()
        try client.waitForProblem()
        #expect(try client.allEvents().map(\.eventWords) == (1...500).map { "\($0) e\($0)" })
        #expect(try client.append("after")["sequence"] == 501)
    }
}
