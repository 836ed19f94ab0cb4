// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing
import Varlink

@testable import VarlinkNIO

@Suite(.timeLimit(.minutes(10)))
struct `Input that arrives during a turn` {
    /// Returns the number of calls in a turn whose first call waits until four others have arrived.
    ///
    /// The messages have `length` bytes or a few more, and the turn may cost `limit` of them.
    private func callsOfTurn(limit: Int, length: Int) async throws -> Int {
        var limits = ConnectionLimits()
        let call = Text.call("Batch", 1, flags: String(repeating: " ", count: length))
        limits.turn = .nanoseconds(limit * CallCost.of(nil, bytes: call.utf8.count - 1))
        return try await withServer(limits: limits) { server, path in
            let clients = try (0..<5).map { _ in try RawClient(path) }
            for client in clients {
                try client.send(Text.call("Ping", 0))
                #expect(try client.receive() == Text.echo(0))
            }
            let gate = try BlockedLoop()
            let before = try await server.submit { services in
                services.onCall = {
                    services.onCall = {}
                    gate.pass()
                }
                return services.events.count
            }
            try clients[0].send(call)
            gate.awaitVisitor()
            for client in clients.dropFirst() { try client.send(call) }
            gate.open()
            for client in clients { #expect(try client.receive() == Text.echo(1)) }
            let events = try await server.submit { $0.events[before...] }
            // The end of the turn of `submit` comes first.
            let turns = events.split(separator: .turnEnded)
            return try #require(turns.first).count
        }
    }

    @Test func `a call that arrives while a turn executes another is part of the turn`()
        async throws
    {
        // Each costs 5 ms, so that the time of a thousand of them is enough for the test.
        #expect(try await callsOfTurn(limit: 1_000, length: 50_000) == 5)
    }

    @Test func `calls that arrive during a turn count towards its cost limit`() async throws {
        #expect(try await callsOfTurn(limit: 3, length: 50_000) <= 3)
    }

    @Test func `a new client is served while another makes one call after the other`()
        async throws
    {
        try await withServer { server, path in
            let busy = try RawClient(path)
            try busy.send(Text.call("Ping", 0))
            #expect(try busy.receive() == Text.echo(0))
            // Each call is followed by another before it has been executed.
            let socket = busy.socket
            let call = Text.call("Silence", 1, flags: #","oneway":true"#).dropLast().utf8 + [0]
            try await server.submit { services in
                services.onCall = { _ = Glibc.send(socket, call, call.count, 0) }
            }
            try busy.send(call)
            let client = try RawClient(path)
            try client.send(Text.call("Release", 1))
            #expect(try client.receive() == Text.echo(1))
            try await server.submit { $0.onCall = {} }
        }
    }
}

@Suite(.timeLimit(.minutes(10)))
struct `Output that the kernel does not accept at once` {
    /// A reply that does not fit into a socket's buffer, and leaves its channel writable.
    private static let long = Message.reply(
        parameters: Array(#"{"t":"\#(String(repeating: "x", count: 300_000))"}"#.utf8)
    )

    @Test func `a message follows the rest of the one before it, even if the socket has room`()
        async throws
    {
        try await withServer { server, path in
            let client = try RawClient(path)
            try client.send(Text.call("Stream"))
            #expect(try client.receive() == Text.streaming)
            try await server.submit { $0.transport.send(Self.long, to: $0.streams[0]) }
            let gate = try BlockedLoop()
            server.post { services in
                gate.pass()
                services.transport.send(Message.reply(), to: services.streams[0])
            }
            gate.awaitVisitor()
            for _ in 0..<3 { _ = try client.receivePiece() }
            gate.open()
            #expect(try client.receive()?.utf8.count == Self.long.count - 1)
            #expect(try client.receive() == Text.empty)
        }
    }

    @Test func `a message to a client that has just disconnected ends the connection`()
        async throws
    {
        try await withServer { server, path in
            var client: RawClient? = try RawClient(path)
            try client?.send(Text.call("Stream"))
            #expect(try client?.receive() == Text.streaming)
            let gate = try BlockedLoop()
            server.post { services in
                gate.pass()
                services.transport.send(Message.reply(), to: services.streams[0])
            }
            gate.awaitVisitor()
            client = nil
            gate.open()
            try await server.reached { $0.events.contains(.closed(1)) }
        }
    }
}
