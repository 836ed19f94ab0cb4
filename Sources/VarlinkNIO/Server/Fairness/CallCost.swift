// SPDX-License-Identifier: Apache-2.0
import Varlink

/// The estimated costs of calls, in nanoseconds.
///
/// A turn executes calls until their total cost reaches its limit, and ``FairQueue`` charges the
/// callers. The cost of a call depends on the method and the size of the message, and is at most
/// ``most``.
enum CallCost {
    /// The maximum size of a message that is parsed when its call is queued, in bytes.
    static let parsedAtOnce = 4 << 10
    /// The maximum cost of a call, which is that of a SaveMany with 500 snapshots.
    static let most = 10_000_000
    /// The cost charged for a piece of the daemon's own work, such as a step of sync.
    ///
    /// It is twice the real cost, because no client waits for this work.
    static let ownPiece = 10_000_000
    /// The size up to which the cost of a method includes the message, in bytes.
    private static let included = 1 << 10
    /// The cost of each byte beyond ``included``.
    ///
    /// In a call with many snapshots, each has about 100 bytes.
    private static let perByte = 100

    /// Returns the cost of a call.
    ///
    /// - Parameters:
    ///   - weight: The weight of the method; `nil` if the message has not been parsed, because it
    ///     is long.
    ///   - bytes: The size of the message, in bytes.
    /// - Returns: The cost, in nanoseconds.
    static func of(_ weight: CallWeight?, bytes: Int) -> Int {
        let method =
            switch weight {
            case .light, nil: 15_000
            case .heavy: 1_000_000
            }
        return min(most, method + perByte * max(0, bytes - included))
    }
}
