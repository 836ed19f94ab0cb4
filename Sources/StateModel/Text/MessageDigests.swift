// SPDX-License-Identifier: Apache-2.0

/// The blocks of the message digests MD5 and SHA-256.
private enum DigestBlocks {
    /// Adds the words of whole blocks to a digest's state.
    static func add(
        _ words: [UInt32],
        to state: inout [UInt32],
        by add: (ArraySlice<UInt32>, inout [UInt32]) -> Void
    ) {
        for block in stride(from: 0, to: words.count, by: 16) {
            add(words[block..<block + 16], &state)
        }
    }

    /// Returns the words of the bytes and their padding, with the most significant byte first;
    /// each block has 16 words.
    ///
    /// The padding is a one bit, zeros up to 8 bytes before the end of the block, and `length`.
    static func words(of bytes: some Collection<UInt8>, length: UInt64) -> [UInt32] {
        let zeros = (119 - bytes.count % 64) % 64
        let end = (0..<8).map { UInt8(truncatingIfNeeded: length >> (56 - $0 * 8)) }
        return words(of: Array(bytes) + [0x80] + [UInt8](repeating: 0, count: zeros) + end)
    }

    static func words(of bytes: [UInt8]) -> [UInt32] {
        stride(from: 0, to: bytes.count, by: 4).map { word in
            bytes[word..<word + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
    }
}

/// An MD5 message digest (RFC 1321), which identifies contents, but gives no security.
package enum MD5 {
    /// Returns the digest in 32 lower-case hexadecimal digits.
    package static func hexadecimal(of bytes: some Collection<UInt8>) -> String {
        hexadecimals(after: [Array(bytes)]).joined()
    }

    /// Returns the digest of all bytes up to the end of each part.
    package static func hexadecimals(after parts: [[UInt8]]) -> [String] {
        var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476]
        var (rest, count): ([UInt8], UInt64) = ([], 0)
        return parts.map { part in
            rest += part
            count += UInt64(part.count)
            let whole = Array(rest.prefix(rest.count & ~63))
            rest.removeFirst(whole.count)
            // In each word of the message, the least significant byte is first.
            DigestBlocks.add(DigestBlocks.words(of: whole).map(\.byteSwapped), to: &state, by: add)
            var last = state
            let end = DigestBlocks.words(of: rest, length: (count &* 8).byteSwapped)
            DigestBlocks.add(end.map(\.byteSwapped), to: &last, by: add)
            return last.map(\.byteSwapped.hexadecimal).joined()
        }
    }

    private static func add(_ block: ArraySlice<UInt32>, to state: inout [UInt32]) {
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        for step in 0..<64 {
            let (mix, word) = Self.mix(step, b, c, d)
            let sum = a &+ mix &+ Self.sines[step] &+ block[block.startIndex + word]
            let turn = Self.turns[step / 16][step % 4]
            (a, d, c, b) = (d, c, b, b &+ (sum << turn | sum >> (32 - turn)))
        }
        for (index, word) in [a, b, c, d].enumerated() { state[index] &+= word }
    }

    /// Returns the result of a step's mixing function, and the index of the word that the step
    /// uses.
    private static func mix(
        _ step: Int,
        _ b: UInt32,
        _ c: UInt32,
        _ d: UInt32
    ) -> (UInt32, word: Int) {
        switch step / 16 {
        case 0: ((b & c) | (~b & d), step)
        case 1: ((b & d) | (c & ~d), (5 * step + 1) % 16)
        case 2: (b ^ c ^ d, (3 * step + 5) % 16)
        default: (c ^ (b | ~d), 7 * step % 16)
        }
    }

    /// The numbers of bits by which the steps of the four rounds rotate their sums.
    private static let turns: [[UInt32]] = [
        [7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21],
    ]

    /// The integer parts of 2³² · |sin n| for n = 1 … 64.
    private static let sines: [UInt32] = [
        0xD76A_A478, 0xE8C7_B756, 0x2420_70DB, 0xC1BD_CEEE,
        0xF57C_0FAF, 0x4787_C62A, 0xA830_4613, 0xFD46_9501,
        0x6980_98D8, 0x8B44_F7AF, 0xFFFF_5BB1, 0x895C_D7BE,
        0x6B90_1122, 0xFD98_7193, 0xA679_438E, 0x49B4_0821,
        0xF61E_2562, 0xC040_B340, 0x265E_5A51, 0xE9B6_C7AA,
        0xD62F_105D, 0x0244_1453, 0xD8A1_E681, 0xE7D3_FBC8,
        0x21E1_CDE6, 0xC337_07D6, 0xF4D5_0D87, 0x455A_14ED,
        0xA9E3_E905, 0xFCEF_A3F8, 0x676F_02D9, 0x8D2A_4C8A,
        0xFFFA_3942, 0x8771_F681, 0x6D9D_6122, 0xFDE5_380C,
        0xA4BE_EA44, 0x4BDE_CFA9, 0xF6BB_4B60, 0xBEBF_BC70,
        0x289B_7EC6, 0xEAA1_27FA, 0xD4EF_3085, 0x0488_1D05,
        0xD9D4_D039, 0xE6DB_99E5, 0x1FA2_7CF8, 0xC4AC_5665,
        0xF429_2244, 0x432A_FF97, 0xAB94_23A7, 0xFC93_A039,
        0x655B_59C3, 0x8F0C_CC92, 0xFFEF_F47D, 0x8584_5DD1,
        0x6FA8_7E4F, 0xFE2C_E6E0, 0xA301_4314, 0x4E08_11A1,
        0xF753_7E82, 0xBD3A_F235, 0x2AD7_D2BB, 0xEB86_D391,
    ]
}

/// The SHA-256 message digest (FIPS 180-4).
package enum SHA256 {
    package static func hexadecimal(of bytes: some Collection<UInt8>) -> String {
        digest(of: bytes).map(\.hexadecimal).joined()
    }

    package static func hexadecimal(of text: String) -> String { hexadecimal(of: Array(text.utf8)) }

    private static func digest(of bytes: some Collection<UInt8>) -> [UInt32] {
        let words = DigestBlocks.words(of: bytes, length: UInt64(bytes.count) &* 8)
        var state: [UInt32] = [
            0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A,
            0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19,
        ]
        DigestBlocks.add(words, to: &state, by: add)
        return state
    }

    private static func add(_ block: ArraySlice<UInt32>, to state: inout [UInt32]) {
        var words = Array(block)
        for index in 16..<64 {
            let (near, far) = (words[index - 2], words[index - 15])
            let sum = words[index - 16] &+ words[index - 7]
            words.append(
                sum &+ (turn(near, 17) ^ turn(near, 19) ^ near >> 10)
                    &+ (turn(far, 7) ^ turn(far, 18) ^ far >> 3)
            )
        }
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for index in 0..<64 {
            let first =
                h &+ (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) &+ ((e & f) ^ (~e & g))
                &+ constants[index] &+ words[index]
            let majority = (a & b) ^ (a & c) ^ (b & c)
            let second = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) &+ majority
            (h, g, f, e) = (g, f, e, d &+ first)
            (d, c, b, a) = (c, b, a, first &+ second)
        }
        for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= word }
    }

    private static func turn(_ word: UInt32, _ bits: UInt32) -> UInt32 {
        word >> bits | word << (32 - bits)
    }

    /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
    private static let constants: [UInt32] = [
        0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5,
        0x3956_C25B, 0x59F1_11F1, 0x923F_82A4, 0xAB1C_5ED5,
        0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3,
        0x72BE_5D74, 0x80DE_B1FE, 0x9BDC_06A7, 0xC19B_F174,
        0xE49B_69C1, 0xEFBE_4786, 0x0FC1_9DC6, 0x240C_A1CC,
        0x2DE9_2C6F, 0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA,
        0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7,
        0xC6E0_0BF3, 0xD5A7_9147, 0x06CA_6351, 0x1429_2967,
        0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC, 0x5338_0D13,
        0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85,
        0xA2BF_E8A1, 0xA81A_664B, 0xC24B_8B70, 0xC76C_51A3,
        0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070,
        0x19A4_C116, 0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5,
        0x391C_0CB3, 0x4ED8_AA4A, 0x5B9C_CA4F, 0x682E_6FF3,
        0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208,
        0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7, 0xC671_78F2,
    ]
}
