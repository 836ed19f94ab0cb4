// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateTesting
import Testing
import Varlink

/// Limits of size and number, each with what exceeds it.
@Suite struct LimitTests {
    /// Lets this process have as many files open as the machine allows.
    init() {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    @Test func `the daemon serves three hundred connections at once`() throws {
        let daemon = try DaemonProcess.running()
        let clients = try (0..<300).map { _ in try daemon.client() }
        for (number, client) in clients.enumerated() {
            try client.send("io.stated.Playback.Save", ["snapshot": .snapshot("\(number)", 10)])
        }
        for client in clients { #expect(try client.receive()["result.outcome"] == "saved") }
        #expect(try clients[0].service("GetHealth")["health.connections"] == 300)
        #expect(try clients[0].service("GetHealth")["health.points"] == 300)
    }

    @Test func `a user can have 1024 streams and no more`() throws {
        let daemon = try DaemonProcess.running()
        let client = try daemon.client()
        try client.save("film", 10)
        var streams = try (0..<1_024).map { _ in try ClientStream(daemon.socket) }
        for stream in streams { #expect(try stream.untilReady().count == 2) }
        let refused = try ClientStream(daemon.socket)
        #expect(
            try refused.client.receive()
                == .error(
                    "io.stated.Service.QuotaExceeded",
                    ["limit": "streams-per-uid", "value": 1_024]
                )
        )
        try client.save("film", 20)
        for stream in streams { #expect(try stream.next().at("point.position") == 20.0) }
        streams.removeLast()
        // The place is free once the daemon has noticed.
        var isFree = false
        while !isFree {
            let again = try ClientStream(daemon.socket)
            isFree = try again.client.receive().error == nil
        }
        #expect(try client.service("GetHealth")["health.status"] == "ok")
    }

    @Test func `connections beyond the limit are closed, and earlier connections stay open`() throws
    {
        let daemon = try DaemonProcess.running(
            DaemonProcess.Setup(configuration: "limits:\n  connections-per-uid: 3\n")
        )
        var clients = try (0..<3).map { _ in try daemon.client() }
        for client in clients { #expect(try client.playback("List").error == nil) }
        let refused = try daemon.client()
        try refused.waitForEnd()
        for client in clients { #expect(try client.playback("List").error == nil) }
        clients.removeLast()
        var isFree = false
        while !isFree {
            let again = try daemon.client()
            isFree = (try? again.playback("List").error == nil) ?? false
        }
        #expect(daemon.log.contains("connection refused"))
    }

    @Test func `the configuration sets the limits`() throws {
        let daemon = try DaemonProcess.running(
            DaemonProcess.Setup(
                configuration: """
                    limits:
                      message-size: 4KiB
                      json-depth: 8
                      streams-per-uid: 1
                    """
            )
        )
        let client = try daemon.client()
        #expect(try client.playback("List", ["x": [[[[[1]]]]]]).error == nil)
        try client.send("io.stated.Playback.List", ["x": [[[[[[[1]]]]]]]])
        try client.waitForEnd()
        let large = try daemon.client()
        try large.send(
            "io.stated.Playback.List",
            ["x": .string(String(repeating: "x", count: 4_096))]
        )
        try large.waitForEnd()
        let stream = try ClientStream(daemon.socket)
        _ = try stream.untilReady()
        let second = try ClientStream(daemon.socket)
        #expect(try second.client.receive()["value"] == 1)
    }

    @Test func `replies with long escaped names stay below 1 MiB`() throws {
        let daemon = try DaemonProcess.running()
        let client = try daemon.client()
        func name(_ number: Int) -> String {
            String(repeating: "\u{1}", count: 1_019) + String(10_000 + number)
        }
        let title = JSONValue.string(String(repeating: "\u{2}", count: 1_024))
        for part in 0..<5 {
            let snapshots = (0..<80).map {
                JSONValue.snapshot(name(part * 80 + $0), 50, ["title": title])
            }
            #expect(try client.playback("SaveMany", ["snapshots": .array(snapshots)]).error == nil)
        }
        // The client refuses messages of more than 1 MiB by itself.
        var names: [String] = []
        var pages = 0
        var cursor: JSONValue = .null
        repeat {
            let page = try client.playback("List", ["limit": 1_000, "cursor": cursor])
            names += page["points"]?.elements.compactMap { $0["item"]?.text } ?? []
            cursor = page["cursor"] ?? .null
            pages += 1
        } while cursor != .null
        #expect(pages > 4)
        #expect(Set(names).count == 400)
        #expect(names.count == 400)

        let stream = try ClientStream(daemon.socket)
        let current = try stream.untilReady().filter { $0["kind"] == "current" }
        #expect(Set(current.compactMap { $0["item"]?.text }) == Set(names))
        let again = try daemon.stream(token: stream.token)
        _ = try again.untilReady()
        #expect(try client.playback("ClearAll")["cleared"] == 400)
        var cleared: Set<String> = []
        while cleared.count < 400 {
            let change = try again.next()
            if change["kind"] == "cleared", let item = change["item"]?.text { cleared.insert(item) }
        }
        for position in 0..<50 {
            try client.save(name(0), Double(position) * 100 + 10, ["title": title])
        }
        let history = try client.playback("History", ["item": .string(name(0)), "limit": 1_000])
        #expect(history["entries"]?.elements.isEmpty == false)
    }

    @Test func `a batch of the largest size succeeds, and a larger one is refused as a whole`()
        throws
    {
        let daemon = try DaemonProcess.running()
        let client = try daemon.client()
        let stream = try daemon.stream()
        // Names and titles that are as long as a message of 1 MiB has room for.
        let title = JSONValue.string(String(repeating: "t", count: 1_000))
        let name = String(repeating: "n", count: 900)
        let snapshots = (0..<501).map { JSONValue.snapshot("\(name) \($0)", 2, ["title": title]) }
        for anyway in [false, true] {
            let parameters: JSONValue = ["snapshots": .array(snapshots), "anyway": .bool(anyway)]
            let answer = try client.playback("SaveMany", parameters)
            #expect(answer.error == "io.stated.Service.QuotaExceeded")
            #expect(answer["limit"] == "snapshots-per-call" && answer["value"] == 500)
        }
        #expect(try client.service("GetHealth")["health.points"] == 0)
        let answer = try client.playback("SaveMany", ["snapshots": .array(Array(snapshots[1...]))])
        #expect(answer["results"]?.elements.count == 500)
        var saved = 0
        while saved < 500 { saved += try stream.next()["kind"] == "saved" ? 1 : 0 }
        #expect(stream.skipped == 0)
    }
}
