// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient

struct PlayNow: AsyncParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "play",
        "Make an item current immediately.",
        about: "The item leaves the queue, whose first item is then the interrupted one.",
        examples: ["statectl queue play mpv film.mkv"]
    )

    @OptionGroup var player: QueuedPlayer
    @OptionGroup var item: ItemArgument
    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        let known = try await player.check(with: client)
        let item = try await QueueItems.item(named: item.item, from: client)
        let parameters = Session.PlayNow.Parameters(player: player.player, item: item)
        try await daemon.report(Session.PlayNow.self, parameters) { reply in
            QueueReport.sentence(player.player, known, current: item, queue: reply.queue)
        }
    }
}
