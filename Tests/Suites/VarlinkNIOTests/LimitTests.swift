// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing
import Varlink
import VarlinkNIO

@Suite(.timeLimit(.minutes(10)))
struct `Limits` {
    @Test func `a message of the maximum length is accepted, and a longer one is not`()
        async throws
    {
        try await withServer { server, path in
            let other = try RawClient(path)
            let client = try RawClient(path)
            let limit = MessageLimits().messageBytes
            try client.send(message(of: limit) + [0])
            #expect(try client.receive()?.utf8.count == limit - #""method":"t.Ping","#.utf8.count)

            // The server may close before all of it is sent.
            try? client.send(message(of: limit + 1) + [0])
            #expect(try client.receive() == nil)
            try await server.reached { $0.events.contains(.closed(2)) }
            try other.send(Text.call("Ping", 1))
            #expect(try other.receive() == Text.echo(1))
        }
    }

    @Test func `a message that does not end is cut off at the limit`() async throws {
        try await withServer { _, path in
            let client = try RawClient(path)
            try? client.send([UInt8](repeating: UInt8(ascii: " "), count: 3 << 20))
            #expect(try client.receive() == nil)
        }
    }

    @Test(arguments: [
        "hello~", "~", #"{"parameters":{}}~"#, #"{"method":7}~"#,
        #"{"method":"t.Ping","parameters":"# + String(repeating: #"{"a":"#, count: 40) + "1"
            + String(repeating: "}", count: 41) + "~",
    ])
    func `after a malformed message, due replies are sent and the connection ends`(
        bad: String
    )
        async throws
    {
        try await withServer { server, path in
            let client = try RawClient(path)
            try client.send(Text.call("Batch", 1) + bad + Text.call("Ping", 2))
            #expect(try client.receive(2) == [Text.echo(1), nil])
            try await server.reached { $0.events.contains(.closed(1)) }
            #expect(try await server.submit { $0.calls } == 1)
        }
    }

    @Test func `a user's connections are counted until they end`() async throws {
        var limits = ConnectionLimits()
        limits.connectionsPerUser = 2
        try await expectRoomForTwo(limits)
    }

    @Test func `all connections are counted until they are closed`() async throws {
        var limits = ConnectionLimits()
        limits.connections = 2
        try await expectRoomForTwo(limits)
    }

    @Test func `a client that stops reading is not read either, and delays no other`()
        async throws
    {
        try await withServer { server, path in
            let count = 200
            let slow = try RawClient(path)
            let call = #"{"method":"t.Big","parameters":{"bytes":65536}}~"#
            try slow.send(String(repeating: call, count: count))
            let other = try RawClient(path)
            for number in 1...50 {
                try other.send(Text.call("Ping", number))
                #expect(try other.receive() == Text.echo(number))
            }
            let handed = try await server.submit { services in
                services.events.count { $0 == .received("t.Big", from: 1) }
            }
            #expect(handed < 40)

            for reply in try slow.receive(count) {
                #expect(reply?.utf8.count == 65536 + #"{"parameters":{"text":""}}"#.utf8.count)
            }
            #expect(try await server.submit { $0.events.contains(.becameWritable(1)) })
        }
    }

    @Test func `a stream that is not read is closed after a timeout`() async throws {
        var limits = ConnectionLimits()
        limits.stall = .milliseconds(40)
        try await withServer(limits: limits) { server, path in
            let client = try RawClient(path)
            let idle = try RawClient(path)
            for client in [client, idle] {
                try client.send(Text.call("Stream"))
                #expect(try client.receive() == Text.streaming)
            }
            try await server.submit { services in
                services.transport.send([UInt8](repeating: 32, count: 8 << 20), to: .init(1))
            }
            try await server.reached { $0.events.contains(.closed(1)) }
            #expect(try await server.submit { $0.events.contains(.closed(2)) } == false)
        }
    }

    @Test func `the connection of a client that does not read can be closed at once`() async throws
    {
        try await withServer { server, path in
            let client = try RawClient(path)
            try client.send(Text.call("Stream"))
            #expect(try client.receive() == Text.streaming)
            try await server.submit { services in
                services.transport.send([UInt8](repeating: 32, count: 8 << 20), to: .init(1))
            }
            try await server.submit { services in
                services.transport.close(.init(1), reason: "test")
            }
            try await server.reached { $0.events.contains(.closed(1)) }
            #expect(try client.drain().count < 8 << 20)
        }
    }

    @Test func `a client that does not complete a message in time is disconnected`() async throws {
        var limits = ConnectionLimits()
        limits.messageTimeout = .milliseconds(40)
        try await withServer(limits: limits) { server, path in
            let half = try RawClient(path)
            let idle = try RawClient(path)
            try half.send(Text.call("Ping", 1) + "{")
            try idle.send(Text.call("Ping", 2))
            #expect(try half.receive() == Text.echo(1))
            #expect(try idle.receive() == Text.echo(2))
            try await server.reached { $0.events.contains(.closed(1)) }
            try idle.send(Text.call("Ping", 3))
            #expect(try idle.receive() == Text.echo(3))
        }
    }

    @Test func `the unfinished messages of one user take limited memory`() async throws {
        var limits = ConnectionLimits()
        limits.inputBytesPerUser = 4 << 20
        try await withServer(limits: limits) { server, path in
            let small = try RawClient(path)
            try small.send(#"{"method":"t.Ec"#)
            let half = [UInt8](repeating: 32, count: 900_000)
            let clients = try (0..<12).map { _ in try RawClient(path) }
            for client in clients { try? client.send(half) }
            try await server.reached { services in
                services.events.count { if case .closed = $0 { true } else { false } } >= 8
            }
            try small.send(#"ho","parameters":{"number":1}}~"#)
            #expect(try small.receive() == #"{"parameters":{"number":1}}"#)
        }
    }

    @Test func `of a closed connection, only oneway calls are executed`() async throws {
        var limits = ConnectionLimits()
        limits.turn = .zero
        try await withServer(limits: limits) { server, path in
            var client: RawClient? = try RawClient(path)
            let silent = #"{"method":"t.Silence","oneway":true}~"#
            let calls = (0..<300).map { Text.call("Ping", $0) + silent }.joined()
            try client?.send(calls)
            client = nil
            try await server.reached { $0.events.contains(.closed(1)) }
            let events = try await server.submit { $0.events }
            #expect(events.count { $0 == .received("t.Silence", from: 1) } == 300)
            #expect(events.count { $0 == .received("t.Ping", from: 1) } < 150)
        }
    }

    @Test
    func `a connection that closes before it is accepted is opened only for oneway calls`()
        async throws
    {
        try await withServer { server, path in
            let gate = try BlockedLoop()
            server.post { _ in gate.pass() }
            gate.awaitVisitor()
            let silent = #"{"method":"t.Silence","oneway":true}~"#
            let hidden = #"{"method":"t.Silence","\u006fneway":true}~"#
            let pings = (0..<300).map { Text.call("Ping", $0) }.joined()
            for text in [pings, "", pings + silent, #"{"method":"t.Ec"#, hidden] {
                try RawClient(path).send(text)
            }
            let client = try RawClient(path)
            try client.send(Text.call("Ping", 1))
            gate.open()
            #expect(try client.receive() == Text.echo(1))
            try await server.reached {
                $0.events.contains(.closed(1)) && $0.events.contains(.closed(2))
            }
            let events = try await server.submit { $0.events }
            #expect(events.filter { if case .opened = $0 { true } else { false } }.count == 3)
            #expect(events.count { $0 == .received("t.Silence", from: 1) } == 1)
            #expect(events.count { $0 == .received("t.Silence", from: 2) } == 1)
            #expect(events.count { $0 == .received("t.Ping", from: 3) } == 1)
        }
    }

    @Test func `a page of a stream counts as unread until the peer has received it`() async throws {
        try await withServer { server, path in
            let client = try RawClient(path)
            try client.send(Text.call("Stream"))
            #expect(try client.receive() == Text.streaming)
            let wasWritable = try await server.submit { services in
                let page = [UInt8](repeating: 32, count: 4 << 20) + [0]
                services.transport.sendPage(page, to: .init(1))
                return services.transport.isWritable(.init(1))
            }
            #expect(!wasWritable)
            #expect(try await server.submit { $0.events.contains(.becameWritable(1)) } == false)
            #expect(try client.receive()?.utf8.count == 4 << 20)
            try await server.reached { $0.events.contains(.becameWritable(1)) }
            #expect(try await server.submit { $0.transport.isWritable(.init(1)) })
        }
    }

    private func expectRoomForTwo(_ limits: ConnectionLimits) async throws {
        try await withServer(limits: limits) { server, path in
            var first: RawClient? = try RawClient(path)
            let second = try RawClient(path)
            try first?.send(Text.call("Ping", 1))
            try second.send(Text.call("Ping", 2))
            #expect(try first?.receive() == Text.echo(1))
            #expect(try second.receive() == Text.echo(2))
            #expect(try RawClient(path).receive() == nil)

            first = nil
            try await server.reached { $0.events.contains(.closed(1)) }
            let third = try RawClient(path)
            try third.send(Text.call("Ping", 3))
            #expect(try third.receive() == Text.echo(3))
        }
    }

    /// A call of t.Ping that is `count` bytes long.
    private func message(of count: Int) -> [UInt8] {
        let head = Array(#"{"method":"t.Ping","parameters":{"text":""#.utf8)
        let tail = Array(#""}}"#.utf8)
        let filling = count - head.count - tail.count
        return head + [UInt8](repeating: UInt8(ascii: "x"), count: filling) + tail
    }
}
