// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateClient
import StateModel
import StateTesting
import Testing
import Varlink

@testable import statectl

@Suite struct StatsTests {
    /// 2026-11-21 08:40:00 UTC, a Saturday.
    private static let now: Timestamp = 1_795_250_400_000
    private static let hour = 3_600_000
    private let context = TimeContext(now: now, zone: .utc)

    private func run(
        _ item: String,
        hoursAgo: Double,
        _ seconds: Double,
        player: String = "mpv"
    ) -> PlayedRun {
        PlayedRun(
            item: item,
            title: nil,
            player: player,
            device: "desk",
            at: Self.now - Int(hoursAgo * Double(Self.hour)),
            seconds: seconds
        )
    }

    private func tally(player: String? = nil, limit: Int = 10) -> ListeningTally {
        var tally = ListeningTally(
            span: Self.now - 240 * Self.hour..<Self.now,
            zone: .utc,
            limit: limit,
            player: player
        )
        // Over midnight: 08:40 is 8.67 h after it.
        tally.add([run("film", hoursAgo: 9.5, 600), run("film", hoursAgo: 8, 5400)])
        tally.add([
            run("radio", hoursAgo: 170, 300, player: "vlc"),
            run("radio", hoursAgo: 169, 1800, player: "vlc"),
        ])
        // Half of it is before the span.
        tally.add([run("old", hoursAgo: 239.5, 3600), run("old", hoursAgo: 500, 60)])
        return tally
    }

    @Test func `time played is divided at midnight and limited to the period`() {
        let tally = tally()
        #expect(tally.items == 3)
        #expect(tally.total == (600 + 5400 + 300 + 1800 + 1800) * 1000)
        #expect(tally.days.count == 4)
        #expect(tally.weeks.count == 2)
        #expect(tally.most.map(\.item) == ["film", "radio", "old"])
        #expect(self.tally(player: "vlc").most.map(\.item) == ["radio"])
        #expect(self.tally(limit: 1).most.map(\.item) == ["film"])
        #expect(ListeningTally.name(ofDay: tally.today) == "Sat 2026-11-21")
        #expect(
            ListeningTally.name(ofDay: ListeningTally.monday(of: tally.today)) == "Mon 2026-11-16"
        )
    }

    private func report(_ tally: ListeningTally) -> StatsReport {
        let metrics = OpenMetrics(
            """
            # TYPE stated_sync_delay_seconds histogram
            stated_sync_delay_seconds_bucket{le="0.1"} 2
            stated_sync_delay_seconds_bucket{le="1.0"} 2
            stated_sync_delay_seconds_bucket{le="+Inf"} 3
            stated_sync_delay_seconds_count 3
            stated_sync_delay_seconds_sum 2.5
            """
        )
        return StatsReport(
            tally: tally,
            delay: nil,
            delays: metrics.histogram("stated_sync_delay_seconds"),
            context: context
        )
    }

    @Test func `days, weeks and items have bars, and the period is named`() {
        let lines = report(tally()).lines(width: 60, style: .plain)
        for line in lines { #expect(TextWidth.of(line) <= 60) }
        #expect(lines[0].hasPrefix("At least 2 h "))
        #expect(lines[0].hasSuffix(" of playback, in 3 items."))
        #expect(lines.contains("Each day"))
        #expect(lines.contains { $0.hasPrefix("  Sat 2026-11-21  ██") })
        #expect(lines.contains { $0.hasPrefix("  Wed 2026-11-18   ") && $0.hasSuffix("-") })
        #expect(lines.contains("Each week, from Monday on"))
        #expect(lines.contains { $0.hasPrefix("  Mon 2026-11-16  ██") })
        #expect(lines.contains("Most played"))
        #expect(lines.contains { $0.hasPrefix("  film   ██") })
        #expect(lines.suffix(5).joined(separator: " ").contains("reports since 2026-11-11 08:40, "))
        for line in report(tally()).lines(width: 40, style: .plain) {
            #expect(TextWidth.of(line) <= 40)
        }
        let none = ListeningTally(span: 0..<Self.now, zone: .utc)
        #expect(
            report(none).lines(width: 80, style: .plain)
                == ["The history has no playback in that period."]
        )
    }

    @Test func `a bar has the length of its value, and a small value is still visible`() {
        #expect(BarChart.bar(1, cells: 4) == "████")
        #expect(BarChart.bar(0.5, cells: 4) == "██")
        #expect(BarChart.bar(0.4, cells: 4) == "█▋")
        #expect(BarChart.bar(0.0001, cells: 4) == "▏")
        #expect(BarChart.bar(0, cells: 4) == "")
        #expect(BarChart.sparkline([0, 1, 4, 8]) == "▁▂▅█")
        #expect(BarChart.sparkline([0, 0]) == "▁▁")
        #expect(StatsReport.span(59_999) == "59 s")
        #expect(StatsReport.span(3_599_000) == "59 min")
        #expect(StatsReport.span(7_500_000) == "2 h 05 min")
    }

    @Test
    func `the playback of a real daemon is counted, but not saves and imports`() async throws {
        let daemon = try DaemonProcess.running()
        let client = try daemon.client()
        let now = TimeContext.current.now
        for second in 0...50 {
            try client.save(
                "/f/film.mkv",
                540 + Double(second),
                [
                    "status": second < 50 ? "playing" : "paused", "cause": "tick",
                    "duration": 6000.0, "at": .int(now.rawValue - 600_000 + second * 1000),
                    "title": "Film 日本",
                ]
            )
        }
        _ = try await daemon.said("save other.mkv --position 9:59")
        try client.save("/f/old.mkv", 500, ["at": .int(now.rawValue - 600_000)])
        try client.save("/f/old.mkv", 900, ["at": .int(now.rawValue - 200_000)])
        let fields = try await daemon.said("stats").split(separator: "\n")
        #expect(fields.first?.hasPrefix("total\t") == true)
        #expect(fields.first?.hasSuffix("\t50") == true)
        #expect(fields.last == "item\t/f/film.mkv\t50")
        let json = try await daemon.said("stats --json")
        #expect(json.contains(#""seconds":50,"days":[{"date":"#))
        #expect(
            json.contains(
                #""mostPlayed":[{"item":"/f/film.mkv","title":"Film 日本","seconds":50}]"#
            )
        )
        let shown = try await daemon.shown("stats")
        #expect(shown.hasPrefix("At least 50 s of playback, in 1 item.\n"))
        #expect(shown.contains("Film 日本  ██"))
        try client.playback("Clear", ["item": "/f/film.mkv"])
        #expect(try await daemon.said("stats").hasSuffix("\nitem\t/f/film.mkv\t50\n"))
        #expect(try await daemon.said("stats --player nobody").contains("there is no player"))
        #expect(try await daemon.said("stats --since -5m").hasSuffix("\t0\n"))
        let recent = try await daemon.shown("stats --since -5m")
        #expect(recent.hasPrefix("The history has no playback"))
    }
}
