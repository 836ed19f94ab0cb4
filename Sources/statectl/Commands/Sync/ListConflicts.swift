// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient
import StateProtocol

/// `statectl sync conflicts`: lists the conflicts between devices.
struct ListConflicts: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        "conflicts",
        "List the items that two devices changed, and the values that lost.",
        about: """
            On a terminal each takes a few lines; on a pipe it is one, with tabs between number, \
            strategy, the time at which it was decided, item, and both values as JSON, the winner \
            first.
            """,
        examples: ["statectl sync conflicts"]
    )

    @OptionGroup var limit: LimitOption
    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        let answer = try await daemon.client.answer(
            Sync.ListConflicts.self,
            .init(limit: try limit.number())
        )
        let output = Output.standard()
        if daemon.json { return output.json(try RawJSON.elements("conflicts", of: answer)) }
        let context = TimeContext.current
        let conflicts = try StateClient.decode(Sync.ListConflicts.Reply.self, answer).conflicts
            .map { ConflictReport(conflict: $0, context: context) }
        guard output.isTerminal else { return output.lines(conflicts.map(\.fields)) }
        guard !conflicts.isEmpty else { return output.line("There are no conflicts.") }
        for conflict in conflicts {
            output.lines(conflict.lines(width: output.width, style: output.style))
        }
    }
}
