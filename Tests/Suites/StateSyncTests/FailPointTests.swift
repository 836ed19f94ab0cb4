// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import StateSync
import SyncModel
import SyncTesting
import Testing

/// Each step of a round and each call to a remote fails, once and then for hours.
@Suite struct `Failures in a sync round` {
    private static let steps = [
        "recover", "adopt", "note", "lease", "settle", "release", "expedite", "apply", "presence",
        "survey",
    ]
    private static let calls = ["setUp", "devices", "push", "page", "report"]

    /// Counts the failures, and chooses them.
    private final class Faults {
        var spare = 0
        var hits = 0

        func strike() -> Bool {
            guard spare > 0 else { return false }
            (hits, spare) = (hits + 1, spare - 1)
            return true
        }
    }

    private static func kind(_ value: Any) -> String {
        String("\(value)".prefix { $0 != "(" })
    }

    @Test(arguments: steps) func `the next round makes up for a step that failed`(step: String) {
        let faults = Faults()
        var bench = MachineBench(device: 1)
        bench.refuses = { Self.kind($0) == step && faults.strike() }
        // Only a failed push has entries to release.
        bench.loses = {
            step == "release" && faults.spare > 0 && Self.kind($0) == "push" ? .before : nil
        }
        // Only a round that a user requests makes entries due.
        exchange(&bench, faults, isRequested: step == "expedite")
    }

    @Test(arguments: calls, [CallFailure.before, .afterwards])
    func `the next round makes up for a call that failed`(call: String, failure: CallFailure) {
        let faults = Faults()
        var bench = MachineBench(device: 1)
        bench.loses = { Self.kind($0) == call && faults.strike() ? failure : nil }
        exchange(&bench, faults)
    }

    /// Lets two devices exchange what is new, and compares them.
    private func exchange(
        _ bench: inout MachineBench,
        _ faults: Faults,
        isRequested: Bool = false
    ) {
        let other = SimulatedDevice(2)
        faults.spare = 1
        bench.happens(.started)
        for (turn, spare) in [1, Int.max, 0].enumerated() {
            faults.spare = spare
            for (number, store) in [bench.store, other.store].enumerated() {
                store.save("item \(turn)-\(number)", 10, now: bench.now.trusted)
                store.append("event \(turn)-\(number)", now: bench.now.trusted)
            }
            other.round(&bench.server, now: bench.now.trusted)
            bench.happens(.schedule(.changed(isTick: false)))
            bench.happens(.schedule(.notified))
            if isRequested { bench.happens(.schedule(.requested)) }
            bench.live(4 * 3_600_000)
            other.round(&bench.server, now: bench.now.trusted)
        }
        #expect(faults.hits > 1)
        #expect(bench.store.backlog == 0)
        let names = (0..<3).flatMap { turn in ["\(turn)-0", "\(turn)-1"] }
        for store in [bench.store, other.store] {
            #expect(names.filter { store.position("item \($0)") == nil } == [])
            #expect(store.eventIDs.sorted() == names.map { "event \($0)" })
        }
    }
}
