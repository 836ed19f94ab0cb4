// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient
import StateProtocol

/// `statectl clear`: removes resume points.
struct Clear: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear",
        abstract: "Remove the resume point of an item, of a player, or all.",
        discussion: """
            What is removed stays in the history: “statectl undo ITEM” brings it back.

            Example:
              statectl clear film.mkv
            """
    )

    /// The item; `nil` if a player or all items are meant.
    @Argument(help: "The item.", completion: .file())
    var item: String?

    @OptionGroup var player: PlayerOption

    /// True if every resume point is to be removed.
    @Flag(help: "Remove every resume point.")
    var all = false

    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        let choices = [item != nil, player.player != nil, all].count(where: \.self)
        guard choices == 1 else {
            throw ValidationError("name one of ITEM, --player and --all")
        }
    }

    func run() async throws {
        let client = daemon.client
        let output = Output.standard()
        if let item {
            let answer = try await WrittenItem.answer(
                Playback.Clear.self,
                about: item,
                from: client
            ) { .init(item: $0) }
            if daemon.json { return output.json([answer]) }
            _ = try StateClient.decode(Playback.Clear.Reply.self, answer)
            return output.line(
                "cleared \(ItemName.of(item, title: nil)); "
                    + "“statectl undo \(item.quoted)” brings it back"
            )
        }
        let parameters = Playback.ClearAll.Parameters(player: player.player)
        let answer = try await client.answer(Playback.ClearAll.self, parameters)
        if daemon.json { return output.json([answer]) }
        let reply = try StateClient.decode(Playback.ClearAll.Reply.self, answer)
        output.line("cleared \(HealthReport.count(reply.cleared, "resume point"))")
    }
}
