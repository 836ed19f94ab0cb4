// SPDX-License-Identifier: Apache-2.0
import Glibc
import SystemSupport
import Testing
import Varlink
import VarlinkNIO

@Suite(.timeLimit(.minutes(10)))
struct `A client's calls` {
    @Test func `calls are answered`() async throws {
        try await withServer { _, path in
            let client = try await VarlinkClient.connect(to: path)
            let reply = try await client.call("t.Ping", parameters: Array(#"{"n":1}"#.utf8))
            #expect(reply == Reply(parameters: Array(#"{"n":1}"#.utf8)))
            await client.close()
        }
    }

    @Test
    func `a call can be made while another waits for its reply, and each gets its own`()
        async throws
    {
        try await withServer { server, path in
            let client = try await VarlinkClient.connect(to: path)
            let other = try await VarlinkClient.connect(to: path)
            async let waiting = client.call("t.Wait")
            try await server.reached { $0.calls == 1 }
            async let behind = client.call("t.Ping", parameters: Array(#"{"n":1}"#.utf8))
            _ = try await other.call("t.Release")
            #expect(try await waiting.parameters == Array("{}".utf8))
            #expect(try await behind.parameters == Array(#"{"n":1}"#.utf8))
            await client.close()
            await other.close()
        }
    }

    @Test func `oneway calls arrive in order`() async throws {
        try await withServer { server, path in
            let client = try await VarlinkClient.connect(to: path)
            for _ in 0..<100 { try await client.callOneway("t.Ping") }
            await client.close()
            try await server.reached { $0.events.contains(.closed(1)) }
            #expect(try await server.submit { $0.calls } == 100)
        }
    }

    @Test func `a call that times out ends the connection`() async throws {
        try await withServer { server, path in
            let client = try await VarlinkClient.connect(to: path)
            await #expect(throws: ClientError.timedOut) {
                try await client.call("t.Wait", within: .milliseconds(5))
            }
            await #expect(throws: ClientError.notSent) { try await client.call("t.Ping") }
            try await server.reached { $0.events.contains(.closed(1)) }
        }
    }

    @Test func `a cancelled call does not end a call before it`() async throws {
        try await withServer { server, path in
            let client = try await VarlinkClient.connect(to: path)
            async let waiting = client.call("t.Wait")
            try await server.reached { $0.calls == 1 }
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    await #expect(throws: ClientError.cancelled) { try await client.call("t.Ping") }
                }
                group.cancelAll()
            }
            let other = try await VarlinkClient.connect(to: path)
            _ = try await other.call("t.Release")
            #expect(try await waiting.error == nil)
            await client.close()
            await other.close()
        }
    }

    @Test func `a cancelled call ends a connection without other calls`() async throws {
        try await withServer { server, path in
            let client = try await VarlinkClient.connect(to: path)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    await #expect(throws: ClientError.cancelled) { try await client.call("t.Wait") }
                }
                try await server.reached { $0.calls == 1 }
                group.cancelAll()
            }
            await #expect(throws: ClientError.notSent) { try await client.call("t.Ping") }
            try await server.reached { $0.events.contains(.closed(1)) }
        }
    }

    @Test func `a one-way call that the server does not read times out, or can be cancelled`()
        async throws
    {
        try await withDirectory { directory in
            let path = "\(directory)/s"
            let listener = try UnixSocket.open()
            try UnixSocket.bind(listener, to: path)
            #expect(listen(listener.number, 1) == 0)
            let client = try await VarlinkClient.connect(to: path)
            let large = Array("{\"t\":\"\(String(repeating: "x", count: 4_000_000))\"}".utf8)
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    await #expect(throws: ClientError.cancelled) {
                        try await client.callOneway("t.Ping", large)
                    }
                }
                group.cancelAll()
            }
            await #expect(throws: ClientError.timedOut) {
                try await client.callOneway("t.Ping", large, within: .milliseconds(5))
            }
            _ = consume listener
        }
    }

    @Test func `a cancelled task makes no call`() async throws {
        try await withServer { server, path in
            let client = try await VarlinkClient.connect(to: path)
            await withTaskGroup(of: Void.self) { group in
                group.cancelAll()
                group.addTask {
                    await #expect(throws: ClientError.cancelled) { try await client.call("t.Ping") }
                }
            }
            #expect(try await client.call("t.Ping").continues == false)
            #expect(try await server.submit { $0.calls } == 1)
            await client.close()
        }
    }

    @Test func `calls fail when the server disconnects`() async throws {
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
            await #expect(throws: ClientError.notSent) { try await client.call("t.Ping") }
            await #expect(throws: ClientError.notSent) { try await client.callOneway("t.Ping") }
        }
    }

    @Test func `a call throws the error of its reply`() async throws {
        try await withPeer(saying: [#"{"error":"a.b.Wrong","parameters":{"why":1}}"#]) { client in
            let wrong = ClientError.reply(
                error: "a.b.Wrong",
                parameters: Array(#"{"why":1}"#.utf8)
            )
            await #expect(throws: wrong) { try await client.call("a.b.Do") }
        }
    }

    @Test(arguments: ["garbage", "", #"{"parameters":1}"#, #"{"continues":true}"#])
    func `a call fails if the reply is not Varlink`(answer: String) async throws {
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

@Suite(.timeLimit(.minutes(10)))
struct `A client that cannot connect` {
    @Test func `a socket file that does not exist is reported`() async throws {
        let error = await #expect(throws: ClientError.self) {
            try await VarlinkClient.connect(to: "/nonexistent/socket")
        }
        #expect(error == .cannotConnect(path: "/nonexistent/socket", errno: ENOENT))
        #expect(error?.description.contains("/nonexistent/socket: No such file") == true)
    }

    @Test func `a socket on which no program listens is reported`() async throws {
        try await withDirectory { directory in
            let path = directory + "/socket"
            let socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(socket) }
            try #require(withSocketAddress(path) { bind(socket, $0, $1) } == 0)
            let error = await #expect(throws: ClientError.self) {
                try await VarlinkClient.connect(to: path)
            }
            #expect(error == .cannotConnect(path: path, errno: ECONNREFUSED))
        }
    }

    @Test func `a server that does not accept the connection is reported after the timeout`()
        async throws
    {
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
            #expect(error == .cannotConnect(path: path, errno: EAGAIN))
            _ = first
        }
    }
}
