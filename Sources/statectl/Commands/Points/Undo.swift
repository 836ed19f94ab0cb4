// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient
import StateProtocol

/// `statectl undo`: restores an earlier value of an item.
struct Undo: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Bring back an earlier value of an item.",
        discussion: """
            It brings back the newest value that once was the resume point, or the one of a \
            revision that “statectl history” shows, and keeps it as long as a new one.

            Example:
              statectl undo film.mkv
            """
    )

    @OptionGroup var item: ItemArgument

    /// The revision of the value; `nil` for the newest that was the resume point.
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The value of that revision.", valueName: "revision")
    )
    var to: Checked<Count>?

    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        let revision = try to?.value(at: "--to").number
        let answer = try await answer(revision: revision.map { Revision($0) })
        let output = Output.standard()
        if daemon.json { return output.json([try RawJSON.member("point", of: answer)]) }
        let point = try StateClient.decode(Playback.Undo.Reply.self, answer).point
        let report = PointReport(point: point, context: .current)
        output.line("brought back \(report.name) at \(report.place)")
    }

    /// Returns the daemon's answer; the failure names the missing value, not a missing resume
    /// point.
    private func answer(revision: Revision?) async throws -> [UInt8] {
        do {
            return try await WrittenItem.answer(
                Playback.Undo.self,
                about: item.item,
                from: daemon.client
            ) { .init(item: $0, revision: revision) }
        } catch {
            guard case .notFound = error else { throw error }
            let history = "“statectl history \(item.item.quoted)” shows what there is"
            throw Failure(
                .notThere,
                "no such earlier value of \(item.item.visible) to bring back; \(history)"
            )
        }
    }
}
