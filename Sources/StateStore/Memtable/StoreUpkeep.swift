internal import StateModel

/// The state of compaction.
struct Prune {
    /// The last row that compaction has examined.
    var hand = 0
    /// The number of rows to examine before the next flush is done.
    var debt = 0
    /// The newest row that was replayed.
    ///
    /// Rows up to this one may have been displaced for good without any record of it.
    var unknownUpTo = 0
    /// The size of the history found since compaction last began at the front, in bytes.
    var historyBytes = 0
    /// The size of the history still to be dropped, oldest first, in bytes.
    var excess = 0

    /// The cost of examining a row, in nanoseconds.
    static let cost = 1_000

    /// Returns the number of rows to examine after a flush of that generation.
    static func debt(after generation: Memtable.Generation) -> Int {
        // Rows that became history must be examined twice as fast as they arrive. The log then
        // never holds more than twice what is kept.
        max(1024, 2 * generation.leftBehind)
    }
}

extension Store {
    /// True if there is upkeep to do: the caller runs slices of it between commits.
    package var needsUpkeep: Bool {
        flush != nil || log.memtable.active.rows >= log.options.flushRows || prune.debt > 0
            || !log.memtable.spent.isEmpty
    }

    /// True if so many rows wait for a flush that Saves should wait, too.
    package var isOverfull: Bool { log.memtable.rows >= 2 * log.options.flushRows }

    /// The cost of a row in a slice that is given in rows, in nanoseconds.
    private static let usualCost = 1_000

    /// Does as much upkeep as keeps pace with the writes; there must be no uncommitted rows.
    ///
    /// On an error, call ``reopen()`` before you use the store again.
    ///
    /// - Returns: the time of the next call if nothing is written meanwhile; `nil` if there is
    ///   nothing to do.
    package func upkeep(now: Int) throws(StoreError) -> Int? {
        guard !log.isDirty, needsUpkeep else {
            if !needsUpkeep { pace.end() }
            return needsUpkeep ? now : nil
        }
        if isFlushDue { beginFlush() }
        if isOverfull {
            pace.did(try slice(of: UpkeepPace.longestSlice, now: now))
        } else if let budget = pace.slice(at: now) {
            pace.did(try slice(of: budget, now: now))
        }
        return needsUpkeep ? pace.nextLook(at: now) : nil
    }

    /// Does a slice of upkeep of about `rows` rows, and of at least one.
    package func upkeep(rows: Int, now: Int) throws(StoreError) {
        guard !log.isDirty else { return }
        _ = try slice(of: rows * Self.usualCost, now: now)
    }

    /// The fixed cost of a transaction, in nanoseconds.
    private static let commitCost = 40_000

    /// Does upkeep until it has cost `budget` nanoseconds, and returns the cost.
    private func slice(of budget: Int, now: Int) throws(StoreError) -> Int {
        var spent = log.memtable.letGo(budget: budget)
        guard spent < budget else { return spent }
        spent += Self.commitCost
        if isFlushDue { beginFlush() }
        if flush != nil {
            spent += try continueFlush(budget: max(1, budget - spent))
        } else if prune.debt > 0 {
            let rows = max(1, (budget - spent) / Prune.cost)
            try log.tables.unsynced { () throws(StoreError) in try sweep(rows: rows, now: now) }
            spent += rows * Prune.cost
        }
        return spent
    }

    /// True if the next flush must begin.
    ///
    /// Compaction runs before it; otherwise compaction would never run during steady Saves.
    private var isFlushDue: Bool {
        flush == nil && log.memtable.active.rows >= log.options.flushRows
            && (prune.debt == 0 || isOverfull)
    }

    /// Flushes all committed rows at once: for an idle stop and for tests.
    package func flushAll(now: Int) throws(StoreError) {
        try commit()
        if flush == nil { beginFlush() }
        while flush != nil {
            _ = try continueFlush(budget: 10_000_000)
            if flush == nil, log.memtable.active.rows > 0 { beginFlush() }
        }
    }

    private func beginFlush() {
        guard let generation = log.memtable.freeze() else { return }
        flush = Flush(statistics: log.statistics)
        let sweep = Prune.debt(after: generation) + prune.debt
        pace.begin(
            cost: FlushSize(of: generation).cost + sweep * Prune.cost,
            before: log.options.flushRows
        )
    }

    private func continueFlush(budget: Int) throws(StoreError) -> Int {
        guard let generation = log.memtable.frozen else { return 0 }
        var spent = 0
        try log.tables.unsynced { () throws(StoreError) in
            spent = try flush?.step(generation, log.tables, meta: log.meta, budget: budget) ?? 0
        }
        if flush?.isDone == true { spent += endFlush() }
        return spent
    }

    private func endFlush() -> Int {
        if let frozen = log.memtable.frozen { prune.debt += Prune.debt(after: frozen) }
        flush = nil
        return log.memtable.dropFrozen()
    }
}
