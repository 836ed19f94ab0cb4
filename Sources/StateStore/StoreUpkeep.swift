internal import StateModel

/// Where the hand that sweeps the log stands.
struct Prune {
    /// The last row looked at.
    var hand = 0
    /// How many rows are to be looked at until the next fold is done.
    var debt = 0
    /// Rows up to this one may have been displaced for good without anybody knowing: they were
    /// replayed.
    var unknownUpTo = 0
    /// How many bytes of history the sweep has met since it last began at the front.
    var historyBytes = 0
    /// How many bytes of history are still to be dropped, oldest first.
    var excess = 0

    /// What looking at a row costs, in nanoseconds.
    static let cost = 1_000

    /// How many rows are to be looked at after a fold of that generation.
    static func debt(after generation: Ledger.Generation) -> Int {
        // Rows that became history must be passed twice as fast as they come: then the log never
        // holds more than twice of what is kept.
        max(1024, 2 * generation.leftBehind)
    }
}

extension Store {
    /// Whether there is upkeep to do: the caller gives it slices between commits.
    package var needsUpkeep: Bool {
        fold != nil || ledger.active.rows >= options.foldRows || prune.debt > 0
            || !ledger.spent.isEmpty
    }

    /// Whether so much waits to be folded that Saves should wait, too.
    package var isOverfull: Bool { ledger.rows >= 2 * options.foldRows }

    /// What a row costs in a slice that is given in rows, in nanoseconds.
    private static let usualCost = 1_000

    /// Does as much upkeep as keeps pace with what is written; nothing may be uncommitted.
    ///
    /// On an error call ``reopen()`` before the store is used again.
    ///
    /// - Returns: when to call again if nothing is written meanwhile; nil: there is nothing to do.
    package func upkeep(now: Int) throws(StoreError) -> Int? {
        guard !isDirty, needsUpkeep else {
            if !needsUpkeep { pace.end() }
            return needsUpkeep ? now : nil
        }
        if isFoldDue { beginFold() }
        if isOverfull {
            pace.did(try slice(of: UpkeepPace.longestSlice, now: now))
        } else if let budget = pace.slice(at: now) {
            pace.did(try slice(of: budget, now: now))
        }
        return needsUpkeep ? pace.nextLook(at: now) : nil
    }

    /// Does a slice of upkeep of about so many rows, and of one at least.
    package func upkeep(rows: Int, now: Int) throws(StoreError) {
        guard !isDirty else { return }
        _ = try slice(of: rows * Self.usualCost, now: now)
    }

    /// What a transaction costs however little is in it, in nanoseconds.
    private static let commitCost = 40_000

    /// Does upkeep until that costs `budget` nanoseconds; answers with what it cost.
    private func slice(of budget: Int, now: Int) throws(StoreError) -> Int {
        var spent = ledger.letGo(budget: budget)
        guard spent < budget else { return spent }
        spent += Self.commitCost
        if isFoldDue { beginFold() }
        if fold != nil {
            spent += try continueFold(budget: max(1, budget - spent))
        } else if prune.debt > 0 {
            let rows = max(1, (budget - spent) / Prune.cost)
            try unsynced { () throws(StoreError) in try sweep(rows: rows, now: now) }
            spent += rows * Prune.cost
        }
        return spent
    }

    /// The hand goes before the next fold, or it would never go while Saves keep coming.
    private var isFoldDue: Bool {
        fold == nil && ledger.active.rows >= options.foldRows && (prune.debt == 0 || isOverfull)
    }

    /// Folds everything that is committed, at once: for a quiet stop and for tests.
    package func foldAll(now: Int) throws(StoreError) {
        try commit()
        if fold == nil { beginFold() }
        while fold != nil {
            _ = try continueFold(budget: 10_000_000)
            if fold == nil, ledger.active.rows > 0 { beginFold() }
        }
    }

    private func beginFold() {
        guard let generation = ledger.freeze() else { return }
        fold = Fold(figures: figures)
        let sweep = Prune.debt(after: generation) + prune.debt
        pace.begin(
            cost: FoldSize(of: generation).cost + sweep * Prune.cost,
            before: options.foldRows
        )
    }

    private func continueFold(budget: Int) throws(StoreError) -> Int {
        guard let generation = ledger.frozen else { return 0 }
        var spent = 0
        try unsynced { () throws(StoreError) in
            spent = try fold?.step(generation, tables, meta: meta, budget: budget) ?? 0
        }
        if fold?.isDone == true { spent += endFold() }
        return spent
    }

    private func endFold() -> Int {
        if let frozen = ledger.frozen { prune.debt += Prune.debt(after: frozen) }
        fold = nil
        return ledger.dropFrozen()
    }

    /// Runs a transaction that is not synced: should it be lost, the log says it all again.
    func unsynced(_ body: () throws(StoreError) -> Void) throws(StoreError) {
        try RawSQLite.execute("PRAGMA synchronous = NORMAL", on: tables.file.handle)
        do throws(StoreError) {
            try tables.open()
            try body()
            try tables.commit()
        } catch {
            tables.rollBack()
            try RawSQLite.execute("PRAGMA synchronous = FULL", on: tables.file.handle)
            throw error
        }
        try RawSQLite.execute("PRAGMA synchronous = FULL", on: tables.file.handle)
    }
}
