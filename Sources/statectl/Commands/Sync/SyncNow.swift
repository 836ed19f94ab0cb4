// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient

struct SyncNow: AsyncParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "now",
        "Send and fetch all changes now.",
        about: "The exit status is 75 if the remote store cannot be reached.",
        examples: ["statectl sync now"]
    )

    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        let answer = try await ProgressBar.whileSyncing(client) {
            try await client.answer(Sync.SyncNow.self, .init(), within: CallTimeout.round)
        }
        daemon.report(answer.json, SyncReport.sentence(SyncOutcome(answer.reply)))
    }
}
