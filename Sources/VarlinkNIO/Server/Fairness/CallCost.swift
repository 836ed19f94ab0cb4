// SPDX-License-Identifier: Apache-2.0
import Varlink

/// The costs of calls, in nanoseconds, each known before its call is carried out.
///
/// A turn begins calls until their costs amount to its time, and ``FairQueue`` charges the costs to
/// the callers. A cost follows from the method and the size of the message, which bounds the work
/// that the call asks for. No call costs more than ``most``, because the interface limits each.
enum CallCost {
    /// The longest message that is parsed before its turn, in bytes.
    static let parsedAtOnce = 4 << 10
    /// The cost of the largest calls: a SaveMany of 500 snapshots.
    static let most = 10_000_000
    /// The cost of a piece of this process's own work, such as a step of sync: twice what it takes,
    /// because no client waits for it.
    static let ownPiece = 10_000_000
    /// The size that the cost of a method includes, in bytes.
    private static let included = 1 << 10
    /// The cost of each byte beyond ``included``: a snapshot in a batch is about 100 bytes.
    private static let perByte = 100

    /// Returns the cost of a call.
    ///
    /// - Parameters:
    ///   - weight: the weight of its method; `nil` if the message is too long to look into.
    ///   - bytes: the size of the message.
    /// - Returns: the cost.
    static func of(_ weight: CallWeight?, bytes: Int) -> Int {
        let method =
            switch weight {
            case .light, nil: 15_000
            case .heavy: 1_000_000
            }
        return min(most, method + perByte * max(0, bytes - included))
    }
}
