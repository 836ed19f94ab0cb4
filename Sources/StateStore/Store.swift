internal import Glibc

/// The store of one user: the change log, what it adds up to, and the file it lives in.
///
/// It belongs to one thread. What is written is seen by the next read here at once, and is on
/// stable storage once ``commit()`` has returned; until then nobody may be told of it.
package final class Store {
    /// How the store is set up; limits may change while it is open.
    package var options: Options
    /// What the log adds up to, apart from the items themselves.
    package internal(set) var figures: StoreFigures

    var tables: Tables
    var meta: Meta
    var ledger = Ledger()
    var batch = Batch()
    var fold: Fold?
    var prune = Prune()
    var eventSweep = EventSweep()
    /// What played when the daemon stopped; nil: the log says of all of it that it no longer does.
    var interruption: Interruption?
    var pace = UpkeepPace()
    /// Something was committed that the remote has to hear of.
    var hasSyncNews = false
    let lock: StoreLock
    var sizing = Sizing()
    /// How far the scrub has come.
    package internal(set) var scrub = Scrub()
    /// Damage that was found otherwise than by a read, and that nobody has been told of.
    var openingFindings: [DamageFinding] = []
    /// What was wrong with the log or the file when the store was opened; `nil`: nothing.
    package private(set) var logLoss: LogLoss?
    /// True once the lock says that the log holds commits.
    private var isMarked = false
    /// The last row that the tables held when the log was last replayed.
    var replayedAfter = 0

    /// Opens the store, or makes it, and takes in what the log holds beyond the tables.
    ///
    /// - Parameters:
    ///   - options: where it is, and its limits.
    ///   - lock: proof that no other process has it.
    ///   - damaged: a damaged store that it takes the place of, for what is whole in there.
    /// - Throws: ``StoreError``, of kind `corrupt` if it is no intact store.
    package init(
        _ options: Options,
        lock: StoreLock,
        salvaging damaged: String? = nil
    ) throws(StoreError) {
        self.options = options
        self.lock = lock
        var salvage = Salvage(
            before: options.file,
            wasRunning: lock.wasRunning,
            damaged: damaged
        )
        let opened = try OpenedStore(options, &salvage)
        tables = opened.tables
        meta = opened.meta
        figures = opened.figures
        openingFindings = opened.findings
        scrub.damaged += opened.findings.count
        reviewEvents()
        try replay(after: opened.folded)
        try end(salvage)
    }

    deinit {
        lock.note(logIsInUse: false)
        if let copy = options.readableCopy { StoreCopy.discard(copy) }
    }

    /// Looks whether the tables agree with what was brought in, and takes note of what was lost.
    private func end(_ salvage: Salvage?) throws(StoreError) {
        // The log of a store that cannot be written is replayed anew once it can be.
        if !isReadOnly { lock.wasRunning = false }
        guard var salvage else { return }
        if salvage.loss.isSerious {
            // SQLite mixed pages of several times: whatever they disagree on is found before it is read.
            try scrubAll(now: max(0, figures.lastTime))
            openingFindings += try mend(now: max(0, figures.lastTime))
            try recount()
        }
        salvage.end()
        logLoss = salvage.loss
    }

    /// Drops what is not committed and begins again from the file, as after a failed write.
    package func reopen() throws(StoreError) {
        tables.rollBack()
        batch = Batch()
        var salvage: Salvage?
        let opened = try OpenedStore(options, &salvage)
        fold = nil
        tables = opened.tables
        meta = opened.meta
        figures = opened.figures
        reviewEvents()
        try replay(after: opened.folded)
        interruption?.beginAnew(ledger)
    }

    private func replay(after folded: Int) throws(StoreError) {
        ledger = Ledger(after: folded)
        replayedAfter = folded
        prune = Prune(unknownUpTo: figures.lastSequence)
        if let newest = try tables.row(figures.lastSequence) { figures.note(newest) }
        let rows = try Statement(
            "SELECT \(StoredRow.columns) FROM change WHERE sequence > ?1 ORDER BY sequence",
            on: tables.file.handle
        )
        rows.bind(1, folded)
        while try rows.step() {
            guard let row = tables.row(of: rows) else { continue }
            let context = try context(ofReplayed: row)
            ledger.apply(row, context)
            figures.absorb(row, player: context.player)
        }
        if !tables.damage.isEmpty { try recount() }
    }

    /// What is known around a row of the log when it is taken in again.
    private func context(
        ofReplayed row: LogRow
    ) throws(StoreError) -> Ledger.Context {
        var context = Ledger.Context()
        guard case .item = row.body else { return context }
        context.player = PlayerRecord.derived(from: row) { figures.players[$0] }
        let known = ledger.head(row.id)
        context.isNew = known == nil
        context.isUnsettled = known == nil
        context.due = known?.due
        if known != nil {
            context.standing = known
        } else if row.kind.isAside {
            // Its entry may have been taken since: replayed rows note a time of their own.
            context.standing = try tables.head(row.id)?.noting(due: nil)
        }
        return context
    }

    // MARK: Writing

    /// Whether something was written that is not committed.
    package var isDirty: Bool { tables.hasBegun }

    /// What is written from here on belongs to one call and shares one revision.
    package func beginCall() {
        batch.beginCall()
    }

    /// Puts everything written since the last commit on stable storage.
    ///
    /// On an error nothing of it is kept: call ``reopen()`` before the store is used again.
    package func commit() throws(StoreError) {
        guard isDirty else { return }
        if isReadOnly {
            throw StoreError(
                .readOnly,
                "\(options.path) cannot be written: make it and its directory writable for user "
                    + "\(geteuid()); until then what was saved before can be read"
            )
        }
        try noteEvents()
        if !isMarked {
            lock.note(logIsInUse: true)
            isMarked = true
        }
        try tables.commit()
        absorbEvents()
        if batch.isNews || batch.events.own > 0 { hasSyncNews = options.syncs }
        if let sync = batch.sync { figures.sync = sync }
        if let devices = batch.devices { figures.devices = devices }
        if let origin = batch.origin { figures.origin = origin }
        ledger.apply(batch.entries)
        figures.absorb(batch.entries)
        if let newest = batch.entries.last { pace.wrote(batch.entries.count, at: newest.time) }
        batch.reset()
        endInterruption()
    }

    /// Carries out `body` whole or not at all, within the batch that is open.
    package func atomically<Value, Failure: Error>(
        _ body: () throws(Failure) -> Value,
        orElse undo: (Failure) -> Void
    ) throws(Failure) -> Value {
        let before = batch
        let wasOpen = tables.isOpen
        if wasOpen { try? RawSQLite.execute("SAVEPOINT call", on: tables.file.handle) }
        do throws(Failure) {
            let value = try body()
            if wasOpen { try? RawSQLite.execute("RELEASE call", on: tables.file.handle) }
            return value
        } catch {
            if wasOpen {
                tables.rollBackToSavepoint("call")
            } else {
                tables.rollBack()
            }
            batch = before
            undo(error)
            throw error
        }
    }

    /// Drops what is not committed, as after a failed write; the ledger stays as it was.
    package func abandon() {
        tables.rollBack()
        batch = Batch()
        interruption?.beginAnew(ledger)
    }
}
