// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient
import StateProtocol

/// `statectl queue skip`: makes the first item of the queue the player's current one.
struct SkipItem: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        "skip",
        "Make the queue's first item a player's current one.",
        about: "The same happens when an item finishes.",
        examples: ["statectl queue skip mpv"]
    )

    @OptionGroup var player: PlayerArgument
    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        try await daemon.client.checkPlayer(player.player)
        let parameters = Session.Skip.Parameters(player: player.player)
        let answer = try await daemon.client.answer(Session.Skip.self, parameters)
        let reply = try StateClient.decode(Session.Skip.Reply.self, answer)
        let output = Output.standard()
        if daemon.json { return output.json([answer]) }
        output.line(QueueReport.sentence(player.player, current: reply.item, queue: reply.queue))
    }
}
