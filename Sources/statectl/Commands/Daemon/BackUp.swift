// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient

struct BackUp: AsyncParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "backup",
        "Copy the daemon's store, and print the path of the copy.",
        about: """
            The copy is the file NAME.db in the directory of the store's backups. An existing file \
            is never overwritten.
            """,
        examples: ["statectl backup before-upgrade"]
    )

    @Argument(help: "The copy's name (default: the current time).")
    var name: String?

    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        var bar = ProgressBar("backup")
        var replies = Replies(socket: client.socket, Service.Backup.self, .init(name: name))
        var (path, last): (String?, [UInt8]) = (nil, [])
        while let reply = try await replies.next() {
            let progress = try Service.Backup.Reply(reply: reply)
            bar.show(progress.pagesDone, of: progress.pagesTotal)
            (path, last) = (progress.path, reply)
        }
        bar.end()
        guard let path else {
            throw StateClientError.invalidReply(reason: "the path of the backup is missing")
        }
        daemon.report(last, path.visible)
    }
}
