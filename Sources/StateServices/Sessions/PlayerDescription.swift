// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateStore

/// The data that a bridge provides about a player.
struct PlayerDescription: Equatable {
    /// The player's name to display.
    var label: String?
    /// The reason why a bridge does not follow it.
    var obstacle: Obstacle?
}

extension PlayerRecord {
    /// The expiry time that marks the record of a forgotten player.
    ///
    /// Rows of the log are permanent, and no item expires in 1970.
    private static let forgottenMark = Timestamp(1)

    /// True if the player was forgotten and has reported nothing since then.
    var isForgotten: Bool {
        item == nil && queue.isEmpty && !playing && reportedExpiry == Self.forgottenMark
    }

    /// Forgets everything except the player's name.
    mutating func forget() {
        item = nil
        playing = false
        queue = []
        reportedExpiry = Self.forgottenMark
    }
}
