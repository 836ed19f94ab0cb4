// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import Testing

@testable import StateModel

@Suite struct `Judging a snapshot` {
    private let everyCause: [Cause?] = Cause.allCases + [nil]

    // MARK: Rule 2: times

    @Test(arguments: [
        (ahead: -1, at: -1, isFlagged: false), (0, 0, false), (1, 0, false), (300_000, 0, false),
        (300_001, 0, true), (Int.max - 1_700_000_000_000, 0, true),
    ])
    func `2. a future observation gets the current time; the reply says so beyond five minutes`(
        _ ahead: Int,
        _ at: Int,
        _ isFlagged: Bool
    ) {
        var harness = PolicyHarness()
        let now = harness.now
        var snapshot = Snapshot(item: "film", player: "mpv", status: .paused, position: 9)
        snapshot.at = now + ahead
        let verdict = harness.hears(snapshot)
        #expect(verdict.ruling == .save)
        #expect(verdict.at == now + at)
        #expect(verdict.expiresAt == now + at + 86_400_000)
        #expect(verdict.result(revision: 1).at == (isFlagged ? now : nil))
        // What was stored protects itself from what is older, also of a second ago.
        harness.now += 1_000
        #expect(harness.hears(500, .pause, at: now - 2) == .ignore(.stale))
        #expect(harness.hears(500, .pause, at: now) == .save)
    }

    @Test func `2. a snapshot that has already expired is kept only in the history`() {
        var harness = PolicyHarness()
        #expect(harness.hears(100, .pause, at: harness.now - 86_400_000) == .archive)
        #expect(harness.points.isEmpty)
        #expect(harness.hears(100, .pause, at: harness.now - 86_399_999) == .save)
        #expect(harness.points["film"]?.expiresAt == harness.now + 1)
        #expect(harness.hears(100, .pause, at: .min) == .archive)
        #expect(harness.hears(100, .pause, at: 0) == .archive)
    }

    @Test
    func `2. the snapshot's time to live overrides the player's, which overrides the default`() {
        var harness = PolicyHarness()
        harness.settings.playerTTLSeconds["radio"] = 60
        var snapshot = Snapshot(item: "film", player: "mpv", status: .paused, position: 9)
        #expect(harness.hears(snapshot).expiresAt == harness.now + 86_400_000)
        snapshot.player = "radio"
        #expect(harness.hears(snapshot).expiresAt == harness.now + 60_000)
        snapshot.player = "gpodder"
        #expect(harness.hears(snapshot).expiresAt == harness.now + 365 * 86_400_000)
        harness.settings.playerTTLSeconds["gpodder"] = 60
        #expect(harness.hears(snapshot).expiresAt == harness.now + 60_000)
        snapshot.ttl = 5
        #expect(harness.hears(snapshot).expiresAt == harness.now + 5000)
        snapshot.at = harness.now - 5000
        #expect(harness.hears(snapshot).ruling == .archive)
        snapshot.ttl = 6
        #expect(harness.hears(snapshot).expiresAt == harness.now + 1000)
    }

    // MARK: Rule 3: order

    @Test func `3. an older observation from this device is stale`() {
        var harness = PolicyHarness()
        harness.stands(100, secondsAgo: 60)
        let stored = harness.now - 60_000
        #expect(harness.hears(500, .pause, at: stored - 1) == .ignore(.stale))
        #expect(harness.hears(500, .pause, at: stored) == .save)
    }

    @Test func `3. a snapshot without a time is new`() {
        var harness = PolicyHarness()
        harness.stands(100, secondsAgo: -200)
        #expect(harness.hears(500, .pause) == .save)
    }

    /// The clocks of two devices differ; an import or a report that waited may be days old.
    @Test(arguments: [(0, false), (300_000, false), (300_001, true), (86_000_000, true)])
    func `3. an observation five minutes older than that of another device is stale`(
        _ example: (age: Int, isStale: Bool)
    ) {
        var harness = PolicyHarness()
        harness.stands(100, secondsAgo: 60)
        harness.foreign = ["film"]
        #expect(
            harness.hears(500, .pause, at: harness.now - 60_000 - example.age)
                == (example.isStale ? .ignore(.stale) : .save)
        )
    }

    @Test(arguments: [1, 60_000, 300_000, 300_001, 31_536_000_000])
    func `3. a stored time in the future makes only old snapshots stale`(
        _ ahead: Int
    ) {
        var harness = PolicyHarness()
        for (age, isStale) in [(0, false), (300_000, false), (300_001, true), (3_600_000, true)] {
            harness.stands(100, secondsAgo: 0)
            harness.points["film"]?.at = harness.now + ahead
            #expect(
                harness.hears(500, .pause, at: harness.now - age)
                    == (isStale ? .ignore(.stale) : .save)
            )
        }
    }

    @Test func `3. an expired point makes no snapshot stale`() {
        var harness = PolicyHarness()
        harness.stands(100, secondsAgo: 86_400)
        #expect(harness.hears(500, .pause, at: harness.now - 86_399_000) == .save)
    }

    // MARK: Rule 5: finishing

    @Test(arguments: [
        // A film of two hours has five minutes of credits, an episode a twentieth, music nothing.
        (at: 6_900.0, of: 7_200.0, album: false, isSeen: false),
        (6_900.1, 7_200, false, true), (1_140, 1_200, false, false), (1_140.1, 1_200, false, true),
        (7_190, 7_200, true, false), (7_199.1, 7_200, true, true), (9.1, 10, false, true),
        (8.9, 10, false, false),
    ])
    func `5. an item that is left during its credits counts as finished`(
        _ position: Double,
        _ duration: Double,
        _ album: Bool,
        _ isSeen: Bool
    ) {
        for status in [Status.paused, .playing, .failed] {
            for cause in [Cause.stop, .switch, .pause, .background, .tick, .seek, .load, nil] {
                var harness = PolicyHarness()
                harness.stands(duration / 2)
                let snapshot = Snapshot(
                    item: "film",
                    player: "mpv",
                    status: status,
                    position: position,
                    duration: duration,
                    cause: cause,
                    album: album
                )
                let isLeft = status == .paused && (cause == .stop || cause == .switch)
                let ruling = harness.hears(snapshot).ruling
                #expect((ruling == .clear) == (isLeft && isSeen), "\(status) \(cause as Any)")
            }
        }
    }

    @Test
    func `5. the part of an item that counts as its credits can be configured, and set to none`() {
        for (margin, isSeen) in [(0.0, false), (0.05, true), (0.1, true)] {
            var harness = PolicyHarness()
            harness.settings.seenMargin = margin
            let snapshot = Snapshot(
                item: "film",
                player: "mpv",
                status: .paused,
                position: 96,
                duration: 100,
                cause: .stop
            )
            #expect((harness.hears(snapshot).ruling == .clear) == isSeen)
        }
    }

    @Test func `5. an item counts as finished within half a minute of its known end`() {
        for (position, ruling) in [(970, Verdict.Ruling.clear), (969.9, .save)] {
            var harness = PolicyHarness()
            harness.stands(500)
            #expect(harness.hears(position, .stop, .finished, duration: 1000) == ruling)
        }
    }

    @Test func `5. the last tenth of a short item counts as its end`() {
        for (position, ruling) in [(90, Verdict.Ruling.clear), (89.9, .save)] {
            var harness = PolicyHarness()
            #expect(harness.hears(position, .stop, .finished, duration: 100) == ruling)
        }
    }

    @Test func `5. a position up to a second beyond the end counts as the end`() {
        var harness = PolicyHarness()
        #expect(harness.hears(101, nil, .finished, duration: 100) == .clear)
    }

    @Test
    func `5. the status finished counts as paused far from the end, or if the end is unknown`() {
        var harness = PolicyHarness()
        #expect(harness.hears(500, .stop, .finished, duration: 1000) == .save)
        #expect(harness.points["film"]?.status == .paused)
        #expect(harness.hears(600, .stop, .finished) == .save)
        #expect(harness.points["film"]?.status == .paused)
        // The same again is the same, though it was stored as paused.
        #expect(harness.hears(600, .stop, .finished) == .ignore(.unchanged))
    }

    /// The state of an item without a known length, the place where it finished, and the ruling.
    private static let endings: [(Status, Double, isForeign: Bool, Double, Verdict.Ruling)] = [
        (.playing, 600, isForeign: false, 600, .clear),
        (.playing, 600, isForeign: false, 640, .clear),
        (.playing, 600, isForeign: false, 599, .save),
        (.paused, 600, isForeign: false, 640, .save),
        (.failed, 600, isForeign: false, 640, .save),
        (.playing, 600, isForeign: true, 640, .save),
    ]

    @Test(arguments: endings.indices)
    func `5. an item without a length finishes only if it was playing here up to that position`(
        row: Int
    ) {
        let (status, stored, isForeign, position, ruling) = Self.endings[row]
        var harness = PolicyHarness()
        harness.stands(stored, status: status, secondsAgo: 40)
        if isForeign { harness.foreign = ["film"] }
        #expect(harness.hears(position, .stop, .finished) == ruling)
    }

    @Test(arguments: [Status.paused, .failed])
    func `5. only the status finished ends an item without a known length`(status: Status) {
        var harness = PolicyHarness()
        harness.stands(600, status: .playing, secondsAgo: 40)
        #expect(harness.hears(640, .stop, status) == .save)
    }

    @Test func `5. the stored duration is used if the snapshot has none`() {
        var harness = PolicyHarness()
        harness.stands(500, duration: 1000)
        #expect(harness.hears(980, .stop, .finished) == .clear)
    }

    @Test func `5. an item that has no resume point can finish`() {
        var harness = PolicyHarness()
        let verdict = harness.hears(
            Snapshot(
                item: "film",
                player: "mpv",
                status: .finished,
                position: 999,
                duration: 1000
            )
        )
        #expect(verdict.ruling == .clear)
        #expect(
            verdict.result(revision: 7) == SaveResult(outcome: .cleared, reason: nil, revision: 7)
        )
    }

    @Test func `5. the margin at the end of an item is configurable`() {
        var harness = PolicyHarness()
        harness.settings.finishMarginSeconds = 5
        #expect(harness.hears(994, .stop, .finished, duration: 1000) == .save)
        #expect(harness.hears(995, .stop, .finished, duration: 1000) == .clear)
    }

    @Test func `5. a finished snapshot that is stale is ignored`() {
        var harness = PolicyHarness()
        harness.stands(500, secondsAgo: 10)
        let at = harness.now - 20_000
        #expect(
            harness.hears(990, .stop, .finished, duration: 1000, at: at) == .ignore(.stale)
        )
    }

    // MARK: Rules 6 and 7: edges

    @Test func `6. with a cause other than seek, a position in the first second is ignored`() {
        for cause in Cause.allCases where cause != .seek {
            for position in [0, 0.5, 0.999] {
                var harness = PolicyHarness()
                #expect(harness.hears(position, cause) == .ignore(.atStart), "\(cause) \(position)")
            }
            var harness = PolicyHarness()
            #expect(harness.hears(1, cause) == .save, "\(cause)")
        }
    }

    @Test func `6. a seek to the start is saved`() {
        var harness = PolicyHarness()
        harness.stands(500)
        #expect(harness.hears(0, .seek) == .save)
        #expect(harness.points["film"]?.position == 0)
    }

    @Test func `6. of snapshots without a cause, only those at position 0 are ignored`() {
        var harness = PolicyHarness()
        #expect(harness.hears(0, nil) == .ignore(.atStart))
        #expect(harness.hears(-0.0, nil) == .ignore(.atStart))
        #expect(harness.hears(0.001, nil) == .save)
    }

    @Test func `6. the margin at the start is configurable`() {
        var harness = PolicyHarness()
        harness.settings.startMarginSeconds = 10
        #expect(harness.hears(9.9, .pause) == .ignore(.atStart))
        #expect(harness.hears(10, .pause) == .save)
        harness.settings.startMarginSeconds = 0
        #expect(harness.hears(0, .pause) == .save)
        #expect(harness.hears(0, nil, item: "song") == .ignore(.atStart))
    }

    @Test func `7. a position in the last second of a known duration is ignored`() {
        for cause in everyCause {
            for (position, ruling) in [(99.0, Verdict.Ruling.save), (99.1, .ignore(.atEnd))] {
                var harness = PolicyHarness()
                let isLeft = cause == .stop || cause == .switch
                #expect(
                    harness.hears(position, cause, duration: 100) == (isLeft ? .clear : ruling)
                )
            }
            var harness = PolicyHarness()
            #expect(harness.hears(1e9, cause) == .save)
        }
    }

    @Test func `7. the margin at the end is configurable`() {
        var harness = PolicyHarness()
        harness.settings.endMarginSeconds = 60
        #expect(harness.hears(3541, .pause, duration: 3600) == .ignore(.atEnd))
        #expect(harness.hears(3540, .pause, duration: 3600) == .save)
    }

    @Test func `6 and 7. an item shorter than its margins is not stored`() {
        var harness = PolicyHarness()
        for position in [0, 0.5, 1, 1.4] {
            #expect(harness.hears(position, .pause, duration: 1.5) != .save)
        }
    }

    // MARK: Rule 9: the same again

    @Test func `9. an equal snapshot changes nothing, but a load or pause renews the time to live`()
    {
        for cause in everyCause {
            var harness = PolicyHarness()
            harness.stands(500, secondsAgo: 3600)
            let renews = cause == .load || cause == .pause
            #expect(harness.hears(500, cause) == (renews ? .renew : .ignore(.unchanged)))
            let expected = harness.now + 86_400_000 - (renews ? 0 : 3_600_000)
            #expect(harness.points["film"]?.expiresAt == expected, "\(String(describing: cause))")
        }
    }

    @Test func `9. a new status or position counts as a change, a new player alone does not`() {
        var harness = PolicyHarness()
        harness.stands(500)
        #expect(harness.hears(500, .tick, by: "vlc") == .ignore(.unchanged))
        #expect(harness.hears(500, .tick, .playing) == .save)
        #expect(harness.hears(500.1, .tick, .playing) == .save)
        #expect(harness.hears(500.1, .tick, .failed) == .save)
    }

    @Test func `9. a snapshot that only renews a point is reported as unchanged`() {
        let verdict = Verdict(ruling: .renew, status: .paused, at: 0, expiresAt: 1)
        #expect(
            verdict.result(revision: 3)
                == SaveResult(outcome: .ignored, reason: .unchanged, revision: 3)
        )
    }

    // MARK: Rule 10: saved

    @Test func `10. a snapshot to which no rule applies is saved unchanged`() {
        for status in [Status.playing, .paused, .failed] {
            var harness = PolicyHarness()
            harness.stands(100, by: "vlc")
            #expect(harness.hears(120, .tick, status) == .save)
            #expect(harness.points["film"]?.status == status)
            #expect(harness.points["film"]?.player == "mpv")
        }
    }

    @Test func `every ruling has an outcome in the reply`() {
        func answer(_ ruling: Verdict.Ruling) -> String {
            let verdict = Verdict(ruling: ruling, status: .paused, at: 0, expiresAt: 1)
            let result = verdict.result(revision: 5)
            return "\(result.outcome) \(result.reason.map { "\($0)" } ?? "-") \(result.revision)"
        }
        #expect(answer(.save) == "saved - 5")
        #expect(answer(.clear) == "cleared - 5")
        #expect(answer(.archive) == "ignored expired 5")
        #expect(answer(.quarantine) == "quarantined jump 5")
        #expect(answer(.remainQuarantined) == "quarantined jump 5")
        for reason in OutcomeReason.allCases {
            #expect(answer(.ignore(reason)) == "ignored \(reason) 5")
        }
    }
}

@Suite struct `An observation from before a removal` {
    private func judge(
        _ at: Timestamp?,
        removedAt: Timestamp?,
        now: Timestamp = 1_000_000
    ) -> Verdict.Ruling {
        verdict(at, removedAt: removedAt, now: now).ruling
    }

    private func verdict(_ at: Timestamp?, removedAt: Timestamp?, now: Timestamp) -> Verdict {
        var snapshot = Snapshot(item: "film", player: "mpv", status: .paused, position: 60)
        snapshot.at = at
        var jumps = JumpGuard()
        return PolicySettings().verdict(
            on: snapshot,
            against: nil,
            removedAt: removedAt,
            jumps: &jumps,
            now: now
        )
    }

    @Test func `the result of a stale observation contains the time of the removal`() {
        let stale = verdict(899_999, removedAt: 900_000, now: 1_000_000).result(revision: 5)
        #expect(stale.reason == .stale && stale.removedAt == 900_000)
        let saved = verdict(900_000, removedAt: 900_000, now: 1_000_000).result(revision: 5)
        #expect(saved.outcome == .saved && saved.removedAt == nil)
    }

    @Test func `an observation is stale if it is older than the removal of its item`() {
        #expect(judge(899_999, removedAt: 900_000) == .ignore(.stale))
        #expect(judge(900_000, removedAt: 900_000) == .save)
        #expect(judge(900_001, removedAt: 900_000) == .save)
        #expect(judge(nil, removedAt: 900_000) == .save)
        #expect(judge(899_999, removedAt: nil) == .save)
    }

    @Test
    func `a removal in the future makes only observations older than five minutes stale`() {
        #expect(judge(699_999, removedAt: 1_000_001) == .ignore(.stale))
        #expect(judge(700_000, removedAt: 1_000_001) == .save)
        #expect(judge(0, removedAt: .max) == .ignore(.stale))
    }
}
