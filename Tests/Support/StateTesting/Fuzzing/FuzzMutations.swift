// SPDX-License-Identifier: Apache-2.0

/// Mutations of a valid message, most of them in its structure.
package struct FuzzMutations {
    private static let bytes =
        Array("\"\\{}[],: \n0159-+.eEunlrtfa#()?->".utf8)
        + [0, 0x1F, 0x7F, 0x80, 0xBF, 0xC0, 0xC3, 0xED, 0xF4, 0xFF]
    private static let numbers = [
        "-0", "1e400", "-1e400", "1e309", "1e-400", "9223372036854775807", "9223372036854775808",
        "-9223372036854775808", "-9223372036854775809", "-9223372036854775807", "9007199254740992",
        "9007199254740993", "72057594037927937", "-72057594037927937", "4611686018427387904",
        "8640000000000001", "253402300800000", "-62135596800001", "5e-324", "5.0", "5e0",
        "0.1e1", "01", "1.", ".5", "+1", "0x1", "1e", "1E+", "--1", "NaN", "Infinity",
        "1.7976931348623157e308", "1.7976931348623159e308", "0e999999999999999999999",
        String(repeating: "9", count: 330), "0." + String(repeating: "0", count: 330) + "1",
        "123456789012345678901234567890", "0.30000000000000004", "4503599627370496.5",
    ].map { Array($0.utf8) }
    private static let texts: [[UInt8]] =
        [
            #"\""#, #"\\"#, #"\/"#, #"\n"#, #"\u0000"#, #"\u00e9"#, #"\uD83C\uDFAC"#, #"\ud800"#,
            #"\uDC00"#, #"\uD800\u0041"#, #"\u12"#, #"\x"#, "é", "漢", "🎬", "\u{FEFF}", "\u{10FFFF}",
        ].map { Array($0.utf8) } + [
            [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xE0, 0x80, 0xAF], [0xF4, 0x90, 0x80, 0x80],
            [0xE2, 0x82],
        ]
    private static let values = [
        "null", "true", "false", "{}", "[]", "0", "\"\"", #"{"a":1,"a":2}"#, "[[[[[[[[]]]]]]]]",
        #""parameters":{}"#, #""method":"a.b.C""#, #""continues":true"#, #""error":"a.b.C""#,
        #""more":true,"#, #""oneway":1,"#, "?[]", "[string]()", "(a, b)", "\n# x\n", "type A ()\n",
    ].map { Array($0.utf8) }

    /// The source of randomness.
    package var random: FuzzRandom

    /// Creates mutations that follow from a source of randomness.
    package init(random: FuzzRandom) {
        self.random = random
    }

    /// Returns the bytes with up to four changes; one input in eight stays unchanged.
    package mutating func mutate(_ original: [UInt8], with other: [UInt8]) -> [UInt8] {
        var input = original
        if random.once(in: 8) { return input }
        for _ in 0...random.below(4) { change(&input, other) }
        return input
    }

    private mutating func change(_ input: inout [UInt8], _ other: [UInt8]) {
        let place = random.below(input.count + 1)
        switch random.below(12) {
        case 0 where place < input.count: input[place] ^= 1 << UInt8(random.below(8))
        case 1 where place < input.count: input[place] = random.pick(Self.bytes)
        case 2: input.insert(random.pick(Self.bytes), at: place)
        case 3: input.removeSubrange(place..<end(after: place, in: input))
        case 4: input.removeSubrange(place...)
        case 5: input.replaceSubrange(place..., with: other[random.below(other.count + 1)...])
        case 6: input.insert(contentsOf: input[place..<end(after: place, in: input)], at: place)
        case 7: replaceNumber(in: &input, after: place)
        case 8: insert(random.pick(Self.texts), after: UInt8(ascii: "\""), from: place, in: &input)
        case 9: insert(random.pick(Self.values), after: UInt8(ascii: ":"), from: place, in: &input)
        case 10: insert(random.pick(Self.values), after: UInt8(ascii: ","), from: place, in: &input)
        default: nest(&input, from: place)
        }
    }

    /// Returns the end of a short range that begins at `place`.
    private mutating func end(after place: Int, in input: [UInt8]) -> Int {
        min(place + 1 + random.below(random.once(in: 4) ? 200 : 6), input.count)
    }

    private mutating func replaceNumber(in input: inout [UInt8], after place: Int) {
        func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
        guard let first = input[place...].firstIndex(where: isDigit) else { return }
        let last = input[first...].firstIndex { !isDigit($0) } ?? input.endIndex
        input.replaceSubrange(first..<last, with: random.pick(Self.numbers))
    }

    private mutating func insert(
        _ piece: [UInt8],
        after byte: UInt8,
        from place: Int,
        in input: inout [UInt8]
    ) {
        guard let index = input[place...].firstIndex(of: byte) else { return }
        input.insert(contentsOf: piece, at: index + 1)
    }

    /// Inserts nested brackets after a colon, about as many as the limit allows.
    private mutating func nest(_ input: inout [UInt8], from place: Int) {
        guard let colon = input[place...].firstIndex(of: UInt8(ascii: ":")) else { return }
        let levels = random.once(in: 2) ? 24 + random.below(12) : random.below(4)
        let opening = [UInt8](repeating: UInt8(ascii: "["), count: levels)
        let closing = [UInt8](repeating: UInt8(ascii: "]"), count: levels)
        let piece = opening + (random.once(in: 2) ? Array("1".utf8) : []) + closing
        input.insert(contentsOf: piece + Array(",\"n\":".utf8), at: colon + 1)
    }
}
