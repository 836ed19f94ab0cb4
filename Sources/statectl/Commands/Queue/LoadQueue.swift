// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient
import StateProtocol

/// `statectl queue load`: replaces a player's queue by the items in a file.
struct LoadQueue: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "load",
        abstract: "Replace a player's queue by the items in a file, or add them to it.",
        discussion: """
            The file is one that “statectl queue save” wrote, or an M3U playlist: one item a line; lines \
            that begin with # are comments. - reads standard input.

            Example:
              statectl queue load mpv evening.m3u
            """
    )

    @OptionGroup var player: PlayerArgument

    /// The file to read; `-` stands for standard input.
    @Argument(help: "The file to read, - for standard input.", completion: .file())
    var file: String

    /// True if the items go behind those that are queued.
    @Flag(help: "Add the items to the end of the queue.")
    var append = false

    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        var reader = try LineReader(path: file)
        let items = try PlaylistText.items(from: &reader)
        let client = daemon.client
        let output = Output.standard()
        guard !append else {
            let parameters = Session.Enqueue.Parameters(player: player.player, items: items)
            let answer = try await client.answer(Session.Enqueue.self, parameters)
            let reply = try StateClient.decode(Session.Enqueue.Reply.self, answer)
            if daemon.json { return output.json([answer]) }
            let name = player.player
            return output.line(
                QueueReport.sentence(name, queue: reply.queue, revision: reply.revision)
            )
        }
        let parameters = Session.SetQueue.Parameters(player: player.player, items: items)
        let answer = try await QueueChange.store(parameters, client)
        let revision = try StateClient.decode(Session.SetQueue.Reply.self, answer).revision
        try await player.mustBeKnown(at: revision, to: client)
        if daemon.json { return output.json([answer]) }
        output.line(QueueReport.sentence(player.player, queue: items, revision: revision))
    }
}
