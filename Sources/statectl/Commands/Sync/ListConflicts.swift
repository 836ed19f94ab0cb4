// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient

struct ListConflicts: AsyncParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "conflicts",
        "List the items that two devices changed independently, and the losing values.",
        about: """
            In a pipe, the fields are number, strategy, time of the decision, item, and both \
            values as JSON, the winner first.
            """,
        examples: ["statectl sync conflicts"]
    )

    @OptionGroup var limit: LimitOption
    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        try await daemon.list(
            "conflicts",
            Sync.ListConflicts.self,
            .init(limit: try limit.number()),
            none: "There are no conflicts."
        ) { $0.conflicts }
    }
}
