// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient

struct QueuedPlayer: ParsableArguments {
    @OptionGroup private var argument: PlayerArgument

    @Flag(help: "Create the player if it does not exist.")
    var create = false

    var player: String { argument.player }

    func check(with client: StateClient) async throws {
        if !create { try await client.checkPlayer(player, orElse: "--create") }
    }
}
