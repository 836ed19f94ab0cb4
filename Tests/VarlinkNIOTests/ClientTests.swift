import Glibc
import Testing
import Varlink
import VarlinkNIO

@Suite(.timeLimit(.minutes(2)))
struct `A client's calls` {
    @Test func `are answered`() async throws {
        try await withServer { _, path in
            let client = try await VarlinkClient.connect(to: path)
            let reply = try await client.call("t.Echo", parameters: Array(#"{"n":1}"#.utf8))
            #expect(reply == Reply(parameters: Array(#"{"n":1}"#.utf8)))
            await client.close()
        }
    }

    @Test func `do not wait for one another`() async throws {
        try await withServer { server, path in
            let client = try await VarlinkClient.connect(to: path)
            let other = try await VarlinkClient.connect(to: path)
            async let waiting = client.call("t.Wait")
            try await server.reached { $0.calls == 1 }
            async let behind = client.call("t.Echo", parameters: Array(#"{"n":1}"#.utf8))
            _ = try await other.call("t.Release")
            #expect(try await waiting.parameters == Array("{}".utf8))
            #expect(try await behind.parameters == Array(#"{"n":1}"#.utf8))
            await client.close()
            await other.close()
        }
    }

    @Test func `without a reply arrive in order`() async throws {
        try await withServer { server, path in
            let client = try await VarlinkClient.connect(to: path)
            for _ in 0..<100 { try await client.callOneway("t.Echo") }
            await client.close()
            try await server.reached { $0.events.contains(.closed(1)) }
            #expect(try await server.submit { $0.calls } == 100)
        }
    }

    @Test func `end with the connection when their time is up`() async throws {
        try await withServer { server, path in
            let client = try await VarlinkClient.connect(to: path)
            await #expect(throws: ClientError.timedOut) {
                try await client.call("t.Wait", within: .milliseconds(5))
            }
            await #expect(throws: ClientError.timedOut) { try await client.call("t.Echo") }
            try await server.reached { $0.events.contains(.closed(1)) }
        }
    }

    @Test func `end with the connection when their task is cancelled`() async throws {
        try await withServer { server, path in
            let client = try await VarlinkClient.connect(to: path)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    await #expect(throws: ClientError.cancelled) { try await client.call("t.Wait") }
                }
                try await server.reached { $0.calls == 1 }
                group.cancelAll()
            }
            try await server.reached { $0.events.contains(.closed(1)) }
        }
    }

    @Test func `are not made by a task that is cancelled`() async throws {
        try await withServer { server, path in
            let client = try await VarlinkClient.connect(to: path)
            await withTaskGroup { group in
                group.cancelAll()
                group.addTask {
                    await #expect(throws: ClientError.cancelled) { try await client.call("t.Echo") }
                }
            }
            #expect(try await client.call("t.Echo").continues == false)
            #expect(try await server.submit { $0.calls } == 1)
            await client.close()
        }
    }

    @Test func `fail when the server goes`() async throws {
        try await withServer { server, path in
            let client = try await VarlinkClient.connect(to: path)
            async let waiting = client.call("t.Wait")
            try await server.reached { $0.calls == 1 }
            await server.stop()
            do {
                let reply = try await waiting
                Issue.record("\(reply) came")
            } catch {
                #expect(error as? ClientError == .closed)
            }
            await #expect(throws: ClientError.closed) { try await client.call("t.Echo") }
        }
    }

    @Test func `that are answered with an error throw it`() async throws {
        try await withPeer(saying: [#"{"error":"a.b.Wrong","parameters":{"why":1}}"#]) { client in
            let wrong = ClientError.reply(
                error: "a.b.Wrong",
                parameters: Array(#"{"why":1}"#.utf8)
            )
            await #expect(throws: wrong) { try await client.call("a.b.Do") }
        }
    }

    @Test(arguments: ["garbage", "", #"{"parameters":1}"#, #"{"continues":true}"#])
    func `fail where the answer is not Varlink`(answer: String) async throws {
        try await withPeer(saying: [answer]) { client in
            let error = await #expect(throws: ClientError.self) {
                try await client.call("a.b.Do")
            }
            guard case .violation? = error else {
                Issue.record("\(String(describing: error)) is thrown")
                return
            }
        }
    }
}

@Suite(.timeLimit(.minutes(2)))
struct `A client's streams` {
    @Test func `bring every reply, the last one too, then end`() async throws {
        let replies = (1...100).map { Text.published($0) } + [Text.echo(101)]
        try await withPeer(saying: replies) { client in
            var bodies: [String] = []
            for try await reply in try await client.callMore("a.b.Watch") {
                bodies.append(String(decoding: reply.parameters, as: UTF8.self))
            }
            #expect(bodies == (1...101).map { #"{"n":\#($0)}"# })
        }
    }

    @Test func `that came to their last reply may be dropped`() async throws {
        try await withServer { _, path in
            let client = try await VarlinkClient.connect(to: path)
            do {
                var replies = try await client.callMore("t.Echo").makeAsyncIterator()
                #expect(try await replies.next()?.continues == false)
            }
            #expect(try await client.call("t.Echo").parameters == Array("{}".utf8))
            await client.close()
        }
    }

    @Test func `throw an error after what came before it`() async throws {
        try await withPeer(saying: [Text.published(1), #"{"error":"a.b.Lost"}"#]) { client in
            var replies = try await client.callMore("a.b.Watch").makeAsyncIterator()
            #expect(try await replies.next()?.continues == true)
            let lost = ClientError.reply(error: "a.b.Lost", parameters: Array("{}".utf8))
            await #expect(throws: lost) { try await replies.next() }
            #expect(try await replies.next() == nil)
        }
    }

    @Test func `throw the connection's end after what came before it`() async throws {
        try await withPeer(saying: [Text.published(1), Text.published(2)]) { client in
            var replies = try await client.callMore("a.b.Watch").makeAsyncIterator()
            #expect(try await replies.next()?.continues == true)
            #expect(try await replies.next()?.continues == true)
            await #expect(throws: ClientError.closed) { try await replies.next() }
        }
    }

    @Test func `are not read faster than their reader reads`() async throws {
        try await withServer { server, path in
            let client = try await VarlinkClient.connect(to: path)
            var replies = try await client.callMore("t.Stream").makeAsyncIterator()
            #expect(try await replies.next()?.continues == true)
            var sent = 0
            while try await server.submit({ $0.transport.isWritable(.init(1)) }), sent < 10000 {
                try await server.submit { services in
                    let text = String(repeating: "x", count: 10000)
                    let parameters = Array(#"{"t":"\#(text)"}"#.utf8)
                    let message = Message.reply(parameters: parameters, continues: true)
                    services.transport.send(message, toAll: services.streams)
                }
                sent += 1
            }
            #expect(sent < 10000)
            for _ in 0..<sent {
                #expect(try await replies.next()?.parameters.count ?? 0 > 10000)
            }
            try await server.reached { $0.events.contains(.becameWritable(1)) }
            await client.close()
        }
    }

    @Test func `that are given up end the connection`() async throws {
        try await withServer { server, path in
            let client = try await VarlinkClient.connect(to: path)
            for try await reply in try await client.callMore("t.Stream") {
                #expect(reply.continues)
                break
            }
            try await server.reached { $0.events.contains(.closed(1)) }
            await #expect(throws: ClientError.closed) { try await client.call("t.Echo") }
        }
    }

    @Test func `end when their reader is cancelled`() async throws {
        try await withServer { server, path in
            let client = try await VarlinkClient.connect(to: path)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    var replies = try await client.callMore("t.Stream").makeAsyncIterator()
                    #expect(try await replies.next()?.continues == true)
                    await #expect(throws: ClientError.cancelled) { try await replies.next() }
                }
                try await server.reached { $0.calls == 1 }
                group.cancelAll()
            }
            try await server.reached { $0.events.contains(.closed(1)) }
        }
    }
}

@Suite(.timeLimit(.minutes(2)))
struct `A client that cannot connect` {
    @Test func `says that there is no such file`() async throws {
        let error = await #expect(throws: ClientError.self) {
            try await VarlinkClient.connect(to: "/nonexistent/socket")
        }
        #expect(error == .cannotConnect(path: "/nonexistent/socket", errno: ENOENT))
        #expect(error?.connectFailure == .noSuchFile)
        #expect(error?.description.contains("/nonexistent/socket: No such file") == true)
    }

    @Test func `says that nobody listens`() async throws {
        try await withDirectory { directory in
            let path = directory + "/socket"
            let socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(socket) }
            try #require(withSocketAddress(path) { bind(socket, $0, $1) } == 0)
            let error = await #expect(throws: ClientError.self) {
                try await VarlinkClient.connect(to: path)
            }
            #expect(error?.connectFailure == .refused)
        }
    }

    @Test func `says that the server is busy once its patience ends`() async throws {
        try await withDirectory { directory in
            let path = directory + "/socket"
            let socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(socket) }
            try #require(withSocketAddress(path) { bind(socket, $0, $1) } == 0)
            try #require(listen(socket, 0) == 0)
            let first = try RawClient(path)
            let error = await #expect(throws: ClientError.self) {
                try await VarlinkClient.connect(to: path, within: .milliseconds(15))
            }
            #expect(error?.connectFailure == .busy)
            _ = first
        }
    }

    @Test(arguments: [
        (EACCES, ClientError.ConnectFailure.denied), (EPERM, .denied), (ENOTDIR, .noSuchFile),
        (ENAMETOOLONG, .other),
    ])
    func `tells apart what stood in the way`(
        what: (errno: Int32, failure: ClientError.ConnectFailure)
    ) {
        let error = ClientError.cannotConnect(path: "/p", errno: what.errno)
        #expect(error.connectFailure == what.failure)
        #expect(ClientError.closed.connectFailure == nil)
    }
}

/// Runs `body` with a client of a peer that answers one call with `messages`, then closes.
private func withPeer(
    saying messages: [String],
    isolation: isolated (any Actor)? = #isolation,
    _ body: (VarlinkClient) async throws -> Void
) async throws {
    try await withDirectory { directory in
        let path = directory + "/socket"
        let server = try await VarlinkServer.start(on: .path(path)) { transport in
            FixedAnswer(transport: transport, messages: messages)
        }
        let client = try await VarlinkClient.connect(to: path)
        do {
            try await body(client)
        } catch {
            await server.stop()
            throw error
        }
        await client.close()
        await server.stop()
    }
}

/// Answers every call with the same bytes, then closes.
private final class FixedAnswer: ServerHandler {
    private let transport: any ServerTransport
    private let bytes: [UInt8]

    init(transport: any ServerTransport, messages: [String]) {
        self.transport = transport
        bytes = messages.flatMap { Array($0.utf8) + [0] }
    }

    func opened(_ connection: ConnectionID, peer: PeerCredentials) -> Bool { true }

    func received(_ call: Call, from connection: ConnectionID) -> CallDisposition {
        transport.send(bytes, to: connection)
        transport.close(connection, why: "everything is said")
        return .next
    }

    func becameWritable(_ connection: ConnectionID) {}

    func closed(_ connection: ConnectionID) {}

    func turnEnded() {}

    func woken() {}
}
