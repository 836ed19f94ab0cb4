// SPDX-License-Identifier: Apache-2.0
import Glibc
import ModelTesting
import StateClient
import StateTesting
import Testing
import Varlink

@testable import statectl

@Suite struct TopTests {
    private let context = TimeContext(now: 1_795_250_400_000, zone: .utc)

    private func metrics(saves: Int, slow: Int) -> OpenMetrics {
        OpenMetrics(
            """
            # TYPE stated_saves counter
            stated_saves_total{outcome="ignored"} 5
            stated_saves_total{outcome="saved"} \(saves)
            stated_commits_total \(saves)
            stated_commit_seconds_bucket{le="0.001"} \(saves - slow)
            stated_commit_seconds_bucket{le="0.025"} \(saves)
            stated_commit_seconds_bucket{le="+Inf"} \(saves)
            stated_commit_seconds_count \(saves)
            stated_commit_seconds_sum \(Double(saves) / 1000)
            stated_skipped_total 3
            # EOF
            """
        )
    }

    private func rates(_ saves: [Int], slow: Int = 0) -> TopRates {
        var rates = TopRates()
        for (index, count) in saves.enumerated() {
            let slow = index == saves.count - 1 ? slow : 0
            rates.add(.init(at: index * 1000, metrics: metrics(saves: count, slow: slow)))
        }
        return rates
    }

    @Test func `counters are shown as rates, which begin again with a new daemon`() {
        #expect(rates([10]).savesPerSecond() == [])
        #expect(rates([10, 10, 22, 24]).savesPerSecond() == [0, 12, 2])
        #expect(rates([10, 20, 4, 6]).commitsPerSecond() == [2])
        #expect(rates(Array(0...99)).savesPerSecond().count == 60)
        let commits = rates([100, 150, 200], slow: 10).commits
        #expect(commits == .init(mean: 0.001, p50: 0.001, p99: 0.025))
        #expect(rates([7, 7]).commits == nil)
        #expect(rates([7]).commits?.p50 == 0.001)
    }

    private var content: TopFeed.Content {
        var content = TopFeed.Content()
        var overview = Overview(health: DaemonScripts.health)
        overview.players = [.init(player: DaemonScripts.mpv, point: DaemonScripts.alien)]
        content.overview = overview
        content.rates = rates([10, 10, 22], slow: 1)
        content.changes = [
            .init(
                change: Change(
                    kind: .saved,
                    revision: 7,
                    item: "i",
                    player: "mpv",
                    point: DaemonScripts.alien
                ),
                at: 1_795_250_400_000
            )
        ]
        return content
    }

    private func lines(_ content: TopFeed.Content, _ width: Int, _ height: Int) -> [String] {
        TopReport(content: content, context: context)
            .lines(in: Room(width: width, height: height), style: .plain)
    }

    @Test func `top shows the daemon, its players and the latest changes`() {
        #expect(
            lines(content, 80, 14) == [
                "stated 1.2.3 is ok: 2 resume points, 1 subscriber                       08:40:00",
                "saves        12.0/s  ▁█", "commits      12.0/s  ▁█",
                "duration  ≤ 1 ms p50, ≤ 25 ms p99, mean 1 ms",
                "streams   1 subscriber, 3 connections, 3 states skipped", "",
                "PLAYER  STATE    ITEM      %  POSITION  QUEUED  SURFACES",
                "mpv     playing  Alien  53 %   1:02:03       2         2", "", "LATEST CHANGES",
                "08:35:00    saved     Alien  1:02:03 of 1:57:00 (53 %)  mpv", "", "", "q quits",
            ]
        )
    }

    @Test func `on a small screen, top shows players rather than changes`() {
        let lines = lines(content, 40, 10)
        #expect(lines.contains { $0.hasPrefix("mpv     playing  Alien") })
        #expect(!lines.contains("LATEST CHANGES"))
    }

    @Test(arguments: [(80, 24), (40, 24), (40, 8), (20, 3), (200, 60)])
    func `the screen of top fits the terminal`(width: Int, height: Int) {
        var full = content
        full.problem = "no daemon at /run/user/1000/stated/io.stated: it went away; start one"
        let players = full.overview?.players ?? []
        full.overview?.players = Array(repeating: players, count: 30).flatMap(\.self)
        full.changes = Array(repeating: full.changes, count: 100).flatMap(\.self)
        let lines = lines(full, width, height)
        #expect(lines.count == height)
        #expect(lines.last == "q quits")
        for line in lines { #expect(TextWidth.of(line) <= width) }
    }

    private static let start = "\u{1B}[?1049h\u{1B}[?25l"
    private static let end = "\u{1B}[?25h\u{1B}[?1049l"

    private func top(_ daemon: DaemonProcess) throws -> (terminal: Terminal, process: Child) {
        let terminal = try Terminal(columns: 80)
        let process = try terminal.start(
            ["top"],
            socket: daemon.socket,
            environment: ["NO_COLOR": "1"],
            keys: true
        )
        return (terminal, process)
    }

    @Test func `top follows a real daemon until q is pressed`() async throws {
        let daemon = try DaemonProcess.running()
        let (terminal, process) = try top(daemon)
        let first = await terminal.text(until: "is ok: 0 resume points, 1 subscriber")
        #expect(first.hasPrefix(Self.start))
        try daemon.client().save("/f/film.mkv", 61, ["status": "playing", "duration": 122.0])
        let changed = await terminal.text(until: "saved     film.mkv  1:01 of 2:02 (50 %)  mpv")
        #expect(changed.contains("saved     film.mkv"))
        let players = await terminal.text(until: "playing  film.mkv  50 %")
        #expect(players.contains("playing  film.mkv  50 %"))
        try terminal.press("q")
        let rest = await terminal.text()
        #expect(rest.hasSuffix(Self.end))
        #expect(process.wait() == 0)
    }

    @Test(arguments: [
        (SIGINT, Int32(0)), (SIGTERM, -SIGTERM), (SIGHUP, -SIGHUP), (SIGABRT, -SIGABRT),
    ])
    func `top restores the terminal when a signal ends it`(
        signal: Int32,
        status: Int32
    ) async throws {
        let daemon = try DaemonProcess.running()
        let (terminal, process) = try top(daemon)
        _ = await terminal.text(until: "is ok")
        process.signal(signal)
        let rest = await terminal.text()
        #expect(rest.hasSuffix(Self.end))
        #expect(process.wait() == status)
    }

    @Test func `top without a terminal fails, and names the command for programs`() async throws {
        let daemon = try DaemonProcess.running()
        let error =
            "statectl: top needs a terminal; in pipes and programs, use “statectl status --follow” or "
            + "“statectl metrics”\n[64]"
        #expect(try await daemon.said("top") == error)
        #expect(
            try await daemon.said("top --json").hasPrefix(#"{"error":"usage","status":64,"#)
        )
        #expect(try await Program.run("top", socket: "/nonexistent").status == 64)
    }
}
