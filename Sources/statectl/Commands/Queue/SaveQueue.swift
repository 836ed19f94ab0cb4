// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient
import Varlink

struct SaveQueue: AsyncParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "save",
        "Write a player's queue to a file, as an M3U playlist.",
        about: """
            The file has one item per line. An existing file is replaced once the new file is \
            complete.
            """,
        examples: ["statectl queue save mpv evening.m3u"]
    )

    @OptionGroup var player: PlayerArgument

    @Argument(help: "The file to write.", completion: .file())
    var file: String

    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        let queue = try await QueueChange.player(player.player, client).queue
        let target = try NewFile(path: file)
        try target.write(Array(try PlaylistText.text(of: queue).utf8))
        try target.finish()
        daemon.report(
            RawJSON.object(["file": .string(file), "items": .int(queue.count)]),
            "wrote \(HealthReport.count(queue.count, "item")) to \(file.visible)"
        )
    }
}
