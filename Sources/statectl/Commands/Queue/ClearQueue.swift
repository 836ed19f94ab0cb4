// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

struct ClearQueue: AsyncParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "clear",
        "Empty a player's queue.",
        about: "The current item is kept.",
        examples: ["statectl queue clear mpv"]
    )

    @OptionGroup var player: PlayerArgument
    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        try await client.checkPlayer(player.player)
        try await QueueChange.replace(with: [], of: player.player, daemon)
    }
}
