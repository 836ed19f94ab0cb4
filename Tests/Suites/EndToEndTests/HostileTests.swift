// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateTesting
import Testing
import Varlink

/// Clients that are slow, broken or ill-meaning: whoever behaves notices nothing.
@Suite struct HostileTests {
    let daemon: DaemonProcess
    let client: Client

    init() throws {
        daemon = try .running()
        client = try daemon.client()
    }

    private func isServed() throws -> Bool {
        try client.save("film", Double.random(in: 10..<1_000))["result.outcome"] == "saved"
    }

    private func call(padding: Int) -> [UInt8] {
        let method = #"{"method":"io.stated.Playback.List","parameters":{"pad":""#
        let end = #""}}"#
        return Array(method.utf8) + [UInt8](repeating: UInt8(ascii: "x"), count: padding)
            + Array(end.utf8)
    }

    @Test func `a subscriber that does not read uses little memory and delays no other client`()
        throws
    {
        let deaf = try ClientStream(daemon.socket)
        let heard = try daemon.stream()
        let title = String(repeating: "t", count: 900)
        let pid = try #require(daemon.program?.pid)
        func round(_ number: Int) throws {
            let snapshots = (0..<200).map {
                JSONValue.snapshot(
                    "item \($0)",
                    Double(number) + 10,
                    ["title": .string("\(title) \(number)")]
                )
            }
            #expect(try client.playback("SaveMany", ["snapshots": .array(snapshots)]).error == nil)
            var count = 0
            while count < 200 { count += try heard.next()["kind"] == "saved" ? 1 : 0 }
        }
        for number in 0..<10 { try round(number) }
        let before = try DaemonFiles.anonymousBytes(of: pid)
        for number in 10..<60 { try round(number) }
        let after = try DaemonFiles.anonymousBytes(of: pid)
        #expect(after - before < 32 << 20, "60 rounds are 12 MiB for each subscriber")
        #expect(heard.skipped == 0)

        // Once it reads, it receives the newest of each, and how much it never saw.
        _ = try deaf.untilReady()
        var newest: [String: JSONValue] = [:]
        while newest.count < 200 || newest.values.contains(where: { $0 != 69.0 }) {
            let change = try deaf.next()
            guard change["kind"] == "saved", let item = change["item"]?.text else { continue }
            newest[item] = change.at("point.position")
        }
        #expect(deaf.skipped > 0)
        let text = try client.service("GetMetrics")["text"]?.text ?? ""
        #expect(text.contains("stated_skipped_total \(deaf.skipped)"))
    }

    @Test func `the daemon reads no more calls from a client that does not read its replies`()
        throws
    {
        let deaf = try daemon.client()
        let packet = (0..<200).flatMap { _ in
            deaf.bytes(
                "org.varlink.service.GetInterfaceDescription",
                ["interface": "io.stated.Playback"]
            )
        }
        // Sends until the daemon takes no more; what it answered so far fills the way back.
        var sent = 0
        var idle = 0
        while idle < 50, sent < 64 << 20 {
            let count = deaf.socket.sendSome(packet)
            sent += count
            if count == 0 {
                idle += 1
                #expect(try isServed())
            } else {
                idle = 0
            }
        }
        #expect(sent < 64 << 20, "the daemon stops reading")
        #expect(try isServed())
        #expect(try deaf.receive()["description"] != nil)
    }

    @Test func `clients that send one byte at a time are answered and delay no other client`()
        throws
    {
        let slow = try (0..<5).map { _ in try daemon.client() }
        let messages = slow.map { $0.bytes("io.stated.Playback.Get", ["item": "nothing"]) }
        for place in 0..<(messages.first?.count ?? 0) {
            for (client, message) in zip(slow, messages) {
                try client.socket.send([message[place]])
            }
            if place % 10 == 0 { #expect(try isServed()) }
        }
        for client in slow { #expect(try client.receive() == .notFound("nothing")) }
    }

    @Test func `a message of 1 MiB is accepted, and a larger one is refused`() throws {
        let limit = 1 << 20
        let largest = try daemon.client()
        _ = largest.bytes("expected")
        try largest.socket.send(call(padding: limit - call(padding: 0).count) + [0])
        #expect(try largest.receive()["points"] == [])

        let tooLarge = try daemon.client()
        try tooLarge.socket.send(call(padding: limit + 1 - call(padding: 0).count))
        try tooLarge.waitForEnd()
        let endless = try daemon.client()
        try? endless.socket.send([UInt8](repeating: UInt8(ascii: " "), count: limit + 1))
        try endless.waitForEnd()
        #expect(try isServed())
    }

    @Test(arguments: [
        "\0", "{}\0", "[]\0", "null\0", "{\"method\":5}\0", "GET / HTTP/1.1\r\n\r\n\0",
        "{\"method\":\"io.stated.Playback.List\"\0", "{\"method\":\"io.stated.Playback.List\"}}\0",
        "{\"method\":\"io.stated.Playback.List\",}\0", "{\"method\":\"\"}\0", "\u{FEFF}{}\0",
        "{\"method\":\"io.stated.Playback.List\",\"more\":1}\0",
    ])
    func `an invalid call gets an error, or its client is disconnected`(text: String) throws {
        let hostile = try daemon.client()
        _ = hostile.bytes("expected")
        try hostile.socket.send(text.utf8)
        do {
            #expect(try hostile.receive().error != nil)
        } catch is Client.Closed {
        }
        #expect(try isServed())
    }

    @Test func `random bytes and partial messages harm no other client`() throws {
        var generator = SystemRandomNumberGenerator()
        for round in 0..<30 {
            let hostile = try daemon.client()
            let good = hostile.bytes("io.stated.Playback.Save", ["snapshot": .snapshot("x", 10)])
            let noise = (0..<500).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let half = Array(good.prefix(round * good.count / 30))
            try? hostile.socket.send(round.isMultiple(of: 2) ? noise : half)
        }
        #expect(try isServed())
        #expect(try client.playback("Get", ["item": "x"]) == .notFound("x"))
    }

    @Test
    func `a client that breaks the protocol is logged once, even on many connections`()
        throws
    {
        for _ in 0..<100 {
            let hostile = try daemon.client()
            try? hostile.socket.send([UInt8]("garbage".utf8) + [0])
            try hostile.waitForEnd()
        }
        let lines = daemon.log.split(separator: "\n").filter { $0.contains("connection closed") }
        #expect(lines.count == 1)
        let line = try #require(lines.first)
        #expect(line.contains("peer.uid=\(getuid())") && line.contains("peer.pid=\(getpid())"))
        #expect(line.contains("malformed"))
        #expect(try isServed())
    }

    @Test func `with few file descriptors, some connections are served and the rest refused`()
        throws
    {
        let setup = DaemonProcess.Setup(launcher: ["/usr/bin/prlimit", "--nofile=64"])
        let daemon = try DaemonProcess.running(setup)
        let first = try daemon.client()
        try first.save("film", 10)
        var refused = 0
        var others: [Client] = []
        for _ in 0..<100 {
            let other = try daemon.client()
            do {
                try other.save("film", 20, ["cause": "seek"])
                others.append(other)
            } catch {
                refused += 1
            }
        }
        #expect(others.count >= 8 && refused > 0)
        #expect(try first.save("film", 30, ["cause": "seek"])["result.outcome"] == "saved")
        #expect(daemon.log.contains("allows fewer connections than configured"))
        #expect(daemon.log.contains("there are too many connections"))
        #expect(!daemon.log.contains("cannot accept connections"))
        others = []
        try daemon.waitForSocket()
    }

    @Test func `many unfinished messages use little memory`() throws {
        let pid = try #require(daemon.program?.pid)
        let before = try DaemonFiles.peakBytes(of: pid)
        let half = call(padding: 1_000_000)
        let hostile = try (0..<120).map { _ in try daemon.client() }
        for client in hostile { try? client.socket.send(half) }
        #expect(try isServed())
        #expect(try DaemonFiles.peakBytes(of: pid) - before < 100 << 20)
        #expect(daemon.log.contains("unfinished messages take up too much memory"))
    }

    @Test func `JSON nested more deeply than the limit is refused, even 400,000 levels deep`()
        throws
    {
        func nested(_ depth: Int) -> [UInt8] {
            let open = String(repeating: "[", count: depth)
            let close = String(repeating: "]", count: depth)
            let call = #"{"method":"io.stated.Playback.List","parameters":{"x":"#
            return Array((call + open + close + "}}\0").utf8)
        }
        let fine = try daemon.client()
        _ = fine.bytes("expected")
        try fine.socket.send(nested(30))
        #expect(try fine.receive()["points"] != nil)
        for depth in [31, 1_000, 400_000] {
            let hostile = try daemon.client()
            try? hostile.socket.send(nested(depth))
            try hostile.waitForEnd()
        }
        #expect(try isServed())
    }

    @Test(arguments: [
        #"\ud800"#, #"\udc00"#, #"\ud800x"#, #"\udc00\ud800"#, #"\ud83d\ud83d"#,
    ])
    func `a name with half a surrogate pair is refused`(item: String) throws {
        let hostile = try daemon.client()
        _ = hostile.bytes("expected")
        let snapshot =
            "{\"item\":\"\(item)\",\"player\":\"p\",\"status\":\"paused\",\"position\":10}"
        let text =
            "{\"method\":\"io.stated.Playback.Save\",\"parameters\":{\"snapshot\":\(snapshot)}}\0"
        try hostile.socket.send(text.utf8)
        do {
            #expect(try hostile.receive().error != nil)
        } catch is Client.Closed {
        }
        #expect(try client.playback("List") == .ok(["points": []]))
    }

    @Test func `a name in invalid UTF-8 is refused`() throws {
        for bytes: [UInt8] in [
            [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80],
        ] {
            let hostile = try daemon.client()
            let start = #"{"method":"io.stated.Playback.Get","parameters":{"item":""#
            _ = hostile.bytes("expected")
            try hostile.socket.send(Array(start.utf8) + bytes + Array("\"}}\0".utf8))
            do {
                #expect(try hostile.receive().error != nil)
            } catch is Client.Closed {
            }
        }
        #expect(try isServed())
    }

    @Test func `long batches are stored while other clients call`()
        throws
    {
        let title = String(repeating: "t", count: 300)
        let programs = try (0..<3).map { number in
            let snapshots = (0..<300).map {
                JSONValue.snapshot("item \(number)/\($0)", 50, ["title": .string(title)])
            }
            return try DaemonProgram(
                [
                    try DaemonProcess.executable("statectl"), "--socket", daemon.socket, "call",
                    "io.stated.Playback.SaveMany",
                    String(
                        decoding: (["snapshots": .array(snapshots)] as JSONValue).json,
                        as: UTF8.self
                    ),
                ],
                environment: ["XDG_RUNTIME_DIR": "/nonexistent"],
                output: daemon.directory.file("answers")
            )
        }
        // Somebody else calls until all of them have their answers.
        repeat { #expect(try isServed()) } while programs.contains { $0.exit == nil }
        for program in programs { #expect(try program.waitForExit() == .status(0)) }
        for number in 0..<3 {
            let point = try client.playback("Get", ["item": .string("item \(number)/299")])
            #expect(point["point.position"] == 50.0)
        }
    }
}
