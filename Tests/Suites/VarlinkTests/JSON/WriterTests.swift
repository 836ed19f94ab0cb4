// SPDX-License-Identifier: Apache-2.0
import Testing
import Varlink

@Suite("Writing JSON") struct WriterTests {
    @Test func `commas and colons are added automatically`() {
        let text = written { writer in
            writer.beginObject()
            writer.key("empty")
            writer.beginObject()
            writer.endObject()
            writer.key("list")
            writer.beginArray()
            writer.int(-1)
            writer.beginArray()
            writer.endArray()
            writer.string("x")
            writer.endArray()
            writer.key(string: "q\"")
            writer.bool(true)
            writer.key("r")
            writer.raw(Array("[0]".utf8))
            writer.key("none")
            writer.null()
            writer.endObject()
        }
        #expect(text == #"{"empty":{},"list":[-1,[],"x"],"q\"":true,"r":[0],"none":null}"#)
    }

    @Test(arguments: [
        ("plain", #""plain""#), ("", #""""#), ("\"\\/", #""\"\\/""#),
        ("\n\r\t", #""\n\r\t""#),
        ("\u{0}\u{1}\u{8}\u{C}\u{1F}", #""\u0000\u0001\u0008\u000c\u001f""#),
        ("\u{7F}é漢🎬", "\"\u{7F}é漢🎬\""), ("1234567\n", #""1234567\n""#), ("é\"é", #""é\"é""#),
    ])
    func `a string is escaped only where necessary`(_ value: String, _ text: String) throws {
        #expect(written { $0.string(value) } == text)
        #expect(try json(text) == .string(value))
    }

    @Test(arguments: [0, 7, -1, 10, Int.max, Int.min])
    func `an integer is read back as the same value`(_ value: Int) throws {
        #expect(written { $0.int(value) } == String(value))
        #expect(try json(String(value)) == .int(value))
    }

    @Test func `a Double is written in its shortest form`() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<20_000 {
            let digits = random.next() % 1_000_000_000_000_000 >> (random.next() % 50)
            let short = Double(digits) / [1, 10, 100, 1000, 10_000][Int(random.next() % 5)]
            let near = [short, short.nextUp, short.nextDown, -short]
            for value in near + [Double(bitPattern: random.next())] where value.isFinite {
                #expect(written { $0.double(value) } == value.description)
            }
        }
    }

    @Test(arguments: [
        (0.0, "0.0"), (-0.0, "-0.0"), (1.0, "1.0"), (0.1, "0.1"), (1234.567, "1234.567"),
        (1e16, "1e+16"),
        (Double.leastNonzeroMagnitude, "5e-324"), (1e-5, "1e-05"),
        (Double.greatestFiniteMagnitude, "1.7976931348623157e+308"),
        (0.1 + 0.2, "0.30000000000000004"), (100_000, "100000.0"),
    ])
    func `a Double has a point or an exponent, and is read back as the same value`(
        _ value: Double,
        _ text: String
    )
        throws
    {
        #expect(written { $0.double(value) } == text)
        #expect(try json(text) == .double(value))
    }

    @Test func `random Doubles are read back as the same values`() throws {
        var state: UInt64 = 1
        for _ in 0..<20_000 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let value = Double(bitPattern: state)
            guard value.isFinite else { continue }
            #expect(try json(written { $0.double(value) }) == .double(value))
        }
    }

    @Test(arguments: [Double.infinity, -Double.infinity, Double.nan])
    func `a number that JSON cannot represent is written as null`(_ value: Double) {
        #expect(written { $0.double(value) } == "null")
    }

    @Test func `a JSON value of each kind is read back as the same value`() throws {
        let value = JSONValue.object([
            JSONMember(key: "a", value: .array([.null, .bool(false), .int(1), .double(1)])),
            JSONMember(key: "é\n", value: .string("\u{0}\"")),
            JSONMember(key: "", value: .object([])),
        ])
        #expect(try json(written { $0.value(value) }) == value)
    }
}
