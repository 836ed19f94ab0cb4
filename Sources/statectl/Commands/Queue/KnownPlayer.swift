import StateClient
import StateProtocol

extension PlayerArgument {
    /// Makes sure that there is such a player, once a change has left it at that revision.
    ///
    /// Nothing is ever stored at revision 0: either a surface of the player is there and no more,
    /// or nobody has heard of it, and its name may be a slip.
    func mustBeKnown(at revision: Int, to client: StateClient) async throws {
        guard revision == 0 else { return }
        let answer = try await client.answer(Session.ListPlayers.self, .init())
        let players = try StateClient.decode(Session.ListPlayers.Reply.self, answer).players
        guard players.contains(where: { $0.player == player }) else {
            throw Failure(noPlayer: player)
        }
    }
}

extension Failure {
    /// Nobody has heard of that player.
    init(noPlayer name: String) {
        self.init(
            .notThere,
            "no player \(name.visible); “statectl players” shows those there are"
        )
    }
}
