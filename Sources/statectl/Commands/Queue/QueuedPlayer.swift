// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient

struct QueuedPlayer: ParsableArguments {
    @OptionGroup private var argument: PlayerArgument

    @Flag(help: "Create the player if it does not exist.")
    var create = false

    var player: String { argument.player }

    /// Throws a failure if the player is unknown and is not to be created; returns it if it exists.
    @discardableResult
    func check(with client: StateClient) async throws -> Player? {
        guard create else { return try await client.checkPlayer(player, orElse: "--create") }
        return try await client.players().first { $0.player == player }
    }
}
