// SPDX-License-Identifier: Apache-2.0

/// The reason why a player did not take an order.
struct OrderRefusal: Error, Equatable {
    /// The reason, in the player's words or ours.
    let reason: String
}
