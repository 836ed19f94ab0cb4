// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateTesting
import Testing
import Varlink

/// Streams of events: nothing is passed over, however slow the reader.
@Suite struct FollowTests {
    let daemon: DaemonProcess
    let client: Client

    init() throws {
        daemon = try .running()
        client = try daemon.client()
    }

    /// Appends that many long events, all at once.
    private func appendLong(_ numbers: ClosedRange<Int>) throws {
        let text = JSONValue.string(String(repeating: "x", count: 60_000))
        for number in numbers {
            #expect(try client.append("e\(number)", ["text": text]).error == nil)
        }
    }

    @Test func `all subscribers receive each event once, in the same order`() throws {
        try client.append("before")
        let streams = try (0..<5).map { _ in try EventStream(daemon.socket) }
        let rare = try EventStream(daemon.socket, ["topic": "rare"])
        for stream in streams {
            #expect(try stream.untilReady().map(\.eventWords) == ["1 before"])
        }
        #expect(try rare.untilReady().isEmpty)
        let writers = try (0..<4).map { _ in try daemon.client() }
        for number in 1...50 {
            for (index, writer) in writers.enumerated() {
                let topic = index == 3 && number == 50 ? "rare" : "usual"
                try writer.send(
                    "io.stated.Events.Append",
                    .event("\(index)/\(number)", topic: topic)
                )
            }
        }
        for writer in writers {
            var last = 0
            for _ in 1...50 {
                let sequence = try #require(try writer.receive()["sequence"]?.int)
                #expect(sequence > last)
                last = sequence
            }
        }
        let heard = try streams.map { try $0.next(200).map(\.eventWords) }
        #expect(heard[0].count == 200)
        for other in heard.dropFirst() { #expect(other == heard[0]) }
        #expect(try client.allEvents().map(\.eventWords) == ["1 before"] + heard[0])
        #expect(try rare.next(1).map { $0["id"] } == ["3/50"])
    }

    @Test(arguments: [true, false])
    func `an event token is valid after a restart and after a crash`(isKilled: Bool) throws {
        let stream = try EventStream(daemon.socket)
        _ = try stream.untilReady()
        for number in 1...10 { try client.append("seen \(number)") }
        #expect(try stream.next(10).count == 10)
        for number in 1...10 { try client.append("missed \(number)") }
        if isKilled {
            try daemon.kill()
            try daemon.start()
        } else {
            try daemon.restart()
        }
        try daemon.client().append("later")
        let again = try EventStream(daemon.socket, ["token": .string(stream.token)])
        let expected = (1...10).map { "missed \($0)" } + ["later"]
        // The token is that of the last reply, and all that was delivered is before it.
        #expect(try again.next(11).compactMap { $0["id"]?.text } == expected)
    }

    @Test func `a client that does not read its events uses little memory and loses none`()
        throws
    {
        let stream = try EventStream(daemon.socket)
        let pid = try #require(daemon.program?.pid)
        try appendLong(1...50)
        let before = try DaemonFiles.anonymousBytes(of: pid)
        try appendLong(51...1_000)
        let grown = try DaemonFiles.anonymousBytes(of: pid) - before
        #expect(grown < 30 << 20, "57 MB were appended")
        let events = try stream.next(1_000)
        #expect(events.map(\.eventWords) == (1...1_000).map { "\($0) e\($0)" })
        try client.append("live")
        #expect(try stream.next(1).map(\.eventWords) == ["1001 live"])
    }

    @Test
    func `a client that reads no events for too long is disconnected and can continue`()
        throws
    {
        let daemon = try DaemonProcess.running(
            DaemonProcess.Setup(configuration: "limits:\n  stream-stall: 1s\n")
        )
        let client = try daemon.client()
        let stream = try EventStream(daemon.socket)
        let text = JSONValue.string(String(repeating: "x", count: 60_000))
        _ = try stream.untilReady()
        var count = 0
        repeat {
            count += 1
            #expect(try client.append("e\(count)", ["text": text]).error == nil)
        } while try client.service("GetHealth")["health.subscribers"] == 1
        let again = try EventStream(daemon.socket, ["token": .string(stream.token)])
        let events = try again.next(count)
        #expect(events.map(\.eventWords) == (1...count).map { "\($0) e\($0)" })
    }

    @Test func `a call without the more flag fails with ExpectedMore`() throws {
        let answer = try client.events("Follow")
        #expect(answer == .error("org.varlink.service.ExpectedMore"))
        #expect(try client.append("a").error == nil)
    }

    @Test(arguments: ["", "x", "e.", "e.1.2.3.4", "e.1.2.3.4.5", "1.2.3.4", "e.ü.1.1.1"])
    func `an invalid event token, or one of another store, is refused`(token: String) throws {
        try client.append("a")
        let stream = try EventStream(daemon.socket, ["token": .string(token)])
        let answer = try stream.client.receive()
        #expect(answer.error == "io.stated.Events.ResyncRequired")
        #expect(answer["why"]?.text?.isEmpty == false)
        #expect(answer["oldest"] == 1)
    }

    @Test func `event tokens and change tokens are not interchangeable`() throws {
        try client.append("a")
        try client.save("film", 10)
        let events = try EventStream(daemon.socket)
        _ = try events.untilReady()
        let changes = try daemon.stream()
        let wrong = try EventStream(daemon.socket, ["token": .string(changes.token)])
        #expect(try wrong.client.receive().error == "io.stated.Events.ResyncRequired")
        let other = try daemon.stream(token: events.token)
        #expect(try other.client.receive().error == "io.stated.Playback.ResyncRequired")
    }

    @Test func `a clean shutdown ends the streams`() throws {
        let stream = try EventStream(daemon.socket)
        _ = try stream.untilReady()
        #expect(try daemon.stop() == .status(0))
        try stream.client.waitForEnd()
    }
}
