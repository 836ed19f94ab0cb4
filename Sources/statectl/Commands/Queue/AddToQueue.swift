// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

struct AddToQueue: AsyncParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "add",
        "Add items to the end of a player's queue, or to the front.",
        examples: ["statectl queue add mpv aliens.mkv"]
    )

    @OptionGroup var player: QueuedPlayer

    @Argument(help: QueueItems.help, completion: Completions.items)
    var items: [String]

    @Flag(help: "Add them at the front.")
    var next = false

    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        try await player.check(with: client)
        let items = try await QueueItems.read(items, from: client)
        try await QueueChange.add(items, isNext: next, to: player.player, daemon)
    }
}
