// SPDX-License-Identifier: Apache-2.0
package import StateModel

package final class Upkeep {
    private let log: ChangeLog
    private let compaction: Compaction
    private var flush: Flush?
    private var pace = UpkeepPace()

    init(_ log: ChangeLog, _ compaction: Compaction) {
        self.log = log
        self.compaction = compaction
    }

    func restart() {
        flush = nil
        compaction.restart()
    }

    func didCommit() {
        guard let newest = log.batch.entries.last else { return }
        pace.noteWrite(log.batch.entries.count, at: newest.time)
    }

    package var isNeeded: Bool {
        flush != nil || log.memtable.active.rows >= log.options.flushRows
            || compaction.progress.debt > 0
    }

    /// True if so many rows have not been flushed that Saves must wait.
    package var isOverfull: Bool { log.memtable.rows >= 2 * log.options.flushRows }

    /// Performs upkeep at the pace of the writes, unless there are uncommitted writes.
    ///
    /// `certain` is a time that has certainly passed, and decides whether rows exceed the
    /// retention. Returns the time of the next call if nothing is written until then; `nil` if
    /// upkeep is done.
    ///
    /// - Throws: ``StoreError``; call ``Store/reopen()`` before you use the store again.
    package func run(now: Timestamp, certain: Timestamp) throws(StoreError) -> Timestamp? {
        guard !log.isDirty, isNeeded else {
            if !isNeeded { pace.end() }
            return isNeeded ? now : nil
        }
        if isFlushDue { beginFlush() }
        if isOverfull {
            pace.spend(try slice(of: UpkeepPace.longestSlice, now: certain))
        } else if let budget = pace.slice(at: now) {
            pace.spend(try slice(of: budget, now: certain))
        }
        return isNeeded ? pace.nextLook(at: now) : nil
    }

    /// The estimated cost of a transaction without its rows, in nanoseconds.
    private static let commitCost = 40_000

    /// Performs upkeep up to a cost of `budget` nanoseconds, and returns the cost.
    ///
    /// There must be no uncommitted writes.
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
    /// Unless Saves would have to wait, a flush waits until compaction has examined enough rows.
    /// Without this rule, compaction would never run while Saves arrive steadily.
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
