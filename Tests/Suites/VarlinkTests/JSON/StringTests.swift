// SPDX-License-Identifier: Apache-2.0
import Testing
import Varlink

@Suite("Strings") struct StringTests {
    @Test(arguments: [
        (#""""#, ""), (#""a""#, "a"), (#""fifteen bytes !""#, "fifteen bytes !"),
        (#""sixteen bytes !!""#, "sixteen bytes !!"), (#""é ü 漢 🎬""#, "é ü 漢 🎬"),
        (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0041\u00e9\u00E9""#, "Aéé"),
        (#""\u0000""#, "\u{0}"), (#""a\u0000b""#, "a\u{0}b"), (#""\uD834\uDD1E""#, "\u{1D11E}"),
        (#""\ud800\udc00\uDBFF\uDFFF""#, "\u{10000}\u{10FFFF}"),
        (#""\uFFFF\uFFFE""#, "\u{FFFF}\u{FFFE}"),
        (#""x\u0301é\n漢""#, "x\u{301}é\n漢"),
        ("\"\u{7F}\u{80}\u{2028}\u{2029}\"", "\u{7F}\u{80}\u{2028}\u{2029}"),
        (#""\\u0041""#, "\\u0041"), (#""\\""#, "\\"), (#""/""#, "/"),
    ])
    func `the escapes and bytes of a string are decoded`(
        _ text: String,
        _ value: String
    )
        throws
    {
        #expect(try json(text) == .string(value))
        #expect(Verdicts(Array(text.utf8)).accepted)
    }

    @Test(arguments: [
        #""\a""#, #""\x41""#, #""\'""#, #""\U0041""#, #""\u""#, #""\u1""#, #""\u12""#, #""\u123""#,
        #""\u12G4""#, #""\u 123""#, #""\u+123""#, #""\uD800""#, #""\uDFFF""#, #""\uD800x""#,
        #""\uD800\n""#, #""\uD800\uD800""#, #""\uD800\u0041""#, #""\uDC00\uD800""#, #""\uD83D\u""#,
        "\"\\\u{0}\"", "\"\\\n\"", #""é\x""#,
    ])
    func `an invalid escape is refused`(_ text: String) {
        #expect(Verdicts(Array(text.utf8)).refused(.text))
    }

    @Test(arguments: Array(UInt8(0)..<0x20))
    func `a raw control character is refused at any position`(_ byte: UInt8) {
        for length in [0, 1, 7, 8, 9, 30] {
            let bytes =
                Array("\"".utf8) + Array(repeating: UInt8(ascii: "a"), count: length) + [byte]
            #expect(Verdicts(bytes + Array("\"".utf8)).refused(.text))
            #expect(Verdicts(Array("{".utf8) + bytes + Array("\":1}".utf8)).refused(.text))
        }
    }

    @Test(
        arguments: [
            [0x80], [0xBF], [0xC3], [0xC3, 0x28], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0x80],
            [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xE2, 0x82],
            [0xE2, 0x28, 0xA1],
            [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80],
            [0xF5, 0x80, 0x80, 0x80],
            [0xF0, 0x9F, 0x8E], [0xFE], [0xFF], [0xED, 0xA0, 0xBD, 0xED, 0xB2, 0xA9],
            [0xF8, 0x88, 0x80, 0x80, 0x80],
        ] as [[UInt8]]
    )
    func `bytes that are not UTF-8 are refused at any position`(_ wrong: [UInt8]) {
        for before in ["", "a", "1234567", "12345678", "é", #"\n"#, #"漢\u0041"#] {
            let bytes = Array("\"\(before)".utf8) + wrong + Array("z\"".utf8)
            #expect(Verdicts(bytes).refused(.text))
            #expect(Verdicts(Array("{".utf8) + bytes + Array(":1}".utf8)).refused(.text))
        }
    }

    @Test func `the closing quote is found at every offset`() throws {
        for length in 0..<70 {
            let text = String(repeating: "x", count: length)
            for ending in ["", "é", #"\\"#, #"\""#] {
                let value = try json("[\"\(text)\(ending)\", 1]")
                let end = ["": "", "é": "é", #"\\"#: "\\", #"\""#: "\""][ending] ?? ""
                #expect(value == .array([.string(text + end), .int(1)]))
            }
        }
    }

    @Test func `escapes in keys are decoded too`() throws {
        #expect(try json(#"{"\u0061b\n":1}"#)["ab\n"] == .int(1))
    }
}
