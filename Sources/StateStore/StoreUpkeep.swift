internal import StateModel

/// Where the hand that sweeps the log stands.
struct Prune {
    /// The last row looked at.
    var hand = 0
    /// How many rows are to be looked at until the next fold is done.
    var debt = 0
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

    /// Does one slice of upkeep, about as much as `rows` rows take; nothing may be uncommitted.
    package func upkeep(rows: Int, now: Int) throws(StoreError) {
        guard !isDirty else { return }
        if fold == nil, ledger.active.rows >= options.foldRows { beginFold() }
        if fold != nil {
            try unsynced { () throws(StoreError) in
                try fold?.step(tables.folding, meta: meta, limit: rows)
            }
            if fold?.isDone == true { endFold() }
        } else if prune.debt > 0 {
            try unsynced { () throws(StoreError) in try sweep(rows: rows, now: now) }
        }
    }

    /// Folds everything that is committed, at once: for a quiet stop and for tests.
    package func foldAll(now: Int) throws(StoreError) {
        try commit()
        if fold == nil { beginFold() }
        while fold != nil {
            try unsynced { () throws(StoreError) in
                try fold?.step(tables.folding, meta: meta, limit: 4096)
            }
            if fold?.isDone == true { endFold() }
            if fold == nil, ledger.active.rows > 0 { beginFold() }
        }
    }

    private func beginFold() {
        guard let generation = ledger.freeze() else { return }
        fold = Fold(generation, figures: figures)
    }

    private func endFold() {
        prune.debt += max(1024, (ledger.frozen?.rows ?? 0) / 4)
        ledger.dropFrozen()
        fold = nil
    }

    /// Runs a transaction that is not synced: should it be lost, the log says it all again.
    private func unsynced(_ body: () throws(StoreError) -> Void) throws(StoreError) {
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
