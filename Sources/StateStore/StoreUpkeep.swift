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
}

extension Store {
    /// Whether there is upkeep to do: the caller gives it slices between commits.
    package var needsUpkeep: Bool {
        fold != nil || ledger.active.rows >= options.foldRows || prune.debt > 0
    }

    /// Whether so much waits to be folded that Saves should wait, too.
    package var isOverfull: Bool { ledger.rows >= 2 * options.foldRows }

    /// How many rows upkeep carries for each row written: a row goes through nine stages of a
    /// fold and may leave two for the sweep; so the fold is done before the next one is due.
    private static let pace = 12
    /// How many rows a slice has at most, however many were written: about 10 ms.
    private static let longestSlice = 2048

    /// Does one slice of upkeep, of `rows` rows or as many as keep pace with what is written;
    /// nothing may be uncommitted.
    ///
    /// On an error call ``reopen()`` before the store is used again.
    package func upkeep(rows: Int, now: Int) throws(StoreError) {
        guard !isDirty else { return }
        let rows = max(rows, min(Self.pace * writtenSinceUpkeep, Self.longestSlice))
        writtenSinceUpkeep = 0
        // The hand goes before the next fold, or it would never go while Saves keep coming.
        let isFoldDue = fold == nil && ledger.active.rows >= options.foldRows
        if isFoldDue, prune.debt == 0 || isOverfull { beginFold() }
        if fold != nil {
            try continueFold(rows: rows)
        } else if prune.debt > 0 {
            try unsynced { () throws(StoreError) in try sweep(rows: rows, now: now) }
        }
    }

    /// Folds everything that is committed, at once: for a quiet stop and for tests.
    package func foldAll(now: Int) throws(StoreError) {
        try commit()
        if fold == nil { beginFold() }
        while fold != nil {
            try continueFold(rows: 4096)
            if fold == nil, ledger.active.rows > 0 { beginFold() }
        }
    }

    private func beginFold() {
        guard ledger.freeze() != nil else { return }
        fold = Fold(figures: figures)
    }

    private func continueFold(rows: Int) throws(StoreError) {
        guard let generation = ledger.frozen else { return }
        try unsynced { () throws(StoreError) in
            try fold?.step(generation, tables, meta: meta, limit: rows)
        }
        if fold?.isDone == true { endFold() }
    }

    private func endFold() {
        // Rows that became history must be passed twice as fast as they come: then the log never
        // holds more than twice of what is kept.
        prune.debt += max(1024, 2 * (ledger.frozen?.leftBehind ?? 0))
        ledger.dropFrozen()
        fold = nil
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
