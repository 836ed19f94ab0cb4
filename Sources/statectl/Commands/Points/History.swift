// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient
import StateProtocol

struct History: AsyncParsableCommand, DaemonCommand {
    static let configuration = CommandConfiguration(
        "history",
        "Show earlier values of an item, newest first.",
        about: """
            A terminal also shows a plot of the positions over time, with a letter for each player \
            and device. In a pipe, the fields are revision, position, player, device, time of \
            observation, time at which the value ended, how it ended, and why.
            """,
        examples: ["statectl history film.mkv"]
    )

    @OptionGroup var item: ItemArgument

    @Option("The maximum number of values (default: 100).", anyValue: "count")
    var limit: Checked<Count>?

    @Flag(help: "Print only the table.")
    var plain = false

    @OptionGroup var pager: PagerOption
    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        let limit = try limit?.value(at: "--limit").number
        let answer = try await answer(limit: limit)
        if daemon.json { return output.json(try RawJSON.elements("entries", of: answer.json)) }
        let entries = answer.entries
        guard output.isTerminal else { return output.lines(entries.map(\.line)) }
        guard !entries.isEmpty else { return output.line("There are no earlier values.") }
        let context = TimeContext.current
        var paged = PagedOutput(on: output, pager: !pager.isOff)
        let picture = plain ? [] : try await picture(of: entries, context: context, on: output)
        let table = HistoryEntry.lines(
            entries,
            from: context,
            width: output.width,
            style: output.style
        )
        _ = paged.add(picture + (picture.isEmpty ? [] : [""]) + table)
        paged.finish()
    }

    private func picture(
        of entries: [HistoryEntry],
        context: TimeContext,
        on output: Output
    ) async throws -> [String] {
        guard let item = entries.first?.point.item else { return [] }
        let current = try await StateClient.known(try await client.get(item))
        let plot = HistoryPlot(Timeline(entries, current: current), context: context)
        return plot?.lines(width: output.width, style: output.style) ?? []
    }

    private func answer(limit: Int?) async throws -> Answer<Playback.History.Reply> {
        let item = WrittenItem(item.item, client: client)
        return try await item.answer(Playback.History.self, or: "nothing is known about") {
            .init(item: $0, limit: limit)
        }.answer
    }
}
