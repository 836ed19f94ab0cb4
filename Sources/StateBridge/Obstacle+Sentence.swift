// SPDX-License-Identifier: Apache-2.0
package import StateModel

extension Obstacle {
    /// Returns the text for the user; `player` names the player.
    package func sentence(calling player: String = "the player") -> String {
        switch self {
        case .noName: "not followed: \(player) does not say which file or URL it plays"
        case .noPosition: "not followed: \(player) does not say where it is"
        case .cannotSeek: "not resumed: \(player) does not let others seek"
        case .privateWindow: "not followed: a private window"
        case .excluded: "not followed: excluded"
        }
    }
}
