// SPDX-License-Identifier: Apache-2.0
import Testing
import Varlink

@Suite("Reading values") struct ReaderTests {
    @Test func `the members of an object are returned in order`() throws {
        var reader = JSONReader(Array(#" {"a": 1, "b": "x", "c": null, "d": [true]} "#.utf8))
        var seen: [String] = []
        try reader.object { (key, reader) throws(JSONError) in
            seen.append(reader.text(of: key))
            switch key {
            case "a": #expect(try reader.int() == 1)
            case "b": #expect(try reader.string() == "x")
            case "c": #expect(try reader.isNull())
            default: #expect(try reader.raw() == Array("[true]".utf8))
            }
        }
        try reader.finish()
        #expect(seen == ["a", "b", "c", "d"])
    }

    @Test func `the reader skips members and elements that the caller does not read`() throws {
        var reader = JSONReader(Array(#"{"a":{"b":[1,{"c":2}]},"d":[1,[2],"]"],"e":5}"#.utf8))
        var last = 0
        try reader.object { (key, reader) throws(JSONError) in
            if case "e" = key { last = try reader.int() }
        }
        try reader.finish()
        #expect(last == 5)

        reader = JSONReader(Array(#"[1, "x", {"a": []}]"#.utf8))
        var count = 0
        try reader.array { (_) throws(JSONError) in count += 1 }
        try reader.finish()
        #expect(count == 3)
    }

    @Test func `members that are not read are still checked`() {
        var reader = JSONReader(Array(#"{"a":[1,{"b":tru}]}"#.utf8))
        let error = #expect(throws: JSONError.self) {
            try reader.object { (_, _) throws(JSONError) in }
        }
        #expect(error?.kind == .syntax)
        #expect(error?.path == "a")
    }

    @Test func `only the word null is read as null`() throws {
        var reader = JSONReader(Array("[null, 0]".utf8))
        var nulls: [Bool] = []
        try reader.array { (reader) throws(JSONError) in nulls.append(try reader.isNull()) }
        #expect(nulls == [true, false])
    }

    @Test func `of members with the same key, the last one is used`() throws {
        var reader = JSONReader(Array(#"{"a":1,"a":2}"#.utf8))
        var value = 0
        try reader.object { (_, reader) throws(JSONError) in value = try reader.int() }
        #expect(value == 2)
        #expect(try json(#"{"a":1,"a":2}"#)["a"] == .int(2))
    }

    @Test func `the bytes of a value are copied unchanged`() throws {
        var reader = JSONReader(Array("  { \"a\" : [ 1.50e0 ] }  ".utf8))
        #expect(try reader.raw() == Array("{ \"a\" : [ 1.50e0 ] }".utf8))
        try reader.finish()
    }

    @Test func `a value of the wrong type and invalid JSON give different errors`() {
        func kind(
            _ text: String,
            _ read: (inout JSONReader) throws(JSONError) -> Void
        )
            -> JSONError.Kind?
        {
            var reader = JSONReader(Array(text.utf8))
            do {
                try read(&reader)
                return nil
            } catch {
                return error.kind
            }
        }
        #expect(
            kind("1") { (reader) throws(JSONError) in _ = try reader.string() } == .type("a string")
        )
        #expect(kind("x") { (reader) throws(JSONError) in _ = try reader.string() } == .syntax)
        #expect(
            kind("\"1\"") { (reader) throws(JSONError) in _ = try reader.int() }
                == .type("an integer")
        )
        #expect(
            kind("null") { (reader) throws(JSONError) in _ = try reader.double() }
                == .type("a number")
        )
        #expect(
            kind("0") { (reader) throws(JSONError) in _ = try reader.bool() } == .type("a boolean")
        )
        #expect(
            kind("[]") { (reader) throws(JSONError) in try reader.object { (_, _) in } }
                == .type("an object")
        )
        #expect(
            kind("{}") { (reader) throws(JSONError) in try reader.array { _ in } }
                == .type("an array")
        )
        #expect(kind(" ") { (reader) throws(JSONError) in _ = try reader.bool() } == .end)
    }

    @Test func `the path in an error leads to the invalid value`() throws {
        var reader = JSONReader(Array(#"{"snapshots":[{"a":1},{"position":"x"}]}"#.utf8))
        let error = #expect(throws: JSONError.self) {
            try reader.object { (_, reader) throws(JSONError) in
                try reader.array { (reader) throws(JSONError) in
                    try reader.object { (key, reader) throws(JSONError) in
                        if case "position" = key { _ = try reader.double() }
                    }
                }
            }
        }
        #expect(error?.path == "snapshots[1].position")
        #expect(error?.description == "snapshots[1].position: a number is expected (byte 34)")
    }

    @Test func `a key sent by a peer can neither break nor fill a log line`() {
        let long = String(repeating: "k", count: 100)
        #expect(errorPath(#"{"a\nb\u009b":x}"#) == "a?b?")
        #expect(errorPath("{\"\(long)\":{\"é\":x}}") == String(repeating: "k", count: 64) + "….é")
    }

    private func errorPath(_ text: String) -> String? {
        Verdicts(Array(text.utf8)).value?.path
    }

    @Test func `a missing member and an invalid value give different errors`() {
        let reader = JSONReader(Array("{}".utf8))
        #expect(reader.missing("item").inside(member: "snapshot").path == "snapshot.item")
        #expect(reader.missing("item").description == "item: is missing (byte 0)")
        #expect(reader.invalid("is too long").description == "is too long (byte 0)")
    }
}
