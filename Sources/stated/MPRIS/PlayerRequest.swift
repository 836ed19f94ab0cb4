// SPDX-License-Identifier: Apache-2.0
import PlayerMPRIS

/// A request that would block the loop.
enum PlayerRequest: Sendable {
    /// The number of a question that the follower has not asked.
    static let unasked = 0

    /// Ask the bus for the process of a connection.
    case process(of: String)
    /// Ask a player for its display name.
    case introduce(owner: String)
    /// Send a player a command or a question.
    case command(owner: String, MPRISCommand)
}
