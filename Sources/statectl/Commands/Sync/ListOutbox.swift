// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient

struct ListOutbox: AsyncParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "outbox",
        "List the outbox: the changes to send to the remote store, and their states.",
        about: """
            In a pipe, the fields are number, state, kind, attempts, time of creation, time of the \
            next attempt, item or event, and error.
            """,
        examples: ["statectl sync outbox --state failed"]
    )

    @Option("Only the entries in this state.", value: "state")
    var state: Checked<Sync.EntryState>?

    @OptionGroup var limit: LimitOption
    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        let state = try state?.value(at: "--state")
        try await daemon.list(
            "entries",
            Sync.ListOutbox.self,
            .init(state: state, limit: try limit.number()),
            none: state == nil ? "Nothing is waiting to be sent." : "There are no such entries."
        ) { $0.entries }
    }
}
