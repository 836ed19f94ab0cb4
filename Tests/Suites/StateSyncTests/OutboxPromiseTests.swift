// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import StateProtocol
import StateSync
import SyncModel
import SyncTesting
import Testing

/// A remote that gives all kinds of trouble for a while, in virtual time: no entry is forgotten, and
/// the status says what the outbox holds.
@Suite struct `Waiting entries of the outbox` {
    private enum Trouble: CaseIterable {
        case none
        case busyForSome
        case busyForAll
        case full
        case noPermission
        case offline
        case storeFails
    }

    private struct OutboxHarness {
        var bench: MachineBench
        var random: SyncRandom

        init(seed: UInt64) {
            bench = MachineBench(seed: seed)
            random = SyncRandom(seed: seed)
        }

        mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

        mutating func meet(_ trouble: Trouble) {
            bench.server.manners.busyOneIn =
                trouble == .busyForAll ? 1 : trouble == .busyForSome ? 2 : 0
            bench.failure = trouble == .offline ? .offline("no route") : nil
            bench.refusal =
                switch trouble {
                case .full: .transient("no room")
                case .noPermission: .permanent("no permission")
                default: nil
                }
            bench.store.failure = trouble == .storeFails ? RemoteError.transient("disk full") : nil
        }

        /// Saves points and appends events, few of which the remote refuses for good.
        mutating func write(_ name: Int) {
            let id = below(20) == 0 ? "poison-\(name)" : "entry-\(name)"
            let now = bench.now.trusted
            if below(2) == 0 {
                bench.store.save(id, 10, now: now)
            } else {
                bench.store.append(id, now: now)
            }
            bench.happens(.schedule(.changed(isTick: false)))
        }

        /// The faults of a machine that is not in a round.
        var faults: [String] {
            let (status, outlook) = (bench.machine.status, bench.store.outlook())
            var faults: [String] = []
            if status.failure == nil, status.outlook != outlook || status.error != outlook.error {
                faults.append("it says \(status.outlook), and the outbox holds \(outlook)")
            }
            let isWell = status.failure == nil && outlook.error == nil
            if (status.indicator.tone == .silent) != isWell {
                faults.append("it shows \(status.indicator.label)")
            }
            guard status.failure != nil || outlook.nextAttemptAt != nil else { return faults }
            let wait =
                status.failure == nil ? outlook.wait(at: bench.now.trusted) ?? 0 : Backoff.ceiling
            let left = bench.machine.deadline.map { $0 - bench.now.elapsed }
            if left.map({ $0 > max(1_000, wait) }) ?? true {
                faults.append("it wakes in \(left.map { "\($0)" } ?? "ever") ms, due in \(wait) ms")
            }
            return faults
        }
    }

    @Test(arguments: 1...300)
    func `an entry is sent again when it is due, and removed once it is stored`(seed: Int) {
        var harness = OutboxHarness(seed: UInt64(seed))
        var faults: [String] = []
        harness.bench.happens(.started)
        for step in 0..<(10 + harness.below(30)) {
            if harness.below(3) == 0 { harness.meet(Trouble.allCases[harness.below(7)]) }
            for entry in 0...harness.below(8) { harness.write(step * 10 + entry) }
            if harness.below(4) == 0 { harness.bench.happens(.schedule(.notified)) }
            faults += harness.faults
            harness.bench.live(harness.below(40_000))
            faults += harness.faults
        }
        harness.meet(.none)
        harness.bench.live(Backoff.ceiling + 1_000)
        let failed = harness.bench.store.rows(.failed, limit: .max).count
        #expect(faults + harness.faults == [])
        #expect(harness.bench.store.backlog == failed)
        harness.bench.server.manners.refusesPoison = false
        harness.bench.happens(.schedule(.requested))
        #expect(harness.bench.store.backlog == 0)
        #expect(harness.bench.machine.status.indicator.tone == .silent)
        #expect(harness.bench.reports.count < 1_500)
    }
}
