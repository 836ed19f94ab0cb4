// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import Testing

@testable import StateModel

@Suite struct `A place in a book` {
    /// A report about a book that stands at 40 %.
    struct Report: Sendable {
        var fraction: Double?
        var locator: String?
        var cause: Cause?
        var status = Status.paused
        let ruling: Verdict.Ruling
    }

    private static let stored = ReadingPlace(fraction: 0.4, locator: "/body/p[4]")

    /// The rules of judgement, where a fraction is all that tells the position.
    static let reports: [Report] = [
        // The start is no place, unless it is meant.
        Report(fraction: 0, ruling: .ignore(.atStart)),
        Report(fraction: 0, cause: .pause, ruling: .ignore(.atStart)),
        Report(fraction: 0, cause: .seek, ruling: .save),
        Report(fraction: 0.000_1, cause: nil, ruling: .save),
        // Forward and back.
        Report(fraction: 0.41, cause: .pause, ruling: .save),
        Report(fraction: 0.41, cause: .load, ruling: .save),
        Report(fraction: 0.2, cause: nil, ruling: .save),
        Report(fraction: 0.2, cause: .pause, ruling: .save),
        // A jump back by more than a hundredth right after opening.
        Report(fraction: 0.39, cause: .load, ruling: .save),
        Report(fraction: 0.389_9, cause: .load, ruling: .quarantine),
        Report(fraction: 0.2, cause: .tick, status: .playing, ruling: .quarantine),
        // The end: the last page is a place, and only a finished book is over.
        Report(fraction: 1, ruling: .save),
        Report(fraction: 0.99, cause: .stop, ruling: .save),
        Report(fraction: 1, status: .finished, ruling: .clear),
        Report(fraction: 0.9, status: .finished, ruling: .clear),
        Report(fraction: 0.899_9, status: .finished, ruling: .save),
        // The same place is the same fraction and locator.
        Report(fraction: 0.4, locator: "/body/p[4]", ruling: .ignore(.unchanged)),
        Report(fraction: 0.4, locator: "/body/p[4]", cause: .pause, ruling: .renew),
        Report(fraction: 0.4, locator: "/body/p[5]", ruling: .save),
        Report(fraction: 0.4, ruling: .save),
        // Without a fraction nothing tells how far it is.
        Report(locator: "/body/p[5]", ruling: .save),
        Report(locator: "/body/p[5]", cause: .pause, ruling: .save),
        Report(locator: "/body/p[1]", cause: .load, ruling: .save),
        Report(locator: "/body/p[1]", cause: .tick, status: .playing, ruling: .save),
        Report(ruling: .ignore(.atStart)),
    ]

    private func snapshot(_ report: Report) -> Snapshot {
        Snapshot(
            item: "book",
            player: "kosync",
            status: report.status,
            position: 0,
            cause: report.cause,
            reading: ReadingPlace(fraction: report.fraction, locator: report.locator)
        )
    }

    @Test(arguments: reports.indices)
    func `a position in a book is judged by its fraction of the book`(
        index: Int
    ) {
        let report = Self.reports[index]
        var harness = PolicyHarness()
        harness.stands(0, item: "book", by: "kosync")
        harness.points["book"]?.reading = Self.stored
        let verdict = harness.hears(snapshot(report))
        #expect(verdict.ruling == report.ruling, "\(report)")
        guard report.ruling == .save else { return }
        let reading = verdict.point(of: snapshot(report)).reading
        #expect(reading == ReadingPlace(fraction: report.fraction, locator: report.locator))
    }

    @Test
    func `a quarantined position in a book is accepted after a minute of reading`() {
        var harness = PolicyHarness()
        harness.stands(0, item: "book", by: "kosync")
        harness.points["book"]?.reading = Self.stored
        func hears(_ fraction: Double) -> Verdict.Ruling {
            harness.hears(snapshot(Report(fraction: fraction, cause: .tick, ruling: .save))).ruling
        }
        #expect(hears(0.1) == .quarantine)
        harness.wait(seconds: 60)
        #expect(hears(0.1) == .remainQuarantined)
        #expect(hears(0.100_1) == .save)
    }

    @Test func `a position from an e-reader expires after a year by default`() {
        var harness = PolicyHarness()
        #expect(harness.settings.lifetimeSeconds(of: "kosync") == 365 * 86_400)
        #expect(harness.settings.lifetimeSeconds(of: "mpv") == 86_400)
        harness.settings.playerTTLSeconds["kosync"] = 60
        #expect(harness.settings.lifetimeSeconds(of: "kosync") == 60)
    }

    @Test(
        arguments: [
            (position: 0.0, duration: nil, fraction: 0.41, share: 0.41, distance: 2_460.0),
            (0, 100, 0.41, 0.41, 2_460), (50, 100, 0.41, 0.5, 50), (50, nil, 0.41, 0.41, 50),
            (50, 100, nil, 0.5, 50), (150, 100, nil, 1, 150), (50, nil, nil, nil, 50),
            (0, nil, nil, nil, 0),
        ] as [(Double, Double?, Double?, Double?, Double)]
    )
    func `progress and distance are calculated from the position or from the fraction`(
        _ example: (
            position: Double, duration: Double?, fraction: Double?, share: Double?, distance: Double
        )
    ) {
        let snapshot = Snapshot(
            item: "book",
            player: "kosync",
            status: .paused,
            position: example.position,
            duration: example.duration,
            reading: ReadingPlace(fraction: example.fraction)
        )
        #expect(snapshot.share == example.share)
        #expect(abs(snapshot.distance - example.distance) < 1e-9)
    }

    @Test func `the place before a jump of more than a hundredth of a book is kept`() {
        func point(_ fraction: Double) -> ResumePoint {
            ResumePoint(
                item: "book",
                player: "kosync",
                status: .paused,
                position: 0,
                duration: nil,
                title: nil,
                device: "here",
                at: 1,
                expiresAt: 2,
                revision: 1,
                reading: ReadingPlace(fraction: fraction)
            )
        }
        #expect(!HistoryRule.keeps(point(0.4), before: point(0.409), since: 1))
        #expect(HistoryRule.keeps(point(0.4), before: point(0.411), since: 1))
        #expect(HistoryRule.keeps(point(0.4), before: point(0.389), since: 1))
    }
}
