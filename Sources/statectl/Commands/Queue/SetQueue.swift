// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateModel

struct SetQueue: AsyncParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "set",
        "Replace the queue that follows a player's current item.",
        about: """
            With --if-revision, nothing changes unless the player still has this revision. \
            “statectl queue show” prints the revision.
            """,
        examples: [
            "statectl queue set mpv aliens.mkv alien3.mkv",
            "statectl queue show mpv | sort | statectl queue set mpv -",
        ]
    )

    @OptionGroup var player: QueuedPlayer

    @Argument(help: QueueItems.help, completion: Completions.items)
    var items: [String] = []

    @Flag(help: "Empty the queue.")
    var empty = false

    @Option("Change nothing unless the player still has this revision.", anyValue: "revision")
    var ifRevision: Checked<Count>?

    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        guard items.isEmpty == empty else {
            throw ValidationError("give the items, or use --empty")
        }
    }

    func run() async throws {
        let revision = try ifRevision.map { Revision(try $0.value(at: "--if-revision").number) }
        try await player.check(with: client)
        let items = try await QueueItems.read(items, from: client)
        if !empty {
            try QueueChange.check(items, from: "standard input", for: player.player)
        }
        try await QueueChange.replace(
            with: items,
            ifRevision: revision,
            of: player.player,
            daemon
        )
    }
}
