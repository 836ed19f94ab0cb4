// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

struct RemoveFromQueue: AsyncParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "remove",
        "Remove items from a player's queue, by their numbers or names.",
        about: "The numbers are those of “statectl queue show”, before anything is removed.",
        examples: ["statectl queue remove mpv 1 3", "statectl queue remove mpv aliens.mkv"]
    )

    @OptionGroup var player: PlayerArgument

    @Argument(
        help: "The items: their numbers, or their names.",
        completion: Completions.queued
    )
    var items: [String]

    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        try await QueueChange.make(player.player, daemon) { (queue) throws(Failure) in
            try queue.remove(items)
        }
    }
}
