// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient

struct MonitorSync: AsyncParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "monitor",
        "Print the state of sync at each change, until interrupted.",
        about: """
            The current state is printed first. In a pipe, the fields are state, connection, \
            number of pending entries, number in flight, number failed, time of the last success, \
            and error.
            """,
        examples: ["statectl sync monitor"]
    )

    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        var shown: String?
        try await output.follow(client.followSyncStatus(), missesNothing: false) { status in
            if daemon.json { return output.json([status.json]) }
            let report = SyncReport(status: status, context: .current)
            // The change may concern a part of the status that is not printed.
            guard shown != report.fields else { return }
            shown = report.fields
            output.line(
                output.isTerminal
                    ? report.line(width: output.width, style: output.style) : report.fields
            )
        }
    }
}
