// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

struct LoadQueue: AsyncParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "load",
        "Replace a player's queue with the items in a file, or add them to it.",
        about: """
            The file is an M3U playlist, one item per line. Lines that begin with # are comments. \
            A file without items replaces nothing.
            """,
        examples: ["statectl queue load mpv evening.m3u"]
    )

    @OptionGroup var player: QueuedPlayer

    @Argument(help: "The file to read, - for standard input.", completion: .file())
    var file: String

    @Flag(help: "Add the items to the end of the queue.")
    var append = false

    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        var reader = try LineReader(path: file)
        // The credentials in a URL must not get into the queue.
        let items = try PlaylistText.items(from: &reader).map {
            $0.contains("://") ? WrittenItem.own($0) : $0
        }
        try await player.check(with: client)
        if append {
            try await QueueChange.add(items, to: player.player, daemon)
        } else {
            try QueueChange.check(items, from: reader.name, for: player.player)
            try await QueueChange.replace(with: items, of: player.player, daemon)
        }
    }
}
