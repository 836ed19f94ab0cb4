internal import StateModel

/// How long to wait after attempts that came to nothing: full jitter.
///
/// Uniform between nothing and min(300 s, 1 s · 2ⁿ), so that many devices that failed together do
/// not come back together.
package enum Backoff {
    /// No wait is longer, in milliseconds.
    package static let ceiling = SendRow.longestWait

    /// The longest wait after that many attempts, in milliseconds.
    package static func limit(after attempts: Int) -> Int {
        min(ceiling, 1_000 << min(max(attempts, 0), 20))
    }

    /// A wait after that many attempts, in milliseconds.
    package static func delay(after attempts: Int, _ random: inout SyncRandom) -> Int {
        Int.random(in: 0...limit(after: attempts), using: &random)
    }
}

/// Random numbers that follow from a seed: SplitMix64 (Steele, Lea, Flood, 2014).
///
/// A value, so that a machine that holds it does the same again from the same state.
package struct SyncRandom: RandomNumberGenerator, Sendable, Equatable {
    private var state: UInt64

    /// The numbers that follow from `seed`.
    package init(seed: UInt64) {
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
