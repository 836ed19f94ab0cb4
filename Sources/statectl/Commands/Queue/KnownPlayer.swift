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
        let answer = try await client.answer(Session.ListPlayers.self, .init())
        let players = try StateClient.decode(Session.ListPlayers.Reply.self, answer).players
        guard players.contains(where: { $0.player == player }) else {
            throw Failure(noPlayer: player)
        }
    }
}

extension Failure {
    /// Creates the failure for an unknown player.
    init(noPlayer name: String) {
        self.init(
            .notThere,
            "no player \(name.visible); “statectl players” shows those there are"
        )
    }
}
