// SPDX-License-Identifier: Apache-2.0
import StateTesting
import Testing
import Varlink

@Suite("Calls read from a connection") struct ServerConnectionTests {
    @Test func `a call is parsed with all its members`() throws {
        let call = try one(
            #"{"method":"a.b.C","parameters":{"x":1},"oneway":true,"more":true,"upgrade":true}"#
        )
        #expect(call.method == "a.b.C")
        #expect(call.parameters == Array(#"{"x":1}"#.utf8))
        #expect(call.oneway)
        #expect(call.more)
        #expect(call.upgrade)
    }

    @Test(arguments: [
        #"{"method":"a.b.C"}"#,
        #"{"method":"a.b.C","parameters":{}}"#,
        #"{"method":"a.b.C","parameters":null}"#,
        #"{"method":"a.b.C","more":false,"oneway":false,"upgrade":false}"#,
        #"{"parameters":null,"more":null,"oneway":null,"upgrade":null,"method":"a.b.C"}"#,
        #"{"org.example.extension":{"method":"x"},"method":"a.b.C","id":[1,2,{"x":null}]}"#,
        #" { "method" : "a.b.C" } "#,
        #"{"method":"x.y.Z","more":true,"more":false,"method":"a.b.C"}"#,
        #"{"m\u0065thod":"a.b.\u0043"}"#,
    ])
    func `absent, false, null and empty members mean the same, and unknown ones are ignored`(
        _ text: String
    )
        throws
    {
        let call = try one(text)
        #expect(call.method == "a.b.C")
        #expect(call.parameters == Array("{}".utf8))
        #expect(!call.oneway && !call.more && !call.upgrade)
    }

    @Test func `the unread bytes are those after the last call taken`() throws {
        var connection = ServerConnection()
        connection.receive(Array(#"{"method":"a.b.C"}"#.utf8) + [0] + Array("rest".utf8))
        _ = try connection.next()
        #expect(connection.withUnread { Array($0) } == Array("rest".utf8))
    }

    @Test(arguments: ["", "the beginning of the next one"])
    func `the memory of a long call is released once the call is taken`(_ rest: String) throws {
        let text = String(repeating: "x", count: 900_000)
        let long = Array(#"{"method":"a.b.C","x":"\#(text)"}"#.utf8)
        var connection = ServerConnection()
        connection.receive(long + [0] + Array(rest.utf8))
        #expect(connection.heldBytes > 900_000)
        _ = try connection.next()
        #expect(connection.heldBytes == rest.utf8.count)
        #expect(connection.unreadBytes == rest.utf8.count)
        #expect(connection.withUnread { Array($0) } == Array(rest.utf8))
        connection.receive([0])
        #expect(throws: ProtocolViolation.self) { try connection.next() }
        #expect(connection.heldBytes == 0)
    }

    @Test func `a long call behind a short one counts as memory in use`() throws {
        let long = [UInt8](repeating: 32, count: 100_000)
        var connection = ServerConnection()
        connection.receive(Array(#"{"method":"a.b.C"}"#.utf8) + [0] + long)
        _ = try connection.next()
        #expect(connection.unreadBytes == long.count)
        #expect(connection.heldBytes == long.count + 19)
        connection.receive([32])
        #expect(connection.unreadBytes == long.count + 1)
    }

    @Test func `the length of the next call is known before it is taken`() throws {
        var connection = ServerConnection()
        connection.receive(Array(#"{"method":"a.b.C"}"#.utf8))
        #expect(try connection.nextLength() == nil)
        #expect(connection.unreadBytes == 18)
        connection.receive([0] + Array("garbage".utf8) + [0])
        #expect(try connection.nextLength() == 18)
        #expect(try connection.next()?.method == "a.b.C")
        #expect(try connection.nextLength() == 7)
        #expect(throws: ProtocolViolation.self) { try connection.next() }
        #expect(throws: ProtocolViolation.self) { try connection.nextLength() }
        #expect(connection.unreadBytes == 0)
    }

    @Test func `the name of a method is parsed correctly after a similar name`() throws {
        let methods = [
            "a.b.C", "a.b.C", "a.b.CC", "a.b.C", "a.b.D", "a.b", "org.example.long.Method",
            "org.example.long.Method", "org.example.long.MethoD", "org.example.lonG.Method", "é.é",
            "é.é", "a.\"", "a.\"", "a.", "a.\\", "a.\\",
        ]
        var server = ServerConnection()
        for method in methods { server.receive(Message.call(method: method)) }
        server.receive(Array(#"{"method": "a.\u005c"}"#.utf8) + [0])
        server.receive(
            Array(#"{"method":"b.c"}"#.utf8) + [0] + Array(#"{"method":"b.c}"#.utf8) + [0]
        )
        for method in methods + ["a.\\", "b.c"] { #expect(try server.next()?.method == method) }
        #expect(throws: ProtocolViolation.self) { try server.next() }
    }

    @Test func `an empty method name is refused in the first call of a connection`() throws {
        var server = ServerConnection()
        server.receive(Array(#"{"method":""}"#.utf8) + [0])
        #expect(throws: ProtocolViolation.self) { try server.next() }
    }

    @Test(arguments: [
        "x", "[]", "null", "\"a.b.C\"", "{}", #"{"method":"a.b.C""#, #"{"method":"a.b.C"}}"#,
        #"{"method":"a.b.C"} {}"#, #"{"method":1}"#, #"{"method":null}"#, #"{"method":"C"}"#,
        #"{"method":""}"#, #"{"method":"a.b.C","parameters":[]}"#,
        #"{"method":"a.b.C","parameters":"{}"}"#, #"{"method":"a.b.C","parameters":false}"#,
        #"{"method":"a.b.C","parameters":{"x":}}"#, #"{"method":"a.b.C","more":1}"#,
        #"{"method":"a.b.C","more":{}}"#, #"{"method":"a.b.C","oneway":"true"}"#,
        #"{"method":"a.b.C","x":tru}"#, #"{"method":"a.b.\ud800"}"#, " ", "\n",
        #"{"method":"a.b.C","x":1e400}"#,
    ])
    func `an invalid call ends the connection`(_ text: String) throws {
        var server = ServerConnection()
        server.receive(Array(text.utf8) + [0] + Message.call(method: "a.b.C"))
        let first = #expect(throws: ProtocolViolation.self) { try server.next() }
        guard case .malformed = first else {
            Issue.record("\(String(describing: first))")
            return
        }
        server.receive(Message.call(method: "a.b.C"))
        let second = #expect(throws: ProtocolViolation.self) { try server.next() }
        #expect(first == second)
    }

    @Test func `calls that precede a violation are delivered`() throws {
        var server = ServerConnection()
        server.receive(Message.call(method: "a.b.C") + [0])
        #expect(try server.next()?.method == "a.b.C")
        #expect(throws: ProtocolViolation.empty) { try server.next() }
        #expect(throws: ProtocolViolation.empty) { try server.next() }
    }

    @Test func `the depth of nesting is counted from the object of the message`() throws {
        func nested(_ levels: Int) -> String {
            #"{"method":"a.b.C","parameters":{"x":"# + String(repeating: "[", count: levels)
                + String(repeating: "]", count: levels) + "}}"
        }
        #expect(try one(nested(30)).method == "a.b.C")
        #expect(throws: ProtocolViolation.self) { try one(nested(31)) }
        var limits = MessageLimits()
        limits.depth = 33
        #expect(try one(nested(31), limits).method == "a.b.C")
    }

    @Test func `a message may have exactly the maximum length`() throws {
        var limits = MessageLimits()
        limits.messageBytes = 100
        let fits = #"{"method":"a.b.C","x":""# + String(repeating: "x", count: 75) + "\"}"
        #expect(fits.utf8.count == 100)
        #expect(try one(fits, limits).method == "a.b.C")
        #expect(throws: ProtocolViolation.tooLong(limit: 100)) { try one(fits + " ", limits) }

        var server = ServerConnection(limits: limits)
        server.receive([UInt8](repeating: UInt8(ascii: " "), count: 100))
        #expect(try server.next() == nil)
        server.receive([UInt8(ascii: " ")])
        #expect(throws: ProtocolViolation.tooLong(limit: 100)) { try server.next() }
    }

    @Test func `the default limit of a message is 1 MiB`() throws {
        let head = #"{"method":"a.b.C","x":""#
        let fits = head + String(repeating: "x", count: (1 << 20) - head.utf8.count - 2) + "\"}"
        #expect(try one(fits).method == "a.b.C")
        #expect(throws: ProtocolViolation.tooLong(limit: 1 << 20)) { try one(fits + " ") }
    }

    private func one(_ text: String, _ limits: MessageLimits = MessageLimits()) throws -> Call {
        var server = ServerConnection(limits: limits)
        server.receive(Array(text.utf8) + [0])
        let call = try #require(try server.next())
        #expect(try server.next() == nil)
        return call
    }
}
