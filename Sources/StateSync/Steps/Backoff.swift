// SPDX-License-Identifier: Apache-2.0
internal import SyncModel

/// The delay after failed attempts, with full jitter.
///
/// The delay is uniform between zero and min(300 s, 1 s · 2ⁿ), so that devices that failed together
/// do not retry together.
package enum Backoff {
    /// The maximum delay, in milliseconds.
    package static let ceiling = SendRow.longestWaitMilliseconds

    /// Returns the maximum delay after the given number of attempts, in milliseconds.
    package static func limit(after attempts: Int) -> Int {
        min(ceiling, 1_000 << min(max(attempts, 0), 20))
    }

    /// Returns a random delay after the given number of attempts, in milliseconds.
    package static func delay(after attempts: Int, _ random: inout SyncRandom) -> Int {
        Int.random(in: 0...limit(after: attempts), using: &random)
    }
}

/// A seeded random number generator: SplitMix64 (Steele, Lea, Flood, 2014).
///
/// It is a value, so a machine that holds it behaves deterministically.
package struct SyncRandom: RandomNumberGenerator, Sendable, Equatable {
    private var state: UInt64

    /// Creates a generator with a seed.
    package init(seed: UInt64) {
        state = seed
    }

    /// Returns the next random number.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
