// SPDX-License-Identifier: Apache-2.0
import Varlink

/// The expected times of calls, in nanoseconds, by which waiting calls are ordered.
enum CallCost {
    /// The longest message that is parsed before its turn, in bytes.
    static let parsedAtOnce = 4 << 10

    /// Returns the cost of a call of the given weight.
    static func of(_ weight: CallWeight) -> Int {
        switch weight {
        case .light: 30_000
        case .heavy: 1_000_000
        }
    }

    /// Returns the cost of a message of the given length in bytes.
    ///
    /// A batch of snapshots takes about 100 ns a byte.
    static func long(_ bytes: Int) -> Int { 100 * bytes }
}
