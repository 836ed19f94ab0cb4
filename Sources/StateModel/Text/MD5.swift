// SPDX-License-Identifier: Apache-2.0

/// An MD5 message digest (RFC 1321), which identifies contents, but gives no security.
package struct MD5: Sendable {
    private var state: (UInt32, UInt32, UInt32, UInt32) = (
        0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476
    )
    private var block: [UInt8] = []
    private var length = 0

    private static let blockBytes = 64

    package init() {
        block.reserveCapacity(Self.blockBytes)
    }

    package static func hexadecimal(of bytes: some Sequence<UInt8>) -> String {
        var digest = MD5()
        digest.update(bytes)
        return digest.hexadecimal
    }

    package mutating func update(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            block.append(byte)
            length += 1
            if block.count == Self.blockBytes { digestBlock() }
        }
    }

    package var digest: [UInt8] {
        var last = self
        let bits = UInt64(length) &* 8
        // The padding is a one bit, zeros up to 8 bytes before the end of the block, and the length
        // in bits.
        last.update([0x80])
        let used = (last.block.count + 8) % Self.blockBytes
        last.update(repeatElement(0, count: (Self.blockBytes - used) % Self.blockBytes))
        last.update((0..<8).map { UInt8(truncatingIfNeeded: bits >> ($0 * 8)) })
        return [last.state.0, last.state.1, last.state.2, last.state.3].flatMap { word in
            (0..<4).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
        }
    }

    /// The digest in 32 lower-case hexadecimal digits.
    package var hexadecimal: String { digest.map(\.hexadecimal).joined() }

    private mutating func digestBlock() {
        let words = (0..<16).map { index in
            (0..<4).reduce(UInt32(0)) { $0 | UInt32(block[index * 4 + $1]) << ($1 * 8) }
        }
        block.removeAll(keepingCapacity: true)
        var (a, b, c, d) = state
        for step in 0..<64 {
            let (mix, word) = Self.mix(step, b, c, d)
            let sum = a &+ mix &+ Self.sines[step] &+ words[word]
            let turn = Self.turns[step / 16][step % 4]
            (a, d, c, b) = (d, c, b, b &+ (sum << turn | sum >> (32 - turn)))
        }
        state = (state.0 &+ a, state.1 &+ b, state.2 &+ c, state.3 &+ d)
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
