// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient

struct ForgetPlayer: AsyncParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "forget",
        "Forget a player: its current item and its queue.",
        about: "Its resume points are kept. If the player is running, close it first.",
        examples: ["statectl players forget vlc.2", "statectl players forget mpv --rewind"]
    )

    @OptionGroup var player: PlayerArgument

    @Flag(help: "Forget only the rewind learned from players of this kind.")
    var rewind = false

    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        let name = player.player
        let answer = try await StateClient.known(
            try await client.answer(
                Session.ForgetPlayer.self,
                .init(player: name, rewind: rewind ? true : nil)
            )
        )
        if answer == nil, rewind {
            throw Failure(.notThere, "\(name.visible) has taught no rewind")
        }
        guard let answer else { throw Failure(noPlayer: name, among: try await client.players()) }
        daemon.report(answer.json, "forgot \(rewind ? "the rewind of " : "")\(name.visible)")
    }
}
