// SPDX-License-Identifier: Apache-2.0
import StateClient
import StateProtocol

extension StateClient {
    /// Returns the players; those of a newer daemon that make no sense here are left out.
    func players(
        within timeout: Duration? = nil
    ) async throws(StateClientError) -> [Player] {
        let answer = try await answer(Session.ListPlayers.self, .init(), within: timeout)
        return try RawJSON.readable(Player.self, in: RawJSON.member("players", of: answer))
    }
}

extension Failure {
    /// Creates the failure for a player that does not exist.
    init(noPlayer name: String, among known: [Player]) {
        let offer = Spelling.offer(for: name, of: known.map(\.player))
        self.init(
            .notThere,
            "there is no player “\(name.visible)”; \(offer)“statectl players” lists them"
        )
    }
}
