// SPDX-License-Identifier: Apache-2.0
import Logging
import ModelTesting
import StateModel
import StateProtocol
import StateSync
import SyncModel
import Testing

@testable import StateServices

/// Reports on sync to a person where there is nothing to sync with, and in the log.
@Suite struct SyncTruthTests {
    @Test func `a user without sync learns which user's store syncs`() throws {
        let reason = try ServicesHarness { $0.syncOwner = 4_711 }.connect()
            .call(Sync.GetStatus.self, .init()).status
        #expect(reason.state == .disabled)
        #expect(reason.error?.contains("user 4711") == true)
        let plain = try ServicesHarness().connect().call(Sync.GetStatus.self, .init()).status
        #expect(plain.state == .disabled)
        #expect(plain.error == nil)
    }

    private func status(_ trouble: SyncStatus.State?, _ error: String? = nil) -> SyncStatus {
        var status = SyncStatus()
        status.failure = trouble.map { SyncStatus.Failure(state: $0, error: error ?? "") }
        return status
    }

    @Test func `each change of state is logged, and successful rounds are not`() {
        let well = status(nil)
        let away = status(.offline, "no folder")
        #expect(SyncLogLine.change(from: well, to: well) == nil)
        #expect(SyncLogLine.change(from: away, to: away) == nil)
        let line = SyncLogLine.change(from: well, to: away)
        #expect(line?.message == "sync is offline")
        #expect(line?.metadata == ["reason": "no folder"])
        #expect(SyncLogLine.change(from: away, to: well)?.message == "sync works again")
        #expect(SyncLogLine.change(from: well, to: status(.failed, "x"))?.message == "sync failed")
    }

    @Test func `a failed round logs its duration and its next attempt`() {
        var round = SyncRoundRecord(
            number: 3,
            triggers: ["change", "probe"],
            startedAt: 1_000,
            endedAt: 1_250,
            outcome: .failed
        )
        round.error = "read-only"
        let line = SyncLogLine.end(of: round)
        #expect(line?.metadata["round.milliseconds"] == "250")
        #expect(line?.metadata["reason"] == "read-only")
        #expect(line?.metadata["next"]?.isEmpty == false)
        round.outcome = .succeeded
        #expect(SyncLogLine.end(of: round) == nil)
    }

    @Test(arguments: [(2, 0, 0), (0, 3, 1), (4, 5, 0)])
    func `a round that sent or fetched changes is logged at level info`(
        sent: Int,
        fetched: Int,
        conflicts: Int
    ) {
        var round = SyncRoundRecord(
            number: 3,
            triggers: ["active"],
            startedAt: 1_000,
            endedAt: 1_250,
            outcome: .succeeded
        )
        (round.pushed, round.changed, round.conflicts) = (sent, fetched, conflicts)
        let line = SyncLogLine.end(of: round)
        #expect(line?.level == .info)
        #expect(line?.metadata["round.number"] == "3")
        let counts = ["sent", "fetched", "conflicts"].map { line?.metadata[$0] }
        #expect(counts == ["\(sent)", "\(fetched)", "\(conflicts)"])
    }

    @Test func `each completed phase is logged once, at level debug`() {
        var before = SyncStatus()
        before.phases[.setup] = phase(.setup, 10, 30)
        before.phases[.export] = phase(.export, 30, nil)
        var after = before
        after.phases[.export] = phase(.export, 30, 70, error: "no space left")
        after.phases[.import] = phase(.import, 70, nil)
        let lines = SyncLogLine.phases(from: before, to: after)
        let facts = ["phase": "export", "milliseconds": "40", "reason": "no space left"]
        #expect(lines == [SyncLogLine("sync phase ended", facts, .debug)])
        #expect(SyncLogLine.phases(from: after, to: after).isEmpty)
        // The next round has each phase again.
        before = after
        after.phases[.setup] = phase(.setup, 110, 130)
        #expect(
            SyncLogLine.phases(from: before, to: after).map { $0.metadata["phase"] } == ["setup"]
        )
    }

    private func phase(
        _ name: Sync.PhaseName,
        _ start: Timestamp,
        _ end: Timestamp?,
        error: String? = nil
    ) -> Sync.Phase {
        let state: Sync.PhaseState =
            end == nil ? .inProgress : error == nil ? .succeeded : .failed
        return Sync.Phase(name: name, state: state, startedAt: start, endedAt: end, error: error)
    }
}
