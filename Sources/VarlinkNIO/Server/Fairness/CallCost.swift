// SPDX-License-Identifier: Apache-2.0
import Varlink

/// The estimated costs of calls, in nanoseconds.
///
/// A turn executes calls until their total cost reaches its limit, and ``FairQueue`` charges the
/// callers. The cost depends on the method and the size of the message.
enum CallCost {
    /// The maximum size of a message that is parsed when its call is queued, in bytes.
    static let parsedAtOnce = 4 << 10
    /// The maximum cost of a call, which a message of about 100 kB reaches.
    static let maximum = 10_000_000
    /// The cost of a piece of the daemon's own work, such as a step of sync.
    ///
    /// It is twice the measured cost, because no client waits for this work.
    static let ownPiece = 10_000_000
    /// The size up to which a message costs nothing in addition to its method, in bytes.
    private static let included = 1 << 10
    /// The cost of each byte beyond ``included``.
    ///
    /// A snapshot in a large message has about 100 bytes.
    private static let perByte = 100

    /// Returns the cost of a call, in nanoseconds.
    ///
    /// `weight` is `nil` for a long message, which has not been parsed; `bytes` is then the size of
    /// the whole message, and otherwise that of the parameters.
    static func of(_ weight: CallWeight?, bytes: Int) -> Int {
        let method =
            switch weight {
            case .light, nil: 15_000
            case .heavy: 1_000_000
            }
        return min(maximum, method + perByte * max(0, bytes - included))
    }
}
