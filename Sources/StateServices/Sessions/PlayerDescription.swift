// SPDX-License-Identifier: Apache-2.0
internal import StateModel

struct PlayerDescription: Equatable {
    var label: String?
    /// The reason why the bridge does not follow the player; `nil` if there is none.
    var obstacle: Obstacle?
}
