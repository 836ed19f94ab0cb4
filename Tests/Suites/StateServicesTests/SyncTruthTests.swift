// SPDX-License-Identifier: Apache-2.0
import Logging
import ModelTesting
import ServiceTesting
import StateModel
import StateProtocol
import StateSync
import SyncModel
import Testing
import Varlink

@testable import StateServices

/// Reports on sync to a person where there is nothing to sync with, and in the log.
@Suite struct SyncTruthTests {
    @Test func `a user whose store does not sync learns whose store does`() throws {
        let reason = try ServicesHarness { $0.syncOwner = 4_711 }.connect()
            .call(Sync.GetStatus.self, .init()).status
        #expect(reason.state == .disabled)
        #expect(reason.error?.contains("user 4711") == true)
        let plain = try ServicesHarness().connect().call(Sync.GetStatus.self, .init()).status
        #expect(plain.state == .disabled)
        #expect(plain.error == nil)
    }

    @Test func `a follower that can be written to again gets the status only if it missed one`()
        throws
    {
        let harness = try ServicesHarness()
        let feed = try #require(harness.services.tenants[1]).syncStatus
        let watcher = harness.connect()
        watcher.send(Sync.Monitor.self, .init(), more: true)
        func statuses() -> Int {
            harness.services.becameWritable(watcher.id)
            harness.services.endTurn()
            return harness.transport.take(watcher.id).count
        }
        #expect(statuses() == 1)
        #expect(statuses() == 0)
        harness.transport.unwritable = [watcher.id]
        for _ in 0..<3 { feed.sendStatus() }
        harness.services.endTurn()
        harness.transport.unwritable = []
        #expect(statuses() == 1)
        #expect(statuses() == 0)
    }

    private func status(_ trouble: SyncStatus.State?, _ error: String? = nil) -> SyncStatus {
        var status = SyncStatus()
        status.failure = trouble.map { SyncStatus.Failure(state: $0, error: error ?? "") }
        return status
    }

    @Test func `each change of the sync state is logged, and successful rounds are not`() {
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

    @Test func `a failed round is logged with its duration and the next attempt`() {
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
    func `a round that sent or fetched changes is logged with level info`(
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

    @Test func `each phase of a round is logged with its time at level debug`() {
        var round = SyncRoundRecord(
            number: 3,
            triggers: ["change"],
            startedAt: 1_000,
            endedAt: 1_250,
            outcome: .succeeded
        )
        round.phaseMilliseconds = ["setup": 20, "export": 200]
        let lines = [("setup", 20), ("export", 200)].map { phase, milliseconds in
            SyncLogLine(
                "sync phase ended",
                [
                    "round.number": "3", "phase": phase, "phase.milliseconds": "\(milliseconds)",
                ],
                .debug
            )
        }
        #expect(SyncLogLine.phases(of: round) == lines)
    }
}
