// SPDX-License-Identifier: Apache-2.0
import Testing
import Varlink

/// RFC 8259 as tables: what must be accepted, what must be refused, and why.
@Suite("The grammar of JSON") struct GrammarTests {
    @Test(arguments: [
        "null", "true", "false", "0", "-0", "1", "\"\"", "[]", "{}",
        " \t\r\n null \t\r\n ", "[ ]", "{ }", "[1]", "[1,2]", "[ 1 , 2 ]", "[[],[[]],{}]",
        #"{"a":1}"#, #"{ "a" : 1 , "b" : [ ] }"#, #"{"":0}"#, #"{"a":{"b":{"c":null}}}"#,
        #"{"a":1,"a":2}"#, #"[null,true,false,"",0,{},[]]"#, #"["a","b"]"#,
    ])
    func `valid JSON of each kind is accepted`(_ text: String) {
        #expect(Verdicts(Array(text.utf8)).accepted)
    }

    @Test(arguments: [
        "nul", "tru", "fals", "[", "{", "[1", "[1,", #"{"a"#, #"{"a""#, #"{"a":"#, #"{"a":1"#,
        #"{"a":1,"#, "\"", "\"a", #""\"#, #""\""#, "-", "1.", "1e", "1e+", "", " ", "[[1]", "t",
    ])
    func `JSON that is cut off is reported as incomplete`(_ text: String) {
        #expect(Verdicts(Array(text.utf8)).refused(.end))
    }

    @Test(
        arguments: [
            "nulL", "True", "truE", "nan", "NaN", "Infinity", "undefined", "'a'", "a", "]", "}",
            ",",
            ":", "[,]", "[1,]", "[,1]", "[1,,2]", "[1 2]", "[1}", "{]", "[}", "{,}", #"{"a"}"#,
            #"{"a":}"#, #"{"a":1,}"#, #"{"a":1 "b":2}"#, #"{"a" 1}"#, #"{"a":1]"#, "{a:1}", "{1:1}",
            "{null:1}", #"{"a"::1}"#, #"{"a":1,,"b":2}"#, #"{"a":1}}"#, "[]]", "1 2", "nulll",
            "// note\n1", "/* note */1", "1#", "\u{FEFF}1", "[1]\u{A0}", "1\u{C}", "\u{B}1",
            "1\u{0}",
            "+1", ".5", "-.5", "01", "-01", "00", "1.e5", "1.a", "1ea", "1e1.5", "0x10", "1_000",
            "--1",
            "-a", "1e++1", "0.e1",
        ].filter { $0 != "5." }
    )
    func `an unexpected byte is refused`(_ text: String) {
        #expect(Verdicts(Array(text.utf8)).refused(.syntax))
    }

    @Test func `arrays can be nested up to the limit`() {
        for (open, close) in [("[", "]"), (#"{"a":"#, "}"), (#"[{"a":"#, "}]")] {
            let levels = open.filter { "[{".contains($0) }.count
            let fits =
                String(repeating: open, count: 32 / levels) + "1"
                + String(repeating: close, count: 32 / levels)
            #expect(Verdicts(Array(fits.utf8)).accepted)
            #expect(Verdicts(Array("[\(fits)]".utf8)).refused(.depth))
            #expect(Verdicts(Array("[\(fits)]".utf8), depth: 33).accepted)
        }
    }

    @Test func `the end of an array frees its level of nesting`() {
        let flat = "[" + String(repeating: "[[]],{\"a\":[]},", count: 100) + "[]]"
        #expect(Verdicts(Array(flat.utf8), depth: 3).accepted)
        #expect(Verdicts(Array(flat.utf8), depth: 2).refused(.depth))
    }

    @Test func `a million opening brackets are refused once the limit is reached`() {
        let brackets = [UInt8](repeating: UInt8(ascii: "["), count: 1_000_000)
        #expect(Verdicts(brackets).refused(.depth))
        #expect(Verdicts(brackets, depth: .max).refused(.depth))
        #expect(Verdicts(brackets, depth: .max).skip?.offset == 64)
    }

    @Test func `the error gives the unexpected byte`() throws {
        let error = #expect(throws: JSONError.self) { try json(#"{"a": [1, 2, x]}"#) }
        #expect(error?.offset == 13)
        #expect(error?.description == "a[2]: not JSON (byte 13)")
    }
}
