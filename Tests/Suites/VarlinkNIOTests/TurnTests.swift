// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing
import Varlink

@testable import VarlinkNIO

/// Stops a thread until a test lets it go on.
///
/// The server's thread, by `post`: a task that waits for a task blocks a thread of the pool, and where
/// two tests do so at once none is left for what they wait for.
final class BlockedLoop: Sendable {
    private let visitors: (reading: Int32, writing: Int32)
    private let leave: (reading: Int32, writing: Int32)

    init() throws {
        visitors = try BlockedLoop.pipe()
        leave = try BlockedLoop.pipe()
    }

    deinit {
        for end in [visitors.reading, visitors.writing, leave.reading, leave.writing] {
            close(end)
        }
    }

    /// Waits until the gate is open.
    func pass() {
        write(visitors.writing, "x", 1)
        BlockedLoop.read(leave.reading)
    }

    /// Waits until a thread stands at the gate.
    func awaitVisitor() {
        BlockedLoop.read(visitors.reading)
    }

    /// Lets one thread pass.
    func open() {
        write(leave.writing, "x", 1)
    }

    private static func read(_ end: Int32) {
        var byte: UInt8 = 0
        _ = Glibc.read(end, &byte, 1)
    }

    private static func pipe() throws -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [0, 0]
        try #require(Glibc.pipe(&ends) == 0)
        return (ends[0], ends[1])
    }
}

@Suite(.timeLimit(.minutes(10)))
struct `A turn of the loop` {
    @Test func `a turn ends once for all calls that had arrived when it started`()
        async throws
    {
        try await withServer { server, path in
            let clients = try (0..<20).map { _ in try RawClient(path) }
            for client in clients {
                try client.send(Text.call("Ping", 0))
                #expect(try client.receive() == Text.echo(0))
            }
            let before = try await server.submit { $0.events.count }
            let busy = try BlockedLoop()
            server.post { _ in busy.pass() }
            busy.awaitVisitor()
            for client in clients { try client.send(Text.call("Batch", 1)) }
            busy.open()
            for client in clients { #expect(try client.receive() == Text.echo(1)) }
            let events = try await server.submit { $0.events[before...] }
            let first = try #require(
                events.firstIndex { event in
                    if case .received = event { true } else { false }
                }
            )
            let turn = events[first...].prefix { $0 != .turnEnded }
            #expect(turn.count == 20)
        }
    }

    @Test func `the method of a call is looked up only once, after the call is parsed`()
        async throws
    {
        try await withServer { server, path in
            let client = try RawClient(path)
            let long = String(repeating: "x", count: 2 * CallCost.parsedAtOnce)
            try client.send(Text.call("Ping", 1) + Text.call("Ping", 2))
            try client.send(#"{"method":"t.Silence","parameters":{"n":"\#(long)"}}~"#)
            try client.send(Text.call("Ping", 3))
            #expect(try client.receive(3).last == Text.echo(3))
            #expect(try await server.submit { $0.routes } == [1, 2, nil, 3])
            #expect(try await server.submit { $0.lookups } == 3)
        }
    }

    @Test func `a turn has room for every client, however much one of them has sent`() async throws
    {
        var limits = ConnectionLimits()
        limits.turn = .zero
        try await withServer(limits: limits) { server, path in
            let (greedy, modest) = (try RawClient(path), try RawClient(path))
            try greedy.send(Text.call("Ping", 0))
            #expect(try greedy.receive() == Text.echo(0))
            try await server.reached { $0.events.contains(.opened(2)) }
            let gate = try BlockedLoop()
            server.post { _ in gate.pass() }
            gate.awaitVisitor()
            try greedy.send((1...400).map { Text.call("Ping", $0) }.joined())
            try modest.send(Text.call("Ping", 1))
            gate.open()
            #expect(try modest.receive() == Text.echo(1))
            #expect(try greedy.receive(400).last == Text.echo(400))
            let senders = try await server.submit { services in
                services.events.compactMap { event -> Int? in
                    if case .received("t.Ping", let sender) = event { sender } else { nil }
                }
            }
            // Behind the greedy one's first call, and one of the 400 at most.
            #expect((senders.firstIndex(of: 2) ?? .max) <= 2)
        }
    }

    /// Sends twenty calls at once; returns the numbers of those carried out in each turn.
    private func callsPerTurn(
        _ server: VarlinkServer<ScriptedServices>,
        _ path: String
    ) async throws -> [Int] {
        let client = try RawClient(path)
        try client.send((1...20).map { Text.call("Ping", $0) }.joined())
        #expect(try client.receive(20).last == Text.echo(20))
        try await server.reached { $0.events.last == .turnEnded }
        let turns = try await server.submit { $0.events }.split(separator: .turnEnded)
        return turns.map { turn in
            turn.count { if case .received = $0 { true } else { false } }
        }
    }

    @Test func `a turn executes no more calls than its cost limit allows`()
        async throws
    {
        var limits = ConnectionLimits()
        limits.turn = .nanoseconds(7 * CallCost.of(.light, bytes: 0))
        try await withServer(limits: limits) { server, path in
            let calls = try await callsPerTurn(server, path)
            #expect(calls.reduce(0, +) == 20)
            #expect(calls.allSatisfy { $0 <= 7 })
        }
    }

    @Test func `a turn executes at least one call`() async throws {
        var limits = ConnectionLimits()
        limits.turn = .zero
        try await withServer(limits: limits) { server, path in
            let calls = try await callsPerTurn(server, path)
            #expect(calls.reduce(0, +) == 20)
            #expect(calls.allSatisfy { $0 <= 1 })
        }
    }

    @Test func `a call that has arrived is executed before postponed work`() async throws {
        try await withServer { server, path in
            let client = try RawClient(path)
            try client.send(Text.call("Ping", 0))
            #expect(try client.receive() == Text.echo(0))
            let before = try await server.submit { $0.calls }
            let busy = try BlockedLoop()
            server.post { _ in busy.pass() }
            busy.awaitVisitor()
            async let first = server.submit(isDeferred: true) { $0.calls }
            async let second = server.submit(isDeferred: true) { $0.calls }
            async let third = server.submit(isDeferred: true) { $0.calls }
            try client.send(Text.call("Ping", 1))
            busy.open()
            #expect(try client.receive() == Text.echo(1))
            // Calls that are found at the same look are carried out before the first piece.
            let seen = try await [first, second, third]
            #expect(seen.allSatisfy { $0 > before })
        }
    }

    @Test func `a server that has stopped refuses postponed work`()
        async throws
    {
        try await withServer { server, _ in
            let busy = try BlockedLoop()
            server.post { _ in busy.pass() }
            busy.awaitVisitor()
            async let late: Bool = (try? server.submit(isDeferred: true) { _ in true }) ?? false
            async let end: Void = server.stop()
            busy.open()
            await end
            _ = await late
            await #expect(throws: ServerStopped.self) {
                try await server.submit(isDeferred: true) { _ in }
            }
        }
    }

    @Test func `work that another thread submits is also followed by the end of a turn`()
        async throws
    {
        try await withServer { server, _ in
            try await server.submit { _ in }
            try await server.reached { $0.events == [.turnEnded] }
        }
    }

    @Test func `a message that is sent after a turn's replies reaches the streams`() async throws {
        try await withServer { _, path in
            let client = try RawClient(path)
            try client.send(Text.call("Stream", 0, flags: #","more":true"#))
            #expect(try client.receive() == Text.streaming)
            let caller = try RawClient(path)
            try caller.send(Text.call("Later", 1))
            #expect(try caller.receive() == Text.echo(1))
            #expect(try client.receive() == Text.published(1))
        }
    }

    @Test func `all output for a connection is sent in one write`() async throws {
        try await withServer { _, path in
            let client = try RawClient(path)
            try client.send((1...10).map { Text.call("Ping", $0) }.joined())
            // A reader that waits is woken by the first piece: it must hold everything.
            let replies = (1...10).map { Text.echo($0) + "\0" }.joined()
            #expect(try client.receivePiece() == Array(replies.utf8))
        }
    }

    @Test func `a broadcast reaches every stream, after the messages sent before it`() async throws
    {
        try await withServer { server, path in
            let clients = try (0..<3).map { _ in try RawClient(path) }
            for client in clients {
                try client.send(Text.call("Stream"))
                #expect(try client.receive() == Text.streaming)
            }
            try await server.submit { services in
                let long = Message.reply(
                    parameters: Array(#"{"n":"\#(String(repeating: "x", count: 5000))"}"#.utf8)
                )
                services.transport.send(Message.reply(), to: services.streams[1])
                services.transport.send(long, toAll: services.streams)
                services.transport.send(Message.reply(), to: services.streams[2])
                services.transport.send(Message.reply(), toAll: services.streams)
            }
            let lengths = try clients.map { client in
                let own = client === clients[0] ? 2 : 3
                return try client.receive(own).map { ($0 ?? "").utf8.count }
            }
            let long = 5000 + #"{"parameters":{"n":""}}"#.utf8.count
            #expect(lengths == [[long, 2], [2, long, 2], [long, 2, 2]])
        }
    }

    @Test func `a stream that is not read does not delay a broadcast to others`() async throws {
        try await withServer { server, path in
            let slow = try RawClient(path)
            let quick = try RawClient(path)
            for client in [slow, quick] {
                try client.send(Text.call("Stream"))
                #expect(try client.receive() == Text.streaming)
            }
            var sent = 0
            while try await server.submit({ $0.transport.isWritable(.init(1)) }) {
                try await server.submit { services in
                    let text = String(repeating: "x", count: 50000)
                    let message = Message.reply(parameters: Array(#"{"t":"\#(text)"}"#.utf8))
                    services.transport.send(message, toAll: services.streams)
                }
                sent += 1
                #expect(try quick.receive()?.utf8.count ?? 0 > 50000)
            }
            #expect(try await server.submit { $0.transport.isWritable(.init(2)) })
            #expect(try slow.receive(sent).allSatisfy { $0?.utf8.count ?? 0 > 50000 })
            try await server.reached { $0.events.contains(.becameWritable(1)) }
        }
    }

    @Test func `the handler is woken once, at the time that it asked for last`() async throws {
        try await withServer { server, _ in
            try await server.submit { services in
                services.transport.wake(afterMilliseconds: 3_600_000)
                services.transport.wake(afterMilliseconds: 1)
            }
            try await server.reached { $0.events.contains(.woken) }
            try await server.submit { services in
                services.transport.wake(afterMilliseconds: 0)
                services.transport.wake(afterMilliseconds: nil)
            }
            try await server.submit { $0.transport.wake(afterMilliseconds: 2) }
            try await server.reached { $0.happenings == [.woken, .woken] }
        }
    }

    @Test func `clients are served even while the handler has much work`() async throws {
        try await withServer { server, path in
            try await server.submit { services in
                services.isBusy = true
                services.transport.wake(afterMilliseconds: 0)
            }
            let client = try RawClient(path)
            for number in 1...20 {
                try client.send(Text.call("Batch", number))
                #expect(try client.receive() == Text.echo(number))
            }
            try await server.submit { $0.isBusy = false }
        }
    }

    @Test
    func `the end of a connection that submitted work closes is reported after that work`()
        async throws
    {
        try await withServer { server, path in
            let client = try RawClient(path)
            try client.send(Text.call("Stream"))
            #expect(try client.receive() == Text.streaming)
            let seen = try await server.submit { services in
                services.transport.close(services.streams[0], reason: "test")
                return services.happenings
            }
            #expect(seen == [.opened(1), .received("t.Stream", from: 1)])
            try await server.reached { $0.happenings.last == .closed(1) }
        }
    }
}

@Suite(.timeLimit(.minutes(10)))
struct `A server that stops` {
    @Test func `a server that stops lets the handler finish, and sends its replies`() async throws {
        try await withServer { server, path in
            let client = try RawClient(path)
            try client.send(Text.call("Stream"))
            #expect(try client.receive() == Text.streaming)
            await server.stop { services in
                services.transport.send(Message.reply(), to: services.streams[0])
            }
            #expect(try client.receive(2) == [Text.empty, nil])
            #expect(throws: RawClient.Failure.self) { try RawClient(path) }
            await #expect(throws: ServerStopped()) { try await server.submit { _ in } }
        }
    }

    @Test
    func `a server that stops reports the end of each connection, and then of the turn`()
        async throws
    {
        try await withServer { server, path in
            let clients = try (0..<3).map { _ in try RawClient(path) }
            for client in clients {
                try client.send(Text.call("Ping", 1))
                #expect(try client.receive() == Text.echo(1))
            }
            let record = try await server.submit { $0.record }
            await server.stop()
            #expect(record.events.filter { $0 != .turnEnded }.count == 9)
            #expect(record.events.last == .turnEnded)
        }
    }

    @Test func `a server that stops does not wait for a peer that does not read`() async throws {
        try await withServer { server, path in
            let client = try RawClient(path)
            try client.send(Text.call("Stream"))
            #expect(try client.receive() == Text.streaming)
            await server.stop(within: .milliseconds(20)) { services in
                services.transport.send([UInt8](repeating: 32, count: 8 << 20), to: .init(1))
            }
            #expect(try client.drain().count < 8 << 20)
        }
    }
}
