// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateStore

struct PlayerDescription: Equatable {
    var label: String?
    /// The reason why the bridge does not follow the player; `nil` if there is none.
    var obstacle: Obstacle?
}

extension PlayerRecord {
    /// The expiry time that marks the record of a forgotten player.
    ///
    /// A player is forgotten by writing another row of the player, which needs a mark. No item
    /// expires in 1970.
    private static let forgottenMark = Timestamp(1)

    /// True if the player was forgotten and has reported nothing since.
    var isForgotten: Bool {
        item == nil && queue.isEmpty && !playing && reportedExpiry == Self.forgottenMark
    }

    mutating func forget() {
        item = nil
        playing = false
        queue = []
        reportedExpiry = Self.forgottenMark
    }
}
