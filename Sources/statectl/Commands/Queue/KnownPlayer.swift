// SPDX-License-Identifier: Apache-2.0
import StateClient
import StateProtocol

extension PlayerArgument {
    /// Throws a failure if the player is unknown, given its revision after a change.
    ///
    /// Nothing is ever stored at revision 0: the player either has a surface and no more, or is
    /// unknown and its name may be a typing error.
    func mustBeKnown(at revision: Revision, to client: StateClient) async throws {
        guard revision == .zero else { return }
        let players = try await client.players()
        guard players.contains(where: { $0.player == player }) else {
            throw Failure(noPlayer: player, among: players)
        }
    }
}
