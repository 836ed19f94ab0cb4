// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// The upkeep of a store: the flush of the memtable and the compaction of the log, in slices.
package final class Upkeep {
    private let log: ChangeLog
    private let compaction: Compaction
    /// The flush in progress, if any.
    private var flush: Flush?
    private var pace = UpkeepPace()

    /// Creates the upkeep of an open log.
    init(_ log: ChangeLog, _ compaction: Compaction) {
        self.log = log
        self.compaction = compaction
    }

    /// Resets upkeep for a file that was just opened.
    func beginAnew() {
        flush = nil
        compaction.beginAnew()
    }

    /// Records the rows of the batch that was just committed.
    func didCommit() {
        guard let newest = log.batch.entries.last else { return }
        pace.wrote(log.batch.entries.count, at: newest.time)
    }

    /// True if there is upkeep to do between commits.
    package var isNeeded: Bool {
        flush != nil || log.memtable.active.rows >= log.options.flushRows
            || compaction.progress.debt > 0
    }

    /// True if so many rows wait to be flushed that Saves must wait as well.
    package var isOverfull: Bool { log.memtable.rows >= 2 * log.options.flushRows }

    /// Performs upkeep at the pace of the writes; there must be no uncommitted rows.
    ///
    /// - Parameters:
    ///   - now: Trusted time, in milliseconds since 1970.
    ///   - certain: The time that has certainly passed, for the age of rows.
    /// - Returns: The time of the next call if nothing more is written; `nil` if no upkeep is left.
    /// - Throws: ``StoreError``; call ``Store/reopen()`` before you use the store again.
    package func run(now: Timestamp, certain: Timestamp) throws(StoreError) -> Timestamp? {
        guard !log.isDirty, isNeeded else {
            if !isNeeded { pace.end() }
            return isNeeded ? now : nil
        }
        if isFlushDue { beginFlush() }
        if isOverfull {
            pace.did(try slice(of: UpkeepPace.longestSlice, now: certain))
        } else if let budget = pace.slice(at: now) {
            pace.did(try slice(of: budget, now: certain))
        }
        return isNeeded ? pace.nextLook(at: now) : nil
    }

    /// The fixed cost of a transaction, in nanoseconds.
    private static let commitCost = 40_000

    /// Performs upkeep up to a cost of `budget` nanoseconds, and returns the cost.
    ///
    /// There must be no uncommitted rows.
    func slice(of budget: Int, now: Timestamp) throws(StoreError) -> Int {
        var spent = Self.commitCost
        if isFlushDue { beginFlush() }
        if flush != nil {
            spent += try continueFlush(budget: max(1, budget - spent))
        } else if compaction.progress.debt > 0 {
            let rows = max(1, (budget - spent) / Compaction.cost)
            try log.tables.unsynced { () throws(StoreError) in
                try compaction.run(rows: rows, now: now)
            }
            spent += rows * Compaction.cost
        }
        return spent
    }

    /// True if the next flush must begin.
    ///
    /// Compaction runs first; otherwise it would never run during steady Saves.
    private var isFlushDue: Bool {
        flush == nil && log.memtable.active.rows >= log.options.flushRows
            && (compaction.progress.debt == 0 || isOverfull)
    }

    private func beginFlush() {
        guard let generation = log.memtable.freeze() else { return }
        flush = Flush(statistics: log.statistics)
        let sweep = Compaction.debt(after: generation) + compaction.progress.debt
        pace.begin(
            cost: generation.flushCost + sweep * Compaction.cost,
            before: log.options.flushRows
        )
    }

    private func continueFlush(budget: Int) throws(StoreError) -> Int {
        guard let generation = log.memtable.frozen else { return 0 }
        var spent = 0
        try log.tables.unsynced { () throws(StoreError) in
            spent = try flush?.step(generation, log.tables, meta: log.meta, budget: budget) ?? 0
        }
        if flush?.isDone == true { endFlush() }
        return spent
    }

    private func endFlush() {
        if let frozen = log.memtable.frozen {
            compaction.progress.debt += Compaction.debt(after: frozen)
        }
        flush = nil
        log.memtable.dropFrozen()
    }
}
