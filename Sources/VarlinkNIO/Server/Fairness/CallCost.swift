// SPDX-License-Identifier: Apache-2.0
import Varlink

/// The estimated costs of calls, in nanoseconds.
///
/// A turn executes calls until their costs reach its time, and ``FairQueue`` charges the callers. A
/// cost depends on the method and the message size, and is at most ``most``.
enum CallCost {
    /// The maximum size of a message that is parsed when it is queued, in bytes.
    static let parsedAtOnce = 4 << 10
    /// The cost of the largest call, a SaveMany of 500 snapshots.
    static let most = 10_000_000
    /// The cost of a piece of the process's own work, such as a step of sync: twice its real cost,
    /// because no client waits for it.
    static let ownPiece = 10_000_000
    /// The message size included in the cost of a method, in bytes.
    private static let included = 1 << 10
    /// The cost of each byte beyond ``included``; a snapshot in a batch has about 100 bytes.
    private static let perByte = 100

    /// Returns the cost of a call.
    ///
    /// - Parameters:
    ///   - weight: The weight of its method; `nil` if the message is too long to be parsed yet.
    ///   - bytes: The size of the message.
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
