// SPDX-License-Identifier: Apache-2.0
import CrashModel
import Glibc
import StateModel
import StateStore
import StateTesting
import StoreWorkloads

/// A store of which every call of a kind fails, one after the other, once and then each time.
struct StoreSweep {
    /// What the user of the store does.
    enum Step: String, CaseIterable {
        case commit, flush, backup, open, restore
    }

    private typealias Kind = (name: String, call: FaultControl.Calls, error: Int32)

    /// The kinds of calls, with an errno for each.
    private static let kinds: [Kind] = [
        ("allocations", .allocations, ENOMEM), ("openings", .openings, EMFILE),
        ("reads", .reads, EIO), ("writes", .writes, ENOSPC), ("syncs", .syncs, EIO),
        ("truncations", .truncations, EIO), ("statuses", .statuses, EIO),
        ("moves", .moves, EACCES), ("removals", .removals, EACCES), ("listings", .listings, EIO),
    ]

    /// The directory for the stores.
    let directory: String
    /// The maximum number of calls of a kind that fail in a step; drawn at random if there are more.
    let limit: Int

    /// Runs all steps, and prints a line for each kind of call that they make.
    func run() throws {
        for step in Step.allCases {
            for kind in Self.kinds {
                let folder = "\(directory)/\(step)-\(kind.name)"
                mkdir(folder, 0o700)
                do {
                    try sweep(step, kind, in: folder)
                } catch let error as StoreError {
                    throw Violation("\(step), \(kind.name): \(error.message)")
                } catch {
                    throw Violation("\(step), \(kind.name): \(error)")
                }
            }
        }
    }

    private func sweep(
        _ step: Step,
        _ kind: Kind,
        in folder: String
    ) throws {
        let recorder = try Recorder(in: folder)
        let faults = try FaultControl("\(directory)/\(Recorder.controls)")
        for number in 0..<20 { try recorder.save("item-\(number)", number) }
        try recorder.commit()
        faults.arm(kind.call, after: .max, failing: 1, error: kind.error)
        try perform(step, recorder)
        let count = faults.spared
        faults.disarm()
        for place in count > limit ? Array((0..<count).shuffled().prefix(limit)) : Array(0..<count)
        {
            for failing in [1, Int32.max] {
                faults.arm(kind.call, after: Int32(place), failing: failing, error: kind.error)
                let outcome = Result { try perform(step, recorder) }
                let failed = faults.failed
                faults.disarm()
                try judge(outcome, recorder, "call \(place), \(failing), \(failed) failed")
            }
        }
        if count > 0 {
            print("\(step.rawValue): \(min(count, limit)) of \(count) \(kind.name)")
            fflush(nil)
        }
        recorder.close()
        // Which backups there are is not among the promises of these steps.
        let found = try Picture.of(folder).filter { !$0.key.hasPrefix("backup:") }
        try recorder.promises.check(found)
    }

    /// Opens the store after a failure, and compares it with what was promised.
    private func judge(
        _ outcome: Result<Void, any Error>,
        _ recorder: Recorder,
        _ place: String
    ) throws {
        do {
            if case .failure(let error) = outcome {
                guard error is StoreError else { throw error }
                try recorder.abandon()
            }
            let found = try Picture.contents(of: recorder.store)
            try recorder.promises.check(found)
            recorder.settle(found)
        } catch {
            let reason = (error as? StoreError)?.message ?? "\(error)"
            let before =
                if case .failure(let error as StoreError) = outcome { error.message } else { "" }
            throw Violation("\(place): \(reason) after: \(before)")
        }
    }

    private func perform(_ step: Step, _ recorder: Recorder) throws {
        recorder.wait(1_000)
        let number = recorder.now.rawValue / 1_000 % 1_000_000
        switch step {
        case .commit:
            for item in 0..<3 { try recorder.save("item-\(item)", number + item) }
            try recorder.append("event-\(number)", key: "key-1")
            try recorder.commit()
        case .flush:
            for item in 0..<30 { try recorder.save("item-\(item)", number + item) }
            try recorder.commit()
            try recorder.upkeep()
        case .backup:
            _ = try backUp(recorder)
        case .open:
            recorder.close()
            try recorder.open()
        case .restore:
            try restore(recorder)
        }
    }

    private func backUp(_ recorder: Recorder) throws -> BackupCatalog.Entry {
        let store = try recorder.store
        let backup = try store.automaticBackups.begin(kept: 2, now: recorder.now)
        while try !backup.step() {}
        _ = store.automaticBackups.drop(beyond: 2)
        guard let newest = BackupCatalog(recorder.options.path).backups().last else {
            throw StoreError(.other, "no backup is listed")
        }
        return newest
    }

    private func restore(_ recorder: Recorder) throws {
        let backup = try backUp(recorder)
        let held = try Picture.contents(of: recorder.store)
        try recorder.save("item-1", 7)
        try recorder.commit()
        let copy = try PreparedRestore(of: backup, for: recorder.options.path) { true }
        recorder.settle(try Picture.contents(of: recorder.store))
        for (subject, value) in held { recorder.intend(subject, value) }
        recorder.close()
        _ = try copy.install(now: recorder.now)
        try recorder.open()
        try recorder.commit()
    }
}
