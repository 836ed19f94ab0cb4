// SPDX-License-Identifier: Apache-2.0
import PlayerMPRIS

/// A request that would block the bridge's loop.
enum PlayerRequest: Sendable {
    /// The number that identifies the bridge's own questions; followers use other numbers.
    static let unasked = 0

    /// Ask the bus for the process ID of a connection.
    case process(of: String)
    /// Ask a player for its display name.
    case introduce(owner: String)
    /// Send a command or a question to a player.
    case command(owner: String, MPRISCommand)
}
