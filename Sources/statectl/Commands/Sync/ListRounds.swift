// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient

struct ListRounds: AsyncParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "log",
        "List the latest rounds of sync, newest first.",
        about: """
            The last 200 rounds are kept across restarts. In a pipe, the fields are number, start, \
            end, outcome, triggers, number of records sent, number received, number changed here, \
            number of conflicts, number of failed entries, and error.
            """,
        examples: ["statectl sync log --limit 10"]
    )

    @OptionGroup var limit: LimitOption
    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        try await daemon.list(
            "rounds",
            Sync.ListRounds.self,
            .init(limit: try limit.number()),
            none: "There has been no round yet."
        ) { $0.rounds }
    }
}
