import StateClient
import Testing

@testable import statectl

@Suite struct StatusReportTests {
    private let view = Viewpoint(now: 1_795_250_400_000, zone: .utc)
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
        status: .paused,
        position: 60,
        duration: 120,
        title: "Tom & <Jerry>",
        device: "desk",
        at: 1_795_250_100_000,
        expiresAt: 1_795_336_500_000,
        revision: 7
    )

    @Test func `health in words`() {
        #expect(
            HealthReport(health: health, view: view).lines(style: .plain) == [
                "stated 1.2.3 is degraded: 2 resume points, 1 subscriber",
                "  ! the disk is full",
                "  up 1h1m, restored in 12 ms",
                "  3 connections, 0 events",
                "  /s/state.db, 1.5 MiB",
            ]
        )
    }

    @Test(arguments: [(0, "0 B"), (1023, "1023 B"), (1024, "1.0 KiB"), (1_073_741_824, "1.0 GiB")])
    func `sizes in round figures`(bytes: Int, text: String) {
        #expect(HealthReport.size(bytes) == text)
    }

    @Test func `how things stand, at a glance`() {
        let report = StatusReport(
            health: HealthReport(health: health, view: view),
            latest: PointReport(point: point, view: view)
        )
        #expect(
            report.lines(style: .plain) == [
                "stated 1.2.3 is degraded: 2 resume points, 1 subscriber",
                "  ! the disk is full",
                "Tom & <Jerry> at 1:00 of 2:00 (50 %), paused by mpv 5 min ago",
            ]
        )
    }

    @Test func `the same for a status bar that takes markup`() {
        let report = StatusReport(
            health: HealthReport(health: health, view: view),
            latest: PointReport(point: point, view: view)
        )
        #expect(
            String(decoding: report.waybar, as: UTF8.self)
                == #"{"text":"Tom &amp; &lt;Jerry&gt; 1:00","alt":"paused","tooltip":"#
                + #""stated 1.2.3 is degraded: 2 resume points, 1 subscriber\n"#
                + #"  ! the disk is full\n"#
                + #"Tom &amp; &lt;Jerry&gt; at 1:00 of 2:00 (50 %), paused by mpv 5 min ago","#
                + #""class":["paused","degraded"],"percentage":50}"#
        )
    }

    @Test func `a status bar shows nothing where there is nothing`() {
        var well = health
        well.status = .ok
        well.problems = []
        let report = StatusReport(health: HealthReport(health: well, view: view), latest: nil)
        #expect(
            String(decoding: report.waybar, as: UTF8.self)
                == #"{"text":"","alt":"idle","tooltip":"#
                + #""stated 1.2.3 is ok: 2 resume points, 1 subscriber","class":["idle"]}"#
        )
    }
}
