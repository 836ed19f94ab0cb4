// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

struct Players: ParsableCommand {
    static let configuration = CommandConfiguration(
        "players",
        "List the players, or forget a player.",
        about: "If a bridge does not follow a player, the list gives the reason.",
        examples: ["statectl players", "statectl players forget vlc.2"],
        subcommands: [ListPlayers.self, ForgetPlayer.self],
        usual: ListPlayers.self
    )
}
