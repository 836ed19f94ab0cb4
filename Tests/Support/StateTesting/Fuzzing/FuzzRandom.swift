// SPDX-License-Identifier: Apache-2.0

/// A pseudorandom number generator: SplitMix64 (Steele, Lea, Flood 2014).
package struct FuzzRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Creates the generator for `seed`; each input `index` of a run has its own sequence.
    package init(seed: UInt64, index: Int = 0) {
        state = seed &+ UInt64(truncatingIfNeeded: index) &* 0xD1B5_4A32_D192_ED03
    }

    /// Creates a generator that is determined by some bytes.
    init(bytes: [UInt8]) {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325  // FNV-1a
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        self.init(seed: hash)
    }

    /// Returns the next number, any of 2^64.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
        return word ^ word >> 31
    }

    /// Returns a number from 0 up to, but not including, `limit`; 0 if `limit` is less than 2.
    package mutating func below(_ limit: Int) -> Int {
        limit < 2 ? 0 : Int(next().multipliedFullWidth(by: UInt64(limit)).high)
    }

    /// Returns one of the elements.
    package mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[below(elements.count)]
    }

    /// Returns true with a probability of one in `times`.
    package mutating func once(in times: Int) -> Bool {
        below(times) == 0
    }
}
