// SPDX-License-Identifier: Apache-2.0
import Testing
import Varlink
import VarlinkNIO

@Suite(.timeLimit(.minutes(10)))
struct `A client's streams` {
    @Test func `a stream delivers every reply including the last, and then ends`() async throws {
        let replies = (1...100).map { Text.published($0) } + [Text.echo(101)]
        try await withPeer(saying: replies) { client in
            var bodies: [String] = []
            for try await reply in try await client.callMore("a.b.Watch") {
                bodies.append(String(decoding: reply.parameters, as: UTF8.self))
            }
            #expect(bodies == (1...101).map { #"{"n":\#($0)}"# })
        }
    }

    @Test func `a stream can be released after its last reply`() async throws {
        try await withServer { _, path in
            let client = try await VarlinkClient.connect(to: path)
            do {
                var replies = try await client.callMore("t.Ping").makeAsyncIterator()
                #expect(try await replies.next()?.continues == false)
            }
            #expect(try await client.call("t.Ping").parameters == Array("{}".utf8))
            await client.close()
        }
    }

    @Test func `an error reply is thrown after the earlier replies of the stream`() async throws {
        try await withPeer(saying: [Text.published(1), #"{"error":"a.b.Lost"}"#]) { client in
            var replies = try await client.callMore("a.b.Watch").makeAsyncIterator()
            #expect(try await replies.next()?.continues == true)
            let lost = ClientError.reply(error: "a.b.Lost", parameters: Array("{}".utf8))
            await #expect(throws: lost) { try await replies.next() }
            #expect(try await replies.next() == nil)
        }
    }

    @Test
    func `if the connection ends, a stream throws an error after the earlier replies`()
        async throws
    {
        try await withPeer(saying: [Text.published(1), Text.published(2)]) { client in
            var replies = try await client.callMore("a.b.Watch").makeAsyncIterator()
            #expect(try await replies.next()?.continues == true)
            #expect(try await replies.next()?.continues == true)
            await #expect(throws: ClientError.closed) { try await replies.next() }
        }
    }

    @Test func `a client reads its socket only as fast as the caller takes replies`() async throws {
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

    @Test func `leaving a stream before its end closes the connection`() async throws {
        try await withServer { server, path in
            let client = try await VarlinkClient.connect(to: path)
            for try await reply in try await client.callMore("t.Stream") {
                #expect(reply.continues)
                break
            }
            try await server.reached { $0.events.contains(.closed(1)) }
            await #expect(throws: ClientError.notSent) { try await client.call("t.Ping") }
        }
    }

    @Test func `a stream ends when its reader is cancelled`() async throws {
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
