// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateClient
import StateModel
import StateProtocol
import Testing

@testable import statectl

@Suite struct SyncReportTests {
    private let context = TimeContext(now: SyncScripts.at + 120_000, zone: .utc)

    private func report(_ status: Sync.Status, later: Int = 0) throws -> SyncReport {
        let context = TimeContext(now: context.now + later, zone: .utc)
        return SyncReport(status: status, context: context)
    }

    private func note(_ status: Sync.Status, later: Int = 0) throws -> String? {
        try report(status, later: later).note(width: 80, style: .plain)
    }

    @Test func `the time of the last sync is shown, and marked as old after five minutes`() throws {
        #expect(try note(SyncScripts.status()) == "  synced 2 min ago")
        #expect(try note(SyncScripts.status(), later: 180_000) == "  synced 5 min ago")
        #expect(try note(SyncScripts.status(), later: 180_001) == "  synced 5 min ago (stale)")
        #expect(try note(SyncScripts.status(lastSuccessAt: nil)) == "  not synced yet")
        #expect(try report(SyncScripts.status()).mark == nil)
    }

    @Test
    func `without a remote, the status has no note on sync, and sync status says how to set it up`()
        throws
    {
        #expect(try note(SyncScripts.disabled) == nil)
        #expect(
            try report(SyncScripts.disabled).lines(width: 60, style: .plain) == [
                "Sync is disabled: to start it, run “statectl sync setup DIR”",
                "with a folder that your devices share.",
            ]
        )
    }

    @Test func `a running or failed sync is shown with a symbol and the daemon's text`() throws {
        #expect(try note(SyncScripts.syncing) == "  ↻ Syncing")
        #expect(
            try note(SyncScripts.offline) == "  ☁\u{338} Offline, saving here; synced 2 min ago"
        )
        #expect(try note(SyncScripts.failed) == "  ⚠ Sync failed, will retry: no room")
        let coloured = try report(SyncScripts.failed).note(width: 80, style: Style(coloured: true))
        #expect(coloured?.hasPrefix("\u{1B}[33m") == true)
    }

    @Test func `the sync status mentions conflicts`() throws {
        let status = SyncScripts.status(conflicts: 2)
        let advice = "2 conflicts, see “statectl sync conflicts”"
        #expect(try note(status) == "  synced 2 min ago; \(advice)")
        #expect(try report(status).lines(width: 80, style: .plain).contains("  \(advice)"))
    }

    @Test func `the sync status is complete in 80 columns`() throws {
        #expect(
            try report(SyncScripts.status()).lines(width: 80, style: .plain) == [
                "synced 2 min ago, file:///home/kim/Sync/stated",
                "  this device is desk, online, checking regularly",
                "  to send: 3 pending, 1 in flight, the oldest from 2 min ago",
                "  set-up: done 2 min ago",
                "  import: under way, begun 2 min ago",
                "  export: failed 2 min ago: no room",
                "  1 push, 12 pulls, 0 notifications, the latest round took 35 ms",
                "  40 remote changes; delay p50 800 ms, p99 2.1 s, max 1 min",
            ]
        )
        let offline = try report(SyncScripts.offline).lines(width: 80, style: .plain)
        #expect(offline[0] == "☁\u{338} Offline, saving here")
        #expect(
            offline[1...2] == [
                "  file:///home/kim/Sync/stated, this device is desk, offline, checking",
                "    regularly, synced 2 min ago, the folder is not there",
            ]
        )
    }

    @Test(arguments: [24, 40, 80])
    func `no line about sync is wider than the terminal`(width: Int) throws {
        for status in [SyncScripts.status(), SyncScripts.offline, SyncScripts.failed] {
            let report = try report(status)
            let lines = report.lines(width: width, style: .plain)
            #expect(lines.allSatisfy { TextWidth.of($0) <= width })
            #expect(TextWidth.of(report.note(width: width, style: .plain) ?? "") <= width)
        }
        let conflicts = [SyncScripts.conflict]
        let lines = SyncConflict.lines(conflicts, from: context, width: width, style: .plain)
        #expect(lines.allSatisfy { TextWidth.of($0) <= width })
    }

    @Test func `a change of the sync status is one line`() throws {
        #expect(
            try report(SyncScripts.offline).line(width: 80, style: .plain)
                == "08:37:00    offline   Offline, saving here  import  to send: 3 pending, 1 in fl…"
        )
        #expect(
            try report(SyncScripts.offline).fields
                == "offline\toffline\t3\t1\t0\t2026-11-21T08:35:00Z\tthe folder is not there"
        )
    }

    @Test func `a conflict is shown with both values and the command that reverses it`() {
        let conflict = SyncScripts.conflict
        #expect(
            SyncConflict.lines([conflict], from: context, width: 80, style: .plain) == [
                "3  Alien (newest, 2 min ago)",
                "   won:   1:02:03 of 1:57:00 (53 %), paused by mpv on desk, 2 min ago",
                "   lost:  removed, on couch, 3 min ago",
                "   “statectl sync resolve 3” lets the lost value win",
                "   “statectl sync dismiss 3” keeps the current value",
            ]
        )
        #expect(
            conflict.line.hasPrefix("3\tnewest\t2026-11-21T08:35:00Z\t/films/alien.mkv\t{\"item\"")
        )
    }

    @Test func `a conflict of an alias is shown with the items that it stands for`() {
        var conflict = SyncScripts.conflict
        conflict.item = "copy"
        conflict.winner = Array(#"{"item":"series","alias":"copy","at":1795250100000}"#.utf8)
        conflict.loser = Array(#"{"item":"copy","removed":true,"at":1795250040000}"#.utf8)
        let lines = SyncConflict.lines([conflict], from: context, width: 80, style: .plain)
        #expect(lines[1] == "   won:   an alias of series, 2 min ago")
        #expect(lines[2] == "   lost:  removed, 3 min ago")
    }

    @Test func `a sync step is shown with the change and the reason why the change lost`() {
        #expect(
            SyncStep.lines([SyncScripts.step], from: context, width: 50, style: .plain) == [
                "7  lost  1:05 by pod on couch, 2 min ago",
                "   desk's change was made 12 s later, and the",
                "   newest wins",
            ]
        )
    }

    @Test func `the time in a reason is shown as date and time`() {
        var step = SyncScripts.step
        step.reason = "the newest wins, clock 1795250100000.5"
        #expect(
            SyncStep.lines([step], from: context, width: 80, style: .plain).last
                == "   the newest wins, clock 2026-11-21 08:35:00"
        )
        #expect(step.line.hasSuffix("\tthe newest wins, clock 2026-11-21T08:35:00Z"))
        #expect(step.reason.hasSuffix("1795250100000.5"))
    }

    @Test(arguments: ["", "clock 5.1", "x, clock", "x, clock 5", "x, clock .1", "x, clock -5.1"])
    func `a reason that does not end with a time is unchanged`(reason: String) {
        #expect(HybridClockTime(endOf: reason) == nil)
    }

    @Test func `entries and devices are shown in tables`() {
        let entries = [SyncScripts.failedEntry, SyncScripts.pendingEntry]
        #expect(
            OutboxEntry.lines(entries, from: context, width: 80, style: .plain) == [
                "NUMBER  STATE    KIND   MADE       TRIED  AGAIN     WHAT",
                "    12  failed   point  2 min ago      3            alien.mkv",
                "        too large",
                "    13  pending  event  2 min ago      0  in 8 min  match-17",
            ]
        )
        #expect(
            SyncDevice.lines(SyncScripts.devices, from: context, width: 80, style: .plain) == [
                "DEVICE  REPORTED   CLOCK",
                "desk    2 min ago  agrees",
                "couch   24 h ago   2 h behind",
            ]
        )
    }

    @Test func `a device that has never reported is shown as never seen`() {
        let device = Sync.Device(device: "0000000000000009-1", lastSeenAt: 0, clockOffsetMs: 0)
        #expect(
            SyncDevice.lines([device], from: context, width: 80, style: .plain).last
                == "0000000000000009-1  never"
        )
    }

    @Test(arguments: [
        (0, "0 ms"), (999, "999 ms"), (1_000, "1.0 s"), (59_999, "59.9 s"), (60_000, "1 min"),
    ])
    func `durations are rounded down`(milliseconds: Int, text: String) {
        #expect(SyncReport.span(milliseconds) == text)
    }
}
