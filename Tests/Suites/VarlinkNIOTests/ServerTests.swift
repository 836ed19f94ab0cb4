// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing
import Varlink
import VarlinkNIO

@Suite(.timeLimit(.minutes(10)))
struct `A server and its clients` {
    @Test func `calls sent in a single write are answered in order`() async throws {
        try await withServer { _, path in
            let client = try RawClient(path)
            try client.send((1...500).map { Text.call("Ping", $0) }.joined())
            #expect(try client.receive(500) == (1...500).map { Text.echo($0) })
        }
    }

    @Test func `a client that sends byte by byte is served`() async throws {
        try await withServer { server, path in
            let client = try RawClient(path)
            for byte in Text.call("Ping", 1).utf8 {
                try client.send(byte == UInt8(ascii: "~") ? [0] : [byte])
                // Each byte is read before the next one is sent.
                try await server.submit { _ in }
            }
            #expect(try client.receive() == Text.echo(1))
        }
    }

    @Test func `a peer's credentials come from the kernel`() async throws {
        try await withServer { server, path in
            let client = try RawClient(path)
            try client.send(Text.call("Ping", 1))
            #expect(try client.receive() == Text.echo(1))
            let peers = try await server.submit { $0.peers }
            #expect(peers == [PeerCredentials(uid: getuid(), pid: getpid())])
        }
    }

    @Test
    func `a peer that the handler refuses is disconnected, and the handler gets no call of it`()
        async throws
    {
        try await withServer { server, path in
            try await server.submit { $0.admits = { _ in false } }
            #expect(try RawClient(path).receive() == nil)
            #expect(try await server.submit { $0.happenings } == [])
        }
    }

    @Test func `three hundred clients are served at once`() async throws {
        try await withServer { server, path in
            let clients = try (0..<300).map { _ in try RawClient(path) }
            for (number, client) in clients.enumerated() {
                try client.send(Text.call("Batch", number))
            }
            for (number, client) in clients.enumerated() {
                #expect(try client.receive() == Text.echo(number))
            }
            #expect(try await server.submit { $0.calls } == 300)
        }
    }

    @Test func `a oneway call is not answered`() async throws {
        try await withServer { server, path in
            let client = try RawClient(path)
            try client.send(Text.call("Ping", 1, flags: #","oneway":true"#))
            try client.send(Text.call("Ping", 2))
            #expect(try client.receive() == Text.echo(2))
            #expect(try await server.submit { $0.calls } == 2)
        }
    }

    @Test func `what the handler sends before it closes a connection still arrives`() async throws {
        try await withServer { server, path in
            let client = try RawClient(path)
            try client.send(Text.call("Close", 1) + Text.call("Ping", 2))
            #expect(try client.receive() == Text.echo(1))
            #expect(try client.receive() == nil)
            try await server.reached { $0.events.contains(.closed(1)) }
        }
    }
}

@Suite(.timeLimit(.minutes(10)))
struct `Held calls` {
    @Test func `calls that follow a waiting call are delivered once it is done`() async throws {
        try await withServer { server, path in
            let client = try RawClient(path)
            try client.send(Text.call("Wait") + Text.call("Ping", 1) + Text.call("Ping", 2))
            try await server.reached { $0.calls == 1 }
            let other = try RawClient(path)
            try other.send(Text.call("Ping", 3))
            #expect(try other.receive() == Text.echo(3))
            #expect(try await server.submit { $0.calls } == 2)

            try other.send(Text.call("Release"))
            #expect(try client.receive(3) == [Text.empty, Text.echo(1), Text.echo(2)])
        }
    }

    @Test func `after a client has disconnected, only its oneway calls are executed`()
        async throws
    {
        try await withServer { server, path in
            var client: RawClient? = try RawClient(path)
            let silent = #"{"method":"t.Silence","oneway":true}~"#
            try client?.send(Text.call("Wait") + Text.call("Ping", 1) + silent + silent)
            try await server.reached { $0.calls == 1 }
            client = nil
            let other = try RawClient(path)
            try other.send(Text.call("Release"))
            try await server.reached { $0.events.contains(.closed(1)) }
            let events = try await server.submit { services in
                services.happenings.filter { $0 != .opened(2) }
            }
            #expect(
                events == [
                    .opened(1), .received("t.Wait", from: 1), .received("t.Release", from: 2),
                    .received("t.Silence", from: 1), .received("t.Silence", from: 1), .closed(1),
                ]
            )
        }
    }

    @Test func `the calls of a held connection are delivered once it may proceed`() async throws {
        try await withServer { server, path in
            try await server.submit { $0.holdsNext = true }
            let held = try RawClient(path)
            try held.send(Text.call("Ping", 1) + Text.call("Ping", 2))
            try await server.reached { $0.events.contains(.opened(1)) }
            let other = try RawClient(path)
            try other.send(Text.call("Ping", 3) + Text.call("Release"))
            _ = try other.receive(2)
            _ = try held.receive(2)
            #expect(
                try await server.submit { $0.happenings } == [
                    .opened(1), .opened(2), .received("t.Ping", from: 2),
                    .received("t.Release", from: 2), .received("t.Ping", from: 1),
                    .received("t.Ping", from: 1),
                ]
            )
        }
    }

    @Test func `oneway calls on a held connection are executed even if the connection has closed`()
        async throws
    {
        try await withServer { server, path in
            try await server.submit { $0.holdsNext = true }
            var held: RawClient? = try RawClient(path)
            let silent = #"{"method":"t.Silence","oneway":true}~"#
            try held?.send(silent + Text.call("Ping", 1) + silent)
            try await server.reached { $0.events.contains(.opened(1)) }
            held = nil
            try await server.submit { $0.holdsNext = true }
            var idle: RawClient? = try RawClient(path)
            try await server.reached { $0.events.contains(.opened(2)) }
            try idle?.send(Text.call("Ping", 1))
            idle = nil
            // Of this one nothing is left to carry out.
            try await server.reached { $0.events.contains(.closed(2)) }
            let other = try RawClient(path)
            try other.send(Text.call("Release"))
            try await server.reached { $0.events.contains(.closed(1)) }
            #expect(
                try await server.submit { $0.happenings }.filter { $0 != .opened(2) } == [
                    .opened(1), .closed(2), .opened(3), .received("t.Release", from: 3),
                    .received("t.Silence", from: 1), .received("t.Silence", from: 1), .closed(1),
                ]
            )
        }
    }

    @Test func `a disconnection is noticed even while a call waits`() async throws {
        try await withServer { server, path in
            var client: RawClient? = try RawClient(path)
            try client?.send(Text.call("Wait"))
            try await server.reached { $0.calls == 1 }
            client = nil
            try await server.reached { $0.events.contains(.closed(1)) }
        }
    }

    @Test func `after a call has opened a stream, its connection delivers no more calls`()
        async throws
    {
        try await withServer { server, path in
            let client = try RawClient(path)
            try client.send(Text.call("Stream") + Text.call("Ping", 1))
            #expect(try client.receive() == Text.streaming)
            try await server.submit { services in
                services.transport.close(services.streams[0], reason: "test")
            }
            #expect(try client.receive() == nil)
            try await server.reached { $0.events.contains(.closed(1)) }
            #expect(try await server.submit { $0.calls } == 1)
        }
    }

    @Test(arguments: [(calls: 8, bytes: 1 << 20), (calls: 1 << 20, bytes: 1 << 12)])
    func `while a call waits, the socket is read only up to a limit`(
        limit: (calls: Int, bytes: Int)
    )
        async throws
    {
        var limits = ConnectionLimits()
        limits.callsWaiting = limit.calls
        limits.heldInputBytes = limit.bytes
        try await withServer(limits: limits) { server, path in
            let client = try RawClient(path)
            try client.send(Text.call("Wait"))
            try await server.reached { $0.calls == 1 }
            let call = Array((Text.call("Ping", 1)).dropLast().utf8) + [0]
            let calls = Array(repeatElement(call, count: 2000).joined())
            var sent = 0
            // Once a full turn of the loop takes nothing out of a full socket, it is not read.
            while sent < 16 << 20 {
                let more = client.sendWhatFits(calls)
                try await server.submit { _ in }
                if more == 0 { break }
                sent += more
            }
            #expect(sent < 4 << 20)
        }
    }
}

@Suite(.timeLimit(.minutes(10)))
struct `A client that disconnects` {
    @Test func `an incomplete message is not delivered as a call`() async throws {
        try await withServer { server, path in
            var client: RawClient? = try RawClient(path)
            try client?.send(Text.call("Ping", 1) + #"{"method":"t.Ec"#)
            #expect(try client?.receive() == Text.echo(1))
            client = nil
            try await server.reached { $0.events.contains(.closed(1)) }
            let events = try await server.submit { $0.happenings }
            #expect(events == [.opened(1), .received("t.Ping", from: 1), .closed(1)])
        }
    }

    @Test func `calls sent before a disconnection are executed`() async throws {
        try await withServer { server, path in
            let count = 3000
            var client: RawClient? = try RawClient(path)
            let call = Text.call("Ping", 1, flags: #","oneway":true"#)
            try client?.send(String(repeating: call, count: count))
            client = nil
            try await server.reached { $0.events.contains(.closed(1)) }
            #expect(try await server.submit { $0.calls } == count)
        }
    }

    @Test func `a client that has closed its sending side gets the due replies and then the end`()
        async throws
    {
        try await withServer { server, path in
            let client = try RawClient(path)
            try client.send((1...3).map { Text.call("Batch", $0) }.joined())
            client.shutdownWriting()
            #expect(try client.receive(4) == [Text.echo(1), Text.echo(2), Text.echo(3), nil])
            try await server.reached { $0.events.contains(.closed(1)) }
        }
    }

    @Test func `a client that has closed its sending side gets a reply that takes long`()
        async throws
    {
        try await withServer { server, path in
            let client = try RawClient(path)
            try client.send(Text.call("Wait") + Text.call("Ping", 1))
            client.shutdownWriting()
            try await server.reached { $0.calls == 1 }
            let other = try RawClient(path)
            try other.send(Text.call("Release"))
            #expect(try client.receive(3) == [Text.empty, Text.echo(1), nil])
        }
    }

    @Test func `a client that has closed its sending side keeps its stream until it disconnects`()
        async throws
    {
        try await withServer { server, path in
            var client: RawClient? = try RawClient(path)
            try client?.send(Text.call("Stream"))
            client?.shutdownWriting()
            #expect(try client?.receive() == Text.streaming)
            let other = try RawClient(path)
            try other.send(Text.call("Publish", 5))
            #expect(try client?.receive() == Text.published(5))
            client = nil
            try await server.reached { $0.events.contains(.closed(1)) }
        }
    }
}
