// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient

struct ShowSync: AsyncParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "status",
        "Show the state of sync, and what is waiting to be sent.",
        examples: ["statectl sync status"]
    )

    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        let status = try await client.syncStatus()
        if daemon.json { return output.json([status.json]) }
        let report = SyncReport(status: status, context: .current)
        output.lines(report.lines(width: output.width, style: output.style))
    }
}
