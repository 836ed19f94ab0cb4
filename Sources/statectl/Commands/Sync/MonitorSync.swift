// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Glibc
import StateClient

/// `statectl sync monitor`: prints the state of sync whenever it changes.
struct MonitorSync: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        "monitor",
        "Print the state of sync at each change, until interrupted.",
        about: """
            The present state comes first. If the daemon goes away, it waits for it. On a pipe it prints \
            one line for each change, with tabs between state, whether the remote store answers, \
            the numbers of entries that are pending, in flight and failed, the time of the last \
            success, and error.
            """,
        examples: ["statectl sync monitor"]
    )

    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        // An interrupt is the usual way to end this command, and no failure.
        signal(SIGINT) { _ in _exit(0) }
        let output = Output.standard()
        let notices = Output.notices()
        var shown: String?
        for try await step in daemon.client.followSyncStatus() {
            switch step {
            case .status(let status):
                output.endIfNobodyReads()
                if daemon.json {
                    output.json([status.json])
                    continue
                }
                let report = SyncReport(status: status, context: .current)
                // The change may be in a part of the status that is not shown.
                guard shown != report.fields else { continue }
                shown = report.fields
                output.line(
                    output.isTerminal
                        ? report.line(width: output.width, style: output.style) : report.fields
                )
            case .lost: notices.line("statectl: the daemon went away; waiting for it")
            case .back: notices.line("statectl: the daemon is back")
            }
        }
    }
}
