// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// `statectl players`: lists the players, or forgets one.
struct Players: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "players",
        abstract: "List the players, or forget one.",
        discussion: """
            A player that a bridge does not follow is listed with the reason.

            Example:
              statectl players
              statectl players forget vlc.2
            """,
        subcommands: [ListPlayers.self, ForgetPlayer.self],
        defaultSubcommand: ListPlayers.self
    )
}
