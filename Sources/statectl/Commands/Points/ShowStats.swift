// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient
import StateProtocol

/// `statectl stats`: shows how much was played, and when.
struct ShowStats: AsyncParsableCommand {
    /// The default span, 30 days: values are kept that long unless the daemon is configured
    /// otherwise.
    private static let span = 30 * 86_400_000
    /// The most items without a resume point that the daemon lists.
    private static let mostRemoved = 100

    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Show how much was played each day and week, what most, and sync's delay.",
        discussion: """
            It adds up what the histories of all items that have a resume point certainly tell, and of \
            the last 100 that were finished or cleared, or expired. On a pipe it prints total, days, weeks and items, one a line, with tabs between kind, name \
            and seconds.

            Example:
              statectl stats --since -7d
            """
    )

    /// The start of the span; `nil` for 30 days ago.
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Count from then on (default: -30d).", valueName: "when")
    )
    var since: Checked<Since>?

    @OptionGroup var player: PlayerOption

    @OptionGroup var devices: DeviceOptions

    /// The maximum number of items; `nil` for 10.
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How many items at most (default: 10).", valueName: "count")
    )
    var limit: Checked<Count>?

    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        let context = TimeContext.current
        let limit = try limit?.value(at: "--limit").number ?? 10
        let start = try since?.time(now: context.now) ?? context.now - Self.span
        var tally = ListeningTally(
            span: min(start, context.now)..<context.now + 1,
            zone: context.zone,
            limit: limit,
            player: player.player,
            device: try await devices.name(from: daemon.client)
        )
        try await count(into: &tally)
        try await countRemoved(into: &tally)
        if tally.items == 0 {
            if let name = player.player { try await daemon.client.checkPlayer(name) }
            if let device = devices.device { try await daemon.client.checkDevice(device) }
        }
        let status = try await StatusAnswers.sync(daemon.client)
        let sync = status?.state == .disabled ? nil : status
        let report = StatsReport(
            tally: tally,
            delay: sync?.delay,
            delays: sync == nil ? nil : try await delays(),
            context: context
        )
        let output = Output.standard()
        if daemon.json { return output.json([report.json]) }
        output.lines(
            output.isTerminal
                ? report.lines(width: output.width, style: output.style) : report.fields
        )
    }

    /// Adds the values of every item that was observed in the span.
    private func count(into tally: inout ListeningTally) async throws {
        let client = daemon.client
        var bar = ProgressBar(label: "stats", on: .notices(), delay: 1000)
        defer { bar.clear() }
        let total = try await client.health().points
        var pages = Pages(client: client)
        var done = 0
        while let page = try await pages.nextPoints() {
            for listed in page {
                guard listed.point.at >= tally.span.lowerBound else { return }
                let item = listed.point.item
                tally.add(Timeline(try await history(of: item), current: listed.point))
                done += 1
                bar.show(done, of: max(done, total))
            }
        }
    }

    /// Adds the values of the items that were finished or cleared, or expired, last.
    private func countRemoved(into tally: inout ListeningTally) async throws {
        let answer = try await daemon.client.answer(
            Playback.ListRemoved.self,
            .init(limit: Self.mostRemoved)
        )
        for entry in try StateClient.decode(Playback.ListRemoved.Reply.self, answer).entries {
            tally.add(Timeline(try await history(of: entry.point.item), current: nil))
        }
    }

    /// Returns the earlier values of an item; none if it was forgotten meanwhile.
    private func history(of item: String) async throws(StateClientError) -> [HistoryEntry] {
        let answer: [UInt8]
        do {
            answer = try await daemon.client.answer(
                Playback.History.self,
                .init(item: item, limit: 1000)
            )
        } catch {
            guard case .notFound = error else { throw error }
            return []
        }
        return try StateClient.decode(Playback.History.Reply.self, answer).entries
    }

    private func delays() async throws(StateClientError) -> OpenMetrics.Histogram? {
        let answer = try await daemon.client.answer(Service.GetMetrics.self, .init())
        let text = try StateClient.decode(Service.GetMetrics.Reply.self, answer).text
        return OpenMetrics(text).histogram("stated_sync_delay_seconds")
    }
}
