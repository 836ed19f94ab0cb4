// SPDX-License-Identifier: Apache-2.0
import Testing
import Varlink

@Suite("Replies to calls") struct ClientConnectionTests {
    @Test func `a call is written with only those members that are set`() {
        #expect(text(Message.call(method: "a.b.C")) == #"{"method":"a.b.C"}"# + "\0")
        #expect(
            text(
                Message.call(
                    method: "a.b.C",
                    parameters: Array("{}".utf8),
                    oneway: true,
                    more: true
                )
            )
                == #"{"method":"a.b.C","parameters":{},"oneway":true,"more":true}"# + "\0"
        )
        #expect(text(Message.reply()) == "{}\0")
        #expect(
            text(Message.reply(parameters: Array(#"{"x":1}"#.utf8), continues: true))
                == #"{"parameters":{"x":1},"continues":true}"# + "\0"
        )
        #expect(text(Message.error("a.b.Failed")) == #"{"error":"a.b.Failed"}"# + "\0")
    }

    @Test func `replies are returned in the order of the calls`() throws {
        var client = ClientConnection()
        _ = client.call(method: "a.b.One")
        _ = client.call(method: "a.b.Tick", oneway: true)
        _ = client.call(method: "a.b.Three")
        #expect(client.calls == 3)
        client.receive(reply(#"{"n":1}"#) + reply(#"{"n":3}"#))
        let first = try #require(try client.nextAnswer())
        #expect(first.call == 1)
        #expect(first.reply == Reply(parameters: Array(#"{"n":1}"#.utf8)))
        #expect(try client.nextAnswer()?.call == 3)
        #expect(try client.next() == nil)
        client.receive(reply("{}"))
        #expect(throws: ProtocolViolation.unexpectedReply) { try client.next() }
    }

    @Test func `a stream receives replies up to the first without the flag continues`() throws {
        var client = ClientConnection()
        _ = client.call(method: "a.b.Watch", more: true)
        _ = client.call(method: "a.b.After")
        client.receive(
            reply(#"{"n":1}"#, continues: true) + reply(#"{"n":2}"#, continues: true)
                + reply(#"{"n":3}"#) + reply("{}")
        )
        var answers: [Int] = []
        while let answer = try client.nextAnswer() {
            answers.append(answer.call)
            #expect(answer.reply.continues == (answers.count < 3))
        }
        #expect(answers == [1, 1, 1, 2])
    }

    @Test func `a reply may be nested one level deeper than a call`() throws {
        func nested(_ levels: Int) -> [UInt8] {
            reply(
                #"{"x":"# + String(repeating: "[", count: levels)
                    + String(repeating: "]", count: levels) + "}"
            )
        }
        var client = ClientConnection()
        _ = client.call(method: "a.b.C")
        _ = client.call(method: "a.b.C")
        client.receive(nested(31) + nested(32))
        #expect(try client.nextAnswer()?.call == 1)
        #expect(throws: ProtocolViolation.self) { try client.nextAnswer() }
    }

    @Test func `an error is a reply and ends its call`() throws {
        var client = ClientConnection()
        _ = client.call(method: "a.b.Watch", more: true)
        client.receive(reply("{}", continues: true))
        client.receive(
            Array(#"{"error":"a.b.Gone","continues":true,"parameters":{"why":"x"}}"#.utf8) + [0]
        )
        #expect(try client.next()?.continues == true)
        let error = try #require(try client.next())
        #expect(error.error == "a.b.Gone")
        #expect(error.parameters == Array(#"{"why":"x"}"#.utf8))
        #expect(!error.continues)
        client.receive(reply("{}"))
        #expect(throws: ProtocolViolation.unexpectedReply) { try client.next() }
    }

    @Test(arguments: [
        "{}", #"{"parameters":null}"#, #"{"parameters":{},"continues":false,"error":null}"#,
        #"{"continues":null,"vendor.org":1}"#,
    ])
    func `absent, false, null and empty members have the same meaning`(_ text: String) throws {
        var client = ClientConnection()
        _ = client.call(method: "a.b.C")
        client.receive(Array(text.utf8) + [0])
        #expect(try client.next() == Reply(parameters: Array("{}".utf8)))
    }

    @Test func `a reply for which no call waits is a violation`() {
        var client = ClientConnection()
        _ = client.call(method: "a.b.Tick", oneway: true)
        client.receive(reply("{}"))
        #expect(throws: ProtocolViolation.unexpectedReply) { try client.next() }
        #expect(throws: ProtocolViolation.unexpectedReply) { try client.next() }
    }

    @Test func `a call without the more flag receives one reply`() {
        var client = ClientConnection()
        _ = client.call(method: "a.b.C")
        client.receive(reply("{}", continues: true))
        #expect(throws: ProtocolViolation.unexpectedContinues) { try client.next() }
    }

    @Test(arguments: [
        "[]", "x", #"{"parameters":[]}"#, #"{"continues":1}"#, #"{"error":1}"#,
        #"{"error":"Gone"}"#,
    ])
    func `an invalid reply is a violation`(_ text: String) {
        var client = ClientConnection()
        _ = client.call(method: "a.b.C")
        client.receive(Array(text.utf8) + [0])
        #expect(throws: ProtocolViolation.self) { try client.next() }
    }

    @Test
    func `with a hundred thousand open calls, each reply goes to its call`() throws {
        var client = ClientConnection()
        for _ in 0..<100_000 { _ = client.call(method: "a.b.C") }
        for number in 1...100_000 {
            client.receive(reply("{}"))
            #expect(try client.nextAnswer()?.call == number)
        }
        client.receive(reply("{}"))
        #expect(throws: ProtocolViolation.unexpectedReply) { try client.next() }
    }

    private func reply(_ parameters: String, continues: Bool = false) -> [UInt8] {
        Message.reply(parameters: Array(parameters.utf8), continues: continues)
    }

    private func text(_ message: [UInt8]) -> String {
        String(decoding: message, as: UTF8.self)
    }
}
