// SPDX-License-Identifier: Apache-2.0
package import StateModel

extension Obstacle {
    /// Returns the obstacle as a text for the user, in which `player` stands for the player.
    package func sentence(calling player: String = "the player") -> String {
        switch self {
        case .noName: "not followed: \(player) does not report which file or URL it plays"
        case .noPosition: "not followed: \(player) does not report its position"
        case .cannotSeek: "not resumed: \(player) cannot seek"
        case .privateWindow: "not followed: a private window"
        case .excluded: "not followed: excluded"
        }
    }
}
