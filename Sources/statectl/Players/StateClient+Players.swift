// SPDX-License-Identifier: Apache-2.0
import StateClient
import StateProtocol

extension StateClient {
    /// Returns the players; those of a newer daemon that make no sense here are left out.
    func players(
        within timeout: Duration = callTimeout
    ) async throws(StateClientError) -> [Player] {
        let answer = try await answer(Session.ListPlayers.self, .init(), within: timeout)
        return try RawJSON.readable(Player.self, in: RawJSON.member("players", of: answer))
    }
}

extension Failure {
    /// Creates the failure for a player that does not exist.
    init(noPlayer name: String, among known: [Player]) {
        let meant = Spelling.nearest(to: name, of: known.map(\.player))
            .map { "did you mean “\($0.visible)”? " }
        self.init(
            .notThere,
            "there is no player “\(name.visible)”; \(meant ?? "")“statectl players” lists them"
        )
    }
}
