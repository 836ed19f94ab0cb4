// SPDX-License-Identifier: Apache-2.0
import ClientTesting
import ModelTesting
import StateClient
import StateModel
import StateProtocol
import StateTesting
import Testing
import Varlink

@testable import statectl

/// An event as the daemons of these tests have it.
private func event(
    _ sequence: SequenceNumber,
    _ body: String = "{}",
    id: String = "m-1"
) -> Events.Event {
    Events.Event(
        id: id,
        topic: "score.entered",
        body: Array(body.utf8),
        origin: "desk",
        at: 1_795_250_100_000 + sequence.rawValue,
        sequence: sequence,
        state: .pending
    )
}

private func followed(_ events: [Events.Event], token: String) -> [UInt8] {
    Events.Follow.answer(events: events.map(\.json), ready: true, token: token)
}

@Suite struct EventTests {
    /// A daemon that appends everything as event 7.
    private static let appends: FakeDaemon.Script = { _ in
        [Events.Append.answer(.init(sequence: 7, duplicate: false))]
    }

    @Test func `append sends its arguments to the daemon unchanged`() async throws {
        try await withDaemon(Self.appends) { daemon in
            let body = #"{ "b":1.0, "a":[ ] }"#
            let run = try await Program.run(
                ["event", "append", "score.entered", body, "--id", "-x-"],
                socket: daemon.socket
            )
            #expect(run.output == "appended score.entered as event 7\n")
            #expect(run.status == 0)
            let call = try #require(try await daemon.calls().first)
            #expect(
                try Events.Append.parameters(of: call)
                    == .init(id: "-x-", topic: "score.entered", body: Array(body.utf8))
            )
        }
    }

    @Test func `an event without an ID is given one, which --json shows`()
        async throws
    {
        try await withDaemon(Self.appends) { daemon in
            var ids: Set<String> = []
            for _ in 1...2 {
                let run = try await Program.run(
                    "--json",
                    "event",
                    "append",
                    "t",
                    socket: daemon.socket
                )
                let calls = try await daemon.calls()
                let call = try Events.Append.parameters(of: try #require(calls.last))
                #expect(call.body == Array("{}".utf8))
                #expect(
                    run.output == #"{"sequence":7,"duplicate":false,"id":"\#(call.id)"}"# + "\n"
                )
                ids.insert(call.id)
            }
            #expect(ids.count == 2)
        }
    }

    @Test func `the body of an event can be read from standard input`() async throws {
        try await withDaemon(Self.appends) { daemon in
            let run = try await Program.run(
                ["event", "append", "t", "-"],
                socket: daemon.socket,
                input: "\n {\"a\":\n1}\n"
            )
            #expect(run.status == 0)
            let call = try #require(try await daemon.calls().first)
            #expect(try Events.Append.parameters(of: call).body == Array("{\"a\":\n1}".utf8))
        }
    }

    @Test(arguments: ["", "{", "nonsense", "[1]", "{}{}"])
    func `append refuses a body that is not a JSON object`(input: String) async throws {
        let run = try await Program.run(["event", "append", "t", "-"], input: input)
        #expect(run.status == 65)
        #expect(
            run.errors == "statectl: the body is not a JSON object: write one like "
                + "'{\"points\":7}'\n"
        )
    }

    @Test(arguments: [
        (#"{"a":1e400}"#, "a: the number is out of range (byte 5)"),
        (#"{"a":"\ud800"}"#, "a: not a valid string (byte 6)"),
        ("{\"a\":\"\u{1b}\"}", "a: not a valid string (byte 6)"),
        (nested(29), "must be nested at most 28 levels deep"),
        (nested(32), "must be nested at most 28 levels deep"),
        (nested(80), "must be nested at most 28 levels deep"),
    ])
    func `append and call name the reason why they refuse an object`(
        body: String,
        reason: String
    ) async throws {
        let run = try await Program.run(["event", "append", "t", "-"], input: body)
        #expect(run.status == 65)
        #expect(run.errors == "statectl: body: \(reason)\n")
        let isDeep = reason.hasPrefix("must")
        let call = try await Program.run("call", "a.b.C", isDeep ? Self.nested(32) : body)
        #expect(call.status == 65)
        let expected = isDeep ? "must be nested at most 31 levels deep" : reason
        #expect(call.errors == "statectl: parameters: \(expected)\n")
    }

    /// Returns an object of `depth` levels.
    private static func nested(_ depth: Int) -> String {
        String(repeating: #"{"a":"#, count: depth - 1) + "{}"
            + String(repeating: "}", count: depth - 1)
    }

    @Test func `append refuses a body that is too long, without calling the daemon`() async throws {
        let text = String(repeating: "x", count: 65_536)
        let run = try await Program.run(["event", "append", "t", "-"], input: #"{"a":"\#(text)"}"#)
        #expect(run.status == 65)
        #expect(
            run.errors == "statectl: the body is longer than 64.0 KiB, the limit for an event\n"
        )
    }

    @Test func `append succeeds if the event is already stored`() async throws {
        try await withDaemon { _ in
            [Events.Append.answer(.init(sequence: 3, duplicate: true))]
        } body: { daemon in
            let run = try await Program.run("event", "append", "t", socket: daemon.socket)
            #expect(run.output == "already stored as event 3\n")
            #expect(run.status == 0)
        }
    }

    @Test(arguments: [
        (StateError.idReused(id: "i\u{1b}"), 65, "another event has the id i\\u{1b}"),
        (.invalidEvent(field: "topic", reason: "must be short"), 65, "topic: must be short"),
        (.quotaExceeded(limit: "events", value: 3), 75, "the limit events is reached (3)"),
        (.storageUnavailable(reason: "the disk is full"), 75, "the disk is full"),
        (.methodNotImplemented("io.stated.Events.Append"), 69, "older than this statectl"),
    ])
    func `append reports a refusal by the daemon`(
        error: StateError,
        status: Int32,
        words: String
    ) async throws {
        try await withDaemon { _ in
            [error.message]
        } body: { daemon in
            let run = try await Program.run("event", "append", "t", socket: daemon.socket)
            #expect(run.status == status)
            #expect(run.errors.contains(words))
            #expect(run.errors.split(separator: "\n").count == 1)
        }
    }

    @Test func `append sends the key of an event`() async throws {
        try await withDaemon(Self.appends) { daemon in
            let run = try await Program.run(
                ["event", "append", "t", "{}", "--id", "i", "--key", "-k"],
                socket: daemon.socket
            )
            #expect(run.status == 0)
            let call = try #require(try await daemon.calls().first)
            #expect(try Events.Append.parameters(of: call).key == "-k")
        }
    }

    @Test func `latest reads all pages and prints fields in a pipe`() async throws {
        try await withDaemon { call in
            let cursor = (try? Events.Latest.parameters(of: call))?.cursor
            var value = event(cursor == nil ? 1 : 2, "{\n\"a\":\t1}")
            value.key = "k\u{1b}"
            return [Events.Latest.answer(.init(events: [value], cursor: cursor == nil ? "c" : nil))]
        } body: { daemon in
            let run = try await Program.run(
                ["event", "latest", "t", "--prefix", "-k", "--conflicts"],
                socket: daemon.socket
            )
            let start = "score.entered\tk\\u{1b}\t2026-11-21T08:35:00"
            #expect(
                run.output == "\(start).001Z\tdesk\tm-1\t{ \"a\": 1}\n"
                    + "\(start).002Z\tdesk\tm-1\t{ \"a\": 1}\n"
            )
            let calls = try await daemon.calls().map { try Events.Latest.parameters(of: $0) }
            #expect(calls.map(\.cursor) == [nil, "c"])
            #expect(calls.allSatisfy { $0.topic == "t" && $0.prefix == "-k" && $0.key == nil })
            #expect(calls.allSatisfy { $0.conflicts == true })
        }
    }

    @Test
    func `latest with a key prints only the body, or says that there is no value`() async throws {
        try await withDaemon { call in
            let isThere = (try? Events.Latest.parameters(of: call))?.key == "k"
            return [Events.Latest.answer(.init(events: isThere ? [event(1, "{\"a\":1}")] : []))]
        } body: { daemon in
            let run = try await Program.run("event", "latest", "t", "k", socket: daemon.socket)
            #expect(run.output == "{\"a\":1}\n")
            let none = try await Program.run("event", "latest", "t", "no", socket: daemon.socket)
            #expect(none.status == 1)
            #expect(none.errors == "statectl: topic t has no value for key no\n")
            for words in [["t", "k", "--prefix", "k"], ["--prefix", "k"]] {
                let run = try await Program.run(["event", "latest"] + words, socket: daemon.socket)
                #expect(run.status == 64 && run.errors.contains("--prefix"))
            }
        }
    }

    @Test(arguments: [
        (true, "cleared t k\n"), (false, "nothing to clear: t k has no value\n"),
    ])
    func `clear says whether there was a value`(cleared: Bool, words: String) async throws {
        try await withDaemon { _ in
            [Events.Clear.answer(.init(cleared: cleared))]
        } body: { daemon in
            let run = try await Program.run("event", "clear", "t", "k", socket: daemon.socket)
            #expect(run.output == words)
            #expect(run.status == 0)
            let call = try #require(try await daemon.calls().first)
            #expect(try Events.Clear.parameters(of: call) == .init(topic: "t", key: "k"))
        }
    }

    @Test func `undo names the new event, and passes on the requested value`() async throws {
        for id in [nil, "-x-"] {
            try await withDaemon { _ in
                [Events.Undo.answer(.init(sequence: 7))]
            } body: { daemon in
                let run = try await Program.run(
                    ["event", "undo", "t", "k"] + (id.map { ["--to", $0] } ?? []),
                    socket: daemon.socket
                )
                #expect(run.output == "restored t k by event 7\n")
                let call = try #require(try await daemon.calls().first)
                #expect(try Events.Undo.parameters(of: call) == .init(topic: "t", key: "k", id: id))
            }
        }
    }

    @Test func `list of a key marks lost values, and continues after a page without events`()
        async throws
    {
        try await withDaemon { call in
            guard (try? Events.List.parameters(of: call))?.after == 9 else {
                return [Events.List.answer(.init(events: [], more: true, next: 9))]
            }
            var value = event(11)
            (value.key, value.lost) = ("k", true)
            return [Events.List.answer(.init(events: [value], more: false))]
        } body: { daemon in
            let run = try await Program.run(
                ["event", "list", "--topic", "t", "--key", "k"]
                    + ["--since", "@1.5", "--until", "2026-11-21T08:40:00Z"],
                socket: daemon.socket
            )
            #expect(run.output.hasSuffix("\t{}\tk\t\tlost\n"))
            let calls = try await daemon.calls().map { try Events.List.parameters(of: $0) }
            #expect(calls.map(\.key) == ["k", "k"])
            #expect(calls.map(\.since) == [1_500, 1_500])
            #expect(calls.first?.until == 1_795_250_400_000)
            let refused = try await Program.run("event", "list", "--key", "k")
            #expect(refused.status == 64)
        }
    }

    @Test func `event list reads all pages and prints fields in a pipe`() async throws {
        try await withDaemon { call in
            let after = (try? Events.List.parameters(of: call))?.after ?? 0
            let page = [event(after + 1, "{\n\"a\":\t1}", id: "\u{1b}[2J"), event(after + 2)]
            return [Events.List.answer(.init(events: page, more: after < 4))]
        } body: { daemon in
            let run = try await Program.run(
                ["event", "list", "--topic", "t", "--after", "2"],
                socket: daemon.socket
            )
            let start = "2026-11-21T08:35:00.003Z\tscore.entered\tdesk\tpending\t"
            #expect(run.output.split(separator: "\n").count == 4)
            #expect(run.output.hasPrefix("3\t\(start)\\u{1b}[2J\t{ \"a\": 1}\t\t\n4\t"))
            let calls = try await daemon.calls().map { try Events.List.parameters(of: $0) }
            #expect(calls.map(\.after) == [2, 4])
            #expect(calls.allSatisfy { $0.topic == "t" && $0.limit == 1000 })
        }
    }

    @Test func `event list --json also prints members that a newer daemon sends`() async throws {
        let json =
            #"{"id":"a","topic":"t","body":{},"origin":"d","at":1,"sequence":1,"#
            + #""state":"queued","new":true}"#
        try await withDaemon { _ in
            [Events.List.answer(events: [Array(json.utf8)], more: false)]
        } body: { daemon in
            let run = try await Program.run("event", "list", "--json", socket: daemon.socket)
            #expect(run.output == json + "\n")
            #expect(run.status == 0)
        }
    }

    @Test func `follow prints each event once, and the token with the last event of a reply`()
        async throws
    {
        try await withDaemon { _ in
            [followed([event(1), event(2)], token: "t2")]
        } body: { daemon in
            let follow = try Watcher(
                "event",
                "follow",
                "--json",
                "--since",
                "-t-",
                "--topic",
                "t",
                socket: daemon.socket
            )
            #expect(try await follow.line()?.hasSuffix(#""sequence":1,"state":"pending"}"#) == true)
            #expect(
                try await follow.line()?.hasSuffix(#""state":"pending","token":"t2"}"#) == true
            )
            try await daemon.push(followed([], token: "t3"))
            try await daemon.push(followed([event(3)], token: "t4"))
            #expect(try await follow.line()?.contains(#""sequence":3,"#) == true)
            let call = try #require(try await daemon.calls().first)
            #expect(try Events.Follow.parameters(of: call) == .init(token: "-t-", topic: "t"))
            #expect(await follow.interrupt() == 0)
        }
    }

    @Test func `follow continues after a restart, and starts over if its token is refused`()
        async throws
    {
        try await withTemporaryDirectory { directory in
            let socket = "\(directory)/s"
            let first = try await FakeDaemon.start(on: socket) { _ in
                [followed([event(1)], token: "t1")]
            }
            let follow = try Watcher("event", "follow", socket: socket)
            #expect(try await follow.line()?.hasPrefix("1\t") == true)
            await first.stop()
            #expect(
                try await follow.notice()
                    == "statectl: the connection to the daemon ended; waiting for it"
            )
            let second = try await FakeDaemon.start(on: socket) { call in
                let token = try? Events.Follow.parameters(of: call).token
                return token == nil
                    ? [followed([event(9)], token: "t9")]
                    : [StateError.eventsResyncRequired(reason: "it is gone", oldest: 9).message]
            }
            #expect(try await follow.notice() == "statectl: starting over: it is gone")
            #expect(try await follow.notice() == "statectl: the daemon is back")
            #expect(try await follow.line()?.hasPrefix("9\t") == true)
            let call = try #require(try await second.calls().first)
            #expect(try Events.Follow.parameters(of: call).token == "t1")
            #expect(await follow.interrupt() == 0)
            await second.stop()
        }
    }

    @Test
    func `follow prints each event once and in order if the daemon is killed and started again`()
        async throws
    {
        let daemon = try DaemonProcess.running()
        let follow = try Watcher("event", "follow", socket: daemon.socket)
        var printed: [String] = []
        for round in 0..<3 {
            for number in 1...5 {
                let id = "\(round)/\(number)"
                let run = try await Program.run(
                    ["event", "append", "t", "--id", id],
                    socket: daemon.socket
                )
                #expect(run.output == "appended t as event \(round * 5 + number)\n")
            }
            // The last of them are delivered, or left to the token.
            for _ in 1...(round + 3) { printed.append(try #require(try await follow.line())) }
            try daemon.kill()
            try daemon.start()
        }
        while printed.count < 15 { printed.append(try #require(try await follow.line())) }
        let fields = printed.map { $0.split(separator: "\t") }
        #expect(fields.map { $0[0] } == (1...15).map { "\($0)" })
        #expect(fields.map { $0[5] } == (0..<3).flatMap { r in (1...5).map { "\(r)/\($0)" } })
        #expect(await follow.interrupt() == 0)
    }

    @Test func `follow ends with status 65 if the token cannot be used`() async throws {
        try await withDaemon { _ in
            [StateError.eventsResyncRequired(reason: "it is gone", oldest: 9).message]
        } body: { daemon in
            let run = try await Program.run(
                ["event", "follow", "--since", "t"],
                socket: daemon.socket
            )
            #expect(run.status == 65)
            #expect(run.errors.contains("it is gone"))
        }
    }
}

@Suite struct EventReportTests {
    private let context = TimeContext(now: 1_795_250_160_000, zone: .utc)

    @Test func `a line of events fits the terminal, and control characters are escaped`() {
        let report = EventReport(
            event: StoredEvent(
                event(
                    17,
                    "{\"text\":\"\u{202e}evil\",\n\"more\":\"\(String(repeating: "x", count: 99))\"}"
                )
            )
        )
        let line = report.line(from: context, width: 60, style: .plain)
        #expect(line.hasPrefix("08:35:00    17  score.entered  desk  {\"text\":\"\\u{202e}e"))
        #expect(TextWidth.of(line) == 60)
        let wide = report.line(from: context, width: 500, style: .plain)
        #expect(wide.hasSuffix("xxx\"}"))
    }

    @Test func `in a table of events, only the column of bodies is shortened`() {
        let events = [event(1, #"{"points":7,"game":"chess"}"#), event(12)].map(StoredEvent.init)
        #expect(
            EventReport.lines(events.map(EventReport.init), from: context, width: 62, style: .plain)
                == [
                    "NUMBER  WHEN      TOPIC          DEVICE  STATE    BODY",
                    "     1  59 s ago  score.entered  desk    pending  {\"points\":7…",
                    "    12  59 s ago  score.entered  desk    pending  {}",
                ]
        )
    }

    @Test(
        arguments: [
            (nil, nil, "{}", "{}\t\t"), ("z", nil, "z  {}", "{}\tz\t"),
            ("z", true, "z  cleared", "{}\tz\tcleared"),
        ] as [(String?, Bool?, String, String)]
    )
    func `a line of an event has its key, and says if the event clears the key`(
        key: String?,
        cleared: Bool?,
        text: String,
        fields: String
    ) {
        var event = event(1)
        event.key = key
        event.cleared = cleared
        let report = EventReport(event: StoredEvent(event))
        let line = report.line(from: context, width: 500, style: .plain)
        #expect(line == "08:35:00    1  score.entered  desk  \(text)")
        #expect(report.cells(from: context).last == text)
        #expect(report.line.hasSuffix("\tpending\tm-1\t\(fields)"))
        let change = Change(
            kind: .event,
            revision: 1,
            about: .event(topic: event.topic, json: event.json)
        )
        let shown = ChangeLine(change: change, context: context).text(style: .plain)
        #expect(shown.hasSuffix("  score.entered  \(text)  desk"))
    }

    @Test func `an ID that append generates is a UUID of version 7`() {
        // The example of RFC 9562, A.6.
        let id = EventID.uuid(
            now: 0x017F_22E2_79B0,
            random: 0xCC3,
            0x18C4_DC0C_0C07_398F
        )
        #expect(id == "017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
        #expect(EventID.new(now: 1) < EventID.new(now: 2))
        #expect(EventID.new(now: 1) != EventID.new(now: 1))
    }
}
