// SPDX-License-Identifier: Apache-2.0
import Testing
import Varlink

@Suite("Keys") struct KeyTests {
    /// What the reader makes of the one key of an object, and of the value after it.
    private func key(_ json: String) throws(JSONError) -> (text: String, isPosition: Bool) {
        var reader = JSONReader(Array(json.utf8))
        var found = (text: "", isPosition: false)
        try reader.object { (key, reader) throws(JSONError) in
            found.text = reader.text(of: key)
            if case "position" = key { found.isPosition = true }
            guard try reader.int() == 7 else { throw reader.invalid("is another number") }
        }
        try reader.finish()
        return found
    }

    @Test(arguments: 0...40, ["", String(repeating: " ", count: 30)])
    func `a key of up to 40 letters is parsed, wherever the input ends`(
        _ length: Int,
        _ rest: String
    ) throws {
        let name = String((0..<length).map { Character(Unicode.Scalar(UInt8(97 + $0 % 26))) })
        #expect(try key("{\"\(name)\":7}\(rest)").text == name)
        #expect(try key("{ \"\(name)\" : 7 }\(rest)").text == name)
        #expect(try key("{\"\(name)é\":7}\(rest)").text == name + "é")
        #expect(try key("{\"\(name)\\n\":7}\(rest)").text == name + "\n")
    }

    @Test(arguments: [
        #"{"position":7}"#, #"{"position":7                    }"#, #"{"position" :7}"#,
        #"{"position": 7}                    "#, #"{"p\u006fsition":7}"#,
    ])
    func `a key is recognised however it is escaped`(_ json: String) throws {
        #expect(try key(json).isPosition)
    }

    @Test(arguments: [
        "positio", "positions", "Position", "position\\u0000", "positiom", "positionposition",
        "position\\uff4e", "",
    ])
    func `a similar key is not taken for the one that is asked for`(_ name: String) throws {
        #expect(try !key("{\"\(name)\":7                    }").isPosition)
        #expect(try !key("{\"\(name)\":7}").isPosition)
    }

    @Test(
        arguments: [
            (#"{"a":}"#, JSONError.Kind.syntax, 5), (#"{"a":"#, .end, 5), (#"{"a"}"#, .syntax, 4),
            (#"{"a"#, .end, 3), (#"{a:7}"#, .syntax, 1), (#"{"a;7}"#, .end, 6),
            (#"{"a\x":7}"#, .text, 3),
        ],
        ["", String(repeating: " ", count: 30)]
    )
    func `the error for a malformed key or value has the right kind and offset`(
        _ wrong: (json: String, kind: JSONError.Kind, offset: Int),
        _ rest: String
    ) {
        let error = #expect(throws: JSONError.self) { try key(wrong.json + rest) }
        let atEnd = wrong.kind == .end
        #expect(error?.kind == wrong.kind)
        #expect(error?.offset == (atEnd ? (wrong.json + rest).utf8.count : wrong.offset))
    }
}
