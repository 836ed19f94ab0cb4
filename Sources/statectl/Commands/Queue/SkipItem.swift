// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient

struct SkipItem: AsyncParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "skip",
        "Make the first queued item current.",
        about: "The same happens when the current item finishes.",
        examples: ["statectl queue skip mpv"]
    )

    @OptionGroup var player: PlayerArgument
    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        let known = try await client.checkPlayer(player.player)
        let parameters = Session.Skip.Parameters(player: player.player)
        try await daemon.report(Session.Skip.self, parameters) { reply in
            QueueReport.sentence(player.player, known, current: reply.item, queue: reply.queue)
        }
    }
}
