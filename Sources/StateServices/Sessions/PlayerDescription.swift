// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateStore

/// A bridge's description of a player.
struct PlayerDescription: Equatable {
    /// The player's name to display.
    var label: String?
    /// The reason why a bridge does not follow the player; `nil` if there is none.
    var obstacle: Obstacle?
}

extension PlayerRecord {
    /// The expiry time that marks the record of a forgotten player.
    ///
    /// Rows of the log are permanent, so a mark is needed; no real item expires in 1970.
    private static let forgottenMark = Timestamp(1)

    /// True if the player was forgotten and has not reported anything since.
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
