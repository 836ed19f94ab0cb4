// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateClient
import StateModel
import StateProtocol
import Testing

@testable import statectl

@Suite struct StatusReportTests {
    private let context = TimeContext(now: 1_795_250_400_000, zone: .utc)
    private let health = Health(
        status: .degraded,
        problems: ["the disk is full"],
        version: "1.2.3",
        startedAt: 1_795_246_740_000,
        restoredMs: 12,
        storePath: "/s/state.db",
        storeBytes: 1_600_000,
        points: 2,
        events: 0,
        subscribers: 1,
        connections: 3
    )
    private let point = ResumePoint(
        item: "a",
        player: "mpv",
        status: .playing,
        position: 60,
        duration: 120,
        title: "Tom & <Jerry>",
        device: "desk",
        at: 1_795_250_100_000,
        expiresAt: 1_795_336_500_000,
        revision: 7
    )
    private let mpv = Player(
        player: "mpv",
        item: "a",
        playing: true,
        phase: .foreground,
        surfaces: 1,
        queue: ["b.mkv", "c.mkv"],
        revision: 7
    )
    private let alert = Alert(
        id: 5,
        kind: .jumpQuarantined,
        state: .raised,
        player: "mpv",
        item: "a",
        title: "Position kept",
        message: "mpv jumped back",
        retryable: false,
        position: 1,
        raisedAt: 1_795_250_100_000
    )

    private var wellHealth: Health {
        var well = health
        well.status = .ok
        well.problems = []
        return well
    }

    private func report(
        _ health: Health,
        players: [Player] = [],
        alerts: [Alert] = [],
        latest: ResumePoint? = nil
    ) -> StatusReport {
        let standings = players.map { player in
            Overview.Standing(player: player, point: player.item == point.item ? point : nil)
        }
        return StatusReport(
            overview: Overview(health: health, players: standings, alerts: alerts, latest: latest),
            context: context
        )
    }

    private func json(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test func `the health of the daemon is shown in words`() {
        #expect(
            HealthReport(health: health, context: context).lines(style: .plain) == [
                "stated 1.2.3 is degraded: 2 resume points, 1 subscriber",
                "  ! the disk is full",
                "  up 1h1m, store opened in 12 ms",
                "  3 connections, 0 events",
                "  /s/state.db, 1.5 MiB",
            ]
        )
    }

    @Test(arguments: [(0, "0 B"), (1023, "1023 B"), (1024, "1.0 KiB"), (1_073_741_824, "1.0 GiB")])
    func `sizes of files are rounded`(bytes: Int, text: String) {
        #expect(HealthReport.size(bytes) == text)
    }

    @Test func `all parts of the status are shown`() {
        let report = report(health, players: [mpv], alerts: [alert])
        #expect(
            report.lines(in: Room(width: 80, height: 24, hasBars: true), style: .plain) == [
                "mpv: playing Tom & <Jerry>",
                "  [############............]  1:00 of 2:00 (50 %), 5 min ago",
                "  1 surface in the foreground, 2 queued, next b.mkv",
                "",
                "5  Position kept (mpv, 5 min ago)",
                "   mpv jumped back",
                "",
                "stated 1.2.3 is degraded: 2 resume points, 1 subscriber",
                "  ! the disk is full",
            ]
        )
    }

    @Test func `a progress bar is left out if there is no room`() {
        let lines = report(health, players: [mpv]).lines(
            in: Room(width: 50, height: 24, hasBars: true),
            style: .plain
        )
        #expect(lines[1] == "  1:00 of 2:00 (50 %), 5 min ago")
        #expect(lines.allSatisfy { TextWidth.of($0) <= 50 })
    }

    @Test func `the item played last is shown if no player plays`() {
        #expect(
            report(wellHealth, latest: point).lines(in: Room(), style: .plain) == [
                "Nothing is playing.",
                "Tom & <Jerry> at 1:00 of 2:00 (50 %), playing by mpv 5 min ago",
                "",
                "stated 1.2.3 is ok: 2 resume points, 1 subscriber",
            ]
        )
    }

    @Test func `the item of another device is shown if no player plays here`() throws {
        var elsewhere = point
        elsewhere.device = "attic"
        var report = report(wellHealth, latest: elsewhere)
        report.overview.sync = SyncScripts.status()
        let lines = report.lines(in: Room(), style: .plain)
        #expect(
            lines.prefix(4) == [
                "attic: playing Tom & <Jerry>",
                "  1:00 of 2:00 (50 %), 5 min ago",
                "",
                "Nothing is playing here.",
            ]
        )
        #expect(
            json(WaybarModule.json(report)).hasPrefix(#"{"text":"Tom &amp; &lt;Jerry&gt; 1:00""#)
        )
        // This device's own point is no news from elsewhere.
        report.overview.latest?.device = "desk"
        #expect(report.lines(in: Room(), style: .plain).first == "Nothing is playing.")
        // Nor is it beside a player that stands elsewhere, with sync or without.
        var vlc = mpv
        vlc.item = "other"
        vlc.playing = false
        report.overview.players = [.init(player: vlc, point: nil)]
        #expect(report.elsewhere == nil)
        report.overview.latest?.device = "attic"
        #expect(report.elsewhere != nil)
        report.overview.sync = nil
        #expect(report.elsewhere == nil)
    }

    @Test func `a screen shows a limited number of players and alerts`() {
        let players = (1...30).map { number in
            var player = mpv
            player.player = "p\(number)"
            return player
        }
        let alerts = (1...5).map { number in
            var alert = alert
            alert.id = AlertID(number)
            return alert
        }
        let full = report(wellHealth, players: players, alerts: alerts)
        let lines = full.lines(in: Room(), style: .plain)
        #expect(lines.contains("and 22 more players: “statectl players”"))
        #expect(lines.contains("and 2 more alerts: “statectl alerts”"))
        let low = full.lines(in: Room(width: 80, height: 24), style: .plain)
        #expect(low.contains("and 25 more players: “statectl players”"))
    }

    @Test func `playing players are shown first, then visible ones, then the most recent`() {
        var unseen = mpv
        unseen.player = "unseen"
        unseen.playing = false
        unseen.surfaces = 0
        unseen.revision = 9
        var older = unseen
        older.player = "older"
        older.revision = 8
        var seen = mpv
        seen.player = "seen"
        seen.playing = false
        seen.revision = 1
        let order = Overview.foremost([older, unseen, seen, mpv]).map(\.player)
        #expect(order == ["mpv", "seen", "unseen", "older"])
    }

    @Test func `the JSON of a status bar has its text, tooltip, classes and percentage`() {
        let report = report(health, players: [mpv], alerts: [alert])
        #expect(
            json(WaybarModule.json(report))
                == #"{"text":"Tom &amp; &lt;Jerry&gt; 1:00","alt":"playing","tooltip":"#
                + #""mpv: playing Tom &amp; &lt;Jerry&gt;\n  1:00 of 2:00 (50 %), 5 min ago\n"#
                + #"  1 surface in the foreground, 2 queued, next b.mkv\n\n"#
                + #"5  Position kept (mpv, 5 min ago)\n   mpv jumped back\n\n"#
                + #"stated 1.2.3 is degraded: 2 resume points, 1 subscriber\n"#
                + #"  ! the disk is full","#
                + #""class":["playing","alert","degraded"],"percentage":50}"#
        )
    }

    @Test func `markup in names is escaped, even if an accent follows it`() {
        var player = mpv
        player.item = "x<\u{301}b>&\u{20DD}"
        let module = json(WaybarModule.json(report(wellHealth, players: [player])))
        #expect(module.hasPrefix(#"{"text":"x&lt;"# + "\u{301}b&gt;&amp;\u{20DD}\""))
    }

    @Test func `a status bar is idle if there is no player, or if its player has no item`() {
        #expect(
            json(WaybarModule.json(report(wellHealth, latest: point)))
                .hasPrefix(#"{"text":"","alt":"idle","tooltip":"Nothing is playing.\n"#)
        )
        var idle = mpv
        idle.item = nil
        idle.playing = false
        #expect(
            json(WaybarModule.json(report(wellHealth, players: [idle])))
                .hasSuffix(#","class":["idle"]}"#)
        )
    }

    @Test func `a status bar shows that the daemon is missing`() {
        #expect(
            json(WaybarModule.offline("no daemon; start one with “stated &”"))
                == #"{"text":"offline","alt":"offline","tooltip":"#
                + #""no daemon; start one with “stated &amp;”","class":["offline"]}"#
        )
    }
}
