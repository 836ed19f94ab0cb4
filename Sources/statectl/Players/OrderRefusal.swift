// SPDX-License-Identifier: Apache-2.0

/// The reason why a player did not take an order.
struct OrderRefusal: Error, Equatable {
    /// The reason, in the player's words or ours.
    let reason: String

    /// The refusal of a player that hangs.
    static let silence = OrderRefusal(reason: "it does not answer")
}
