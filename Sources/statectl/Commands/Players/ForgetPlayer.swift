// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient
import StateProtocol

/// `statectl players forget`: forgets a player.
struct ForgetPlayer: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: "Forget a player: its current item and its queue.",
        discussion: """
            Resume points stay; a player that runs has to be closed first.

            Example:
              statectl players forget vlc.2
            """
    )

    @OptionGroup var player: PlayerArgument
    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        let parameters = Session.ForgetPlayer.Parameters(player: player.player)
        let answer = try await daemon.client.answer(Session.ForgetPlayer.self, parameters)
        let output = Output.standard()
        if daemon.json { return output.json([answer]) }
        output.line("forgot \(player.player.visible)")
    }
}
