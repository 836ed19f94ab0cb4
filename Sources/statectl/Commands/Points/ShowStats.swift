// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import StateClient

struct ShowStats: AsyncParsableCommand, DaemonCommand {
    /// The default period, in milliseconds: 30 days, for which the daemon keeps the history by
    /// default.
    private static let span = 30 * 86_400_000

    static let configuration = CommandConfiguration(
        "stats",
        "Show the time played each day and week, the items played most, and the delay of sync.",
        about: """
            The time between two reports of a playing player counts, up to two minutes, as far \
            back as the history goes. Pauses, jumps, imports and positions saved by hand do not \
            count. In a pipe, the fields are kind, name and seconds.
            """,
        examples: ["statectl stats --since -7d"]
    )

    @Option("Count from this time on (default: -30d).", anyValue: "when")
    var since: Checked<Since>?

    @OptionGroup var player: PlayerOption

    @OptionGroup var devices: DeviceOptions

    @Option("The maximum number of items (default: 10).", anyValue: "count")
    var limit: Checked<Count>?

    @OptionGroup var daemon: DaemonOptions

    func run() async throws {
        let context = TimeContext.current
        let limit = try limit?.value(at: "--limit").number ?? 10
        let start = try since?.value(at: "--since").time ?? context.now - Self.span
        var tally = ListeningTally(
            span: min(start, context.now)..<context.now + 1,
            zone: context.zone,
            limit: limit,
            player: player.player,
            device: try await devices.name(from: client)
        )
        try await count(into: &tally)
        if tally.items == 0 {
            if let name = player.player { try await client.checkPlayer(name) }
            if let device = devices.device { try await client.checkDevice(device) }
        }
        let status = try await client.syncStatus()
        let sync = status.state == .disabled ? nil : status
        let report = StatsReport(
            tally: tally,
            delay: sync?.delay,
            delays: sync == nil
                ? nil
                : OpenMetrics(try await client.metrics())
                    .histogram("stated_sync_delay_seconds"),
            context: context
        )
        if daemon.json { return output.json([report.json]) }
        output.lines(
            output.isTerminal
                ? report.lines(width: output.width, style: output.style) : report.fields
        )
    }

    private func count(into tally: inout ListeningTally) async throws {
        var bar = ProgressBar("stats", delay: 1000)
        var parameters = Playback.ListRuns.Parameters(
            since: tally.span.lowerBound.rawValue,
            limit: PointPages.maximumPageSize
        )
        repeat {
            let page = try await client.call(Playback.ListRuns.self, parameters)
            tally.add(page.runs)
            bar.show(Int(page.share * 1000), of: 1000)
            parameters.cursor = page.cursor
        } while parameters.cursor != nil
    }
}
