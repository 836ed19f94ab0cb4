// SPDX-License-Identifier: Apache-2.0
import PlayerMPRIS

/// A request to the bus, made by the bus client because it would block the bridge's loop.
enum PlayerRequest: Sendable {
    /// The number of the bridge's own questions; followers use other numbers.
    static let unasked = 0

    case process(of: String)
    case introduce(owner: String)
    case command(owner: String, MPRISCommand)
}
