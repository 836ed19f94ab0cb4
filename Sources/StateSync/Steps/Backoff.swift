// SPDX-License-Identifier: Apache-2.0
internal import SyncModel

/// The delay after a failed attempt, with full jitter.
///
/// The delay after n attempts is uniformly distributed between 0 and min(300 s, 1 s · 2ⁿ), so that
/// devices that failed at the same time do not retry at the same time.
package enum Backoff {
    package static let ceiling = SendRow.longestWaitMilliseconds

    package static func limit(after attempts: Int) -> Int {
        min(ceiling, 1_000 << min(max(attempts, 0), 20))
    }

    package static func delay(after attempts: Int, _ random: inout SyncRandom) -> Int {
        Int.random(in: 0...limit(after: attempts), using: &random)
    }
}

/// A random number generator with a seed: SplitMix64 (Steele, Lea, Flood, 2014).
///
/// It is a value, so a state machine that contains it is deterministic.
package struct SyncRandom: RandomNumberGenerator, Sendable, Equatable {
    private var state: UInt64

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
