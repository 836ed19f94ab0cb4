// SPDX-License-Identifier: Apache-2.0
import Glibc
import ModelTesting
import StateTesting
import SyncModel
import Testing

@testable import StateStore

/// A loss of the log is reported if the log held commits, and only then.
@Suite struct `The marker of a log in use` {
    enum Step: String, CustomTestStringConvertible {
        /// A Save.
        case save
        /// A step of sync.
        case sync
        /// A commit that changes no page, as of a clock's record that is stored already.
        case empty
        /// The file is replaced by a copy of the open store, because it was removed.
        case writeBack
        /// The daemon stops normally and starts.
        case restart
        /// The daemon is killed and starts.
        case kill

        var testDescription: String { rawValue }
    }

    enum Log: CaseIterable { case present, empty, gone }

    /// What happens before the last kill, and whether only the log has some of it then.
    static let cases: [(steps: [Step], isInUse: Bool)] = [
        ([.save], true),
        ([.sync], true),
        ([.save, .restart], false),
        ([.save, .restart, .empty], false),
        ([.save, .restart, .restart, .empty], false),
        ([.save, .restart, .empty, .kill, .empty], false),
        ([.save, .restart, .kill, .kill], false),
        ([.save, .restart, .empty, .save], true),
        ([.save, .restart, .save, .empty], true),
        ([.save, .restart, .sync], true),
        ([.save, .kill], true),
        ([.save, .kill, .kill], true),
        ([.save, .kill, .empty], true),
        ([.save, .kill, .restart], false),
        ([.save, .kill, .save, .kill], true),
        ([.save, .sync, .restart, .empty, .kill], false),
        ([.save, .writeBack], false),
        ([.save, .writeBack, .empty], false),
        ([.save, .writeBack, .save], true),
    ]

    private func perform(_ step: Step, on harness: StoreHarness) throws -> StoreHarness {
        switch step {
        case .save: try harness.save("film", 7)
        case .sync:
            var changes = SyncChanges()
            changes.state = SyncMemory()
            changes.state?.round = 7
            try harness.store.sync.write(changes, now: harness.now)
            try harness.commit()
        case .empty:
            try harness.store.log.tables.open()
            try harness.commit()
        case .writeBack:
            let marks = StoreMarks(harness.options.path)
            harness.directory.remove("state.db")
            _ = try harness.store.writeBack(marks, reason: "its file is gone", now: harness.now)
        case .restart: try harness.restart()
        case .kill: return try harness.killed { _ in }
        }
        return harness
    }

    @Test(arguments: cases, Log.allCases)
    func `after a kill, a missing or empty write-ahead log is a loss only if it held commits`(
        before: (steps: [Step], isInUse: Bool),
        log: Log
    ) throws {
        var harness = try StoreHarness()
        // The log of a new store has its tables.
        try harness.restart()
        for step in before.steps { harness = try perform(step, on: harness) }
        let killed = try harness.killed { directory in
            switch log {
            case .present: break
            case .empty: truncate(directory.file("state.db-wal"), 0)
            case .gone: directory.remove("state.db-wal")
            }
        }
        let isLost = before.isInUse && log != .present
        #expect((killed.recovery != nil) == isLost)
        // Either way, the next start has nothing to report.
        #expect(try killed.killed { _ in }.recovery == nil)
    }
}
