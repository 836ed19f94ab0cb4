// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient
import StateProtocol

/// `statectl queue add`: adds items to a player's queue.
struct AddToQueue: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add to a player's queue, at its end or right after the current item.",
        discussion: """
            Example:
              statectl queue add mpv aliens.mkv
            """
    )

    @OptionGroup var player: PlayerArgument

    /// The items to add, in order; a single `-` stands for standard input.
    @Argument(help: QueueItems.help, completion: Completions.items)
    var items: [String]

    /// True if the items go to the beginning of the queue.
    @Flag(help: "Put them first.")
    var next = false

    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        let parameters = Session.Enqueue.Parameters(
            player: player.player,
            items: try QueueItems.read(items),
            next: next ? true : nil
        )
        let answer = try await daemon.client.answer(Session.Enqueue.self, parameters)
        let reply = try StateClient.decode(Session.Enqueue.Reply.self, answer)
        try await player.mustBeKnown(at: reply.revision, to: daemon.client)
        let output = Output.standard()
        if daemon.json { return output.json([answer]) }
        output.line(
            QueueReport.sentence(player.player, queue: reply.queue, revision: reply.revision)
        )
    }
}
