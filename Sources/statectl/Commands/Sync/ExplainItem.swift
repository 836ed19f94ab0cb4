// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient
import StateProtocol

/// `statectl sync explain`: explains the current resume point of an item.
struct ExplainItem: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        "explain",
        "Explain an item's resume point, the newest step first.",
        about: """
            Each step shows what arrived, from which device, the result and the reason. On a pipe \
            it prints one step a line, with tabs between revision, time, device, player, \
            position, result and reason.
            """,
        examples: ["statectl sync explain film.mkv"]
    )

    @OptionGroup var item: ItemArgument
    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        let client = daemon.client
        let item = try await WrittenItem(item.item, client: client).stored("nothing is known of")
        let answer = try await client.answer(Sync.Explain.self, .init(item: item))
        let output = Output.standard()
        if daemon.json { return output.json(try RawJSON.elements("steps", of: answer)) }
        let context = TimeContext.current
        let steps = try StateClient.decode(Sync.Explain.Reply.self, answer).steps
            .map { StepReport(step: $0, context: context) }
        guard output.isTerminal else { return output.lines(steps.map(\.fields)) }
        guard !steps.isEmpty else { return output.line("Nothing is known of it.") }
        for step in steps { output.lines(step.lines(width: output.width, style: output.style)) }
    }
}
