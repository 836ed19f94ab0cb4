import Testing
import Varlink

@Suite("Calls and replies") struct SmokeTests {
    @Test func `a call is read with its parameters`() throws {
        var server = ServerConnection()
        server.receive(
            Message.call(method: "a.b.C", parameters: Array(#"{"x":[1,2.5,"\u00e9"]}"#.utf8))
        )
        let call = try #require(try server.next())
        #expect(call.method == "a.b.C")
        var reader = JSONReader(call.parameters)
        #expect(
            try reader.value()["x"] == .array([.int(1), .double(2.5), .string("é")])
        )
        #expect(try server.next() == nil)
    }

    @Test func `a path leads to the value that is wrong`() throws {
        var reader = JSONReader(Array(#"{"snapshots":[{"a":1},{"position":"x"}]}"#.utf8))
        let error = #expect(throws: JSONError.self) {
            try reader.object { (_, reader) throws(JSONError) in
                try reader.array { (reader) throws(JSONError) in
                    try reader.object { (key, reader) throws(JSONError) in
                        if key == "position" { _ = try reader.double() }
                    }
                }
            }
        }
        #expect(error?.path == "snapshots[1].position")
        #expect(error?.parameter == "snapshots")
        #expect(error?.kind == .type("a number"))
    }
}
