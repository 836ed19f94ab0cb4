// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

struct MoveInQueue: AsyncParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "move",
        "Move an item to another place in a player's queue.",
        about: "The first place is 1; a place beyond the end stands for the last place.",
        examples: ["statectl queue move mpv 5 1"]
    )

    @OptionGroup var player: PlayerArgument

    @Argument(help: "The item: its number, or its name.", completion: Completions.queued)
    var item: String

    @Argument(help: "Its new place.")
    var place: Checked<Count>

    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        let place = try place.value(at: "place").number
        try await QueueChange.make(player.player, daemon) { (queue) throws(Failure) in
            try queue.move(item, to: place)
        }
    }
}
