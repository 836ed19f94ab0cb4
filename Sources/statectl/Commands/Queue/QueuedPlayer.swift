// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient

/// The player of a queue to fill.
struct QueuedPlayer: ParsableArguments {
    @OptionGroup private var argument: PlayerArgument

    /// True if the player need not exist.
    @Flag(help: "Create the player if it does not exist.")
    var create = false

    /// The player's name.
    var player: String { argument.player }

    /// Throws a failure if the player is unknown and must not be created.
    func check(with client: StateClient) async throws {
        if !create { try await client.checkPlayer(player, orElse: "--create") }
    }
}
