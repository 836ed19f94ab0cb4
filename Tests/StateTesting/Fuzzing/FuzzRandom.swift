/// Numbers that look random and follow from a seed: SplitMix64 (Steele, Lea, Flood 2014).
package struct FuzzRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// The numbers that follow from `seed`; input `index` of a run has its own.
    package init(seed: UInt64, index: Int = 0) {
        state = seed &+ UInt64(truncatingIfNeeded: index) &* 0xD1B5_4A32_D192_ED03
    }

    /// The numbers that follow from some bytes.
    init(bytes: [UInt8]) {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325  // FNV-1a
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        self.init(seed: hash)
    }

    /// The next number, any of 2^64.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
        return word ^ word >> 31
    }

    /// A number from 0 up to, and without, `limit`; 0 if there is none.
    mutating func below(_ limit: Int) -> Int {
        limit < 2 ? 0 : Int(next().multipliedFullWidth(by: UInt64(limit)).high)
    }

    /// One of the elements.
    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[below(elements.count)]
    }

    /// True once in `times`.
    mutating func once(in times: Int) -> Bool {
        below(times) == 0
    }
}
