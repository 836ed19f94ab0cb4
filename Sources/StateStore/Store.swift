internal import Glibc

/// The store of one user: the change log, the state derived from it, and its file.
///
/// A store belongs to one thread. Writes are visible to the next read here at once. They are on
/// stable storage once ``commit()`` has returned; until then no other party may learn of them.
package final class Store {
    /// The settings of the store; limits may change while it is open.
    package var options: Options
    /// The statistics of the log, without the items themselves.
    package internal(set) var statistics: StoreStatistics

    /// The prepared statements of the open file.
    var tables: Tables
    /// The store's metadata entries.
    var meta: Meta
    /// The memtable.
    var memtable = Memtable()
    /// The rows written since the last commit.
    var batch = Batch()
    /// The flush in progress, if any.
    var flush: Flush?
    /// The state of compaction.
    var prune = Prune()
    /// The state of the compaction of events.
    var eventSweep = EventSweep()
    /// The items that were playing when the daemon stopped.
    ///
    /// `nil` once the log says for all of them that they no longer play.
    var interruption: Interruption?
    /// The pace of upkeep.
    var pace = UpkeepPace()
    /// True if a commit contains changes for the remote.
    var hasSyncNews = false
    /// The lock that keeps other processes out of the store.
    let lock: StoreLock
    /// The schedule of the size checks.
    var sizing = Sizing()
    /// The progress of the scrub.
    package internal(set) var scrub = Scrub()
    /// Damage found by other means than a read, and not yet reported.
    var openingFindings: [DamageFinding] = []
    /// The loss in the log or the file found when the store was opened; `nil` if there was none.
    package private(set) var logLoss: LogLoss?
    /// True once the lock records that the log holds commits.
    private var isMarked = false
    /// The last row that the tables held when the log was last replayed.
    var replayedAfter = 0

    /// Opens or creates the store, and replays the rows of the log that the tables do not hold.
    ///
    /// - Parameters:
    ///   - options: the path and the limits.
    ///   - lock: the proof that no other process has the store open.
    ///   - damaged: a damaged store that this one replaces; its intact rows are salvaged.
    /// - Throws: ``StoreError``, of kind `corrupt` if the store is not intact.
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
        statistics = opened.statistics
        openingFindings = opened.findings
        scrub.damaged += opened.findings.count
        reviewEvents()
        try replay(after: opened.flushed)
        try end(salvage)
    }

    deinit {
        lock.note(logIsInUse: false)
        if let copy = options.readableCopy { StoreCopy.discard(copy) }
    }

    /// Checks that the tables agree with the salvaged rows, and records the losses.
    private func end(_ salvage: Salvage?) throws(StoreError) {
        // The log of a store that cannot be written is replayed again once it can be.
        if !isReadOnly { lock.wasRunning = false }
        guard var salvage else { return }
        if salvage.loss.isSerious {
            // SQLite mixed pages from several points in time: find every disagreement before it
            // is read.
            try scrubAll(now: max(0, statistics.lastTime))
            openingFindings += try mend(now: max(0, statistics.lastTime))
            try recount()
        }
        salvage.end()
        logLoss = salvage.loss
    }

    /// Drops all uncommitted writes and starts again from the file, as after a failed write.
    package func reopen() throws(StoreError) {
        tables.rollBack()
        batch = Batch()
        var salvage: Salvage?
        let opened = try OpenedStore(options, &salvage)
        flush = nil
        tables = opened.tables
        meta = opened.meta
        statistics = opened.statistics
        reviewEvents()
        try replay(after: opened.flushed)
        interruption?.beginAnew(memtable)
    }

    private func replay(after flushed: Int) throws(StoreError) {
        memtable = Memtable(after: flushed)
        replayedAfter = flushed
        prune = Prune(unknownUpTo: statistics.lastSequence)
        if let newest = try tables.row(statistics.lastSequence) { statistics.note(newest) }
        let rows = try Statement(
            "SELECT \(StoredRow.columns) FROM change WHERE sequence > ?1 ORDER BY sequence",
            on: tables.file.handle
        )
        rows.bind(1, flushed)
        while try rows.step() {
            guard let row = tables.row(of: rows) else { continue }
            let context = try context(ofReplayed: row)
            memtable.apply(row, context)
            statistics.absorb(row, player: context.player)
        }
        if !tables.damage.isEmpty { try recount() }
    }

    /// Returns the context of a replayed row of the log.
    private func context(
        ofReplayed row: LogRow
    ) throws(StoreError) -> Memtable.Context {
        var context = Memtable.Context()
        guard case .item = row.body else { return context }
        context.player = PlayerRecord.derived(from: row) { statistics.players[$0] }
        let known = memtable.head(row.id)
        context.isNew = known == nil
        context.isUnsettled = known == nil
        context.due = known?.due
        if known != nil {
            context.standing = known
        } else if row.kind.isHistoryOnly {
            // Its entry may have been removed since: replayed rows add an expiry time of their own.
            context.standing = try tables.head(row.id)?.noting(due: nil)
        }
        return context
    }

    // MARK: Writing

    /// True if there are writes that are not committed.
    package var isDirty: Bool { tables.hasBegun }

    /// Starts a new call: all rows written from here on share one revision.
    package func beginCall() {
        batch.beginCall()
    }

    /// Puts everything written since the last commit on stable storage.
    ///
    /// After an error nothing of it is kept: call ``reopen()`` before you use the store again.
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
        if let sync = batch.sync { statistics.sync = sync }
        if let devices = batch.devices { statistics.devices = devices }
        if let origin = batch.origin { statistics.origin = origin }
        memtable.apply(batch.entries)
        statistics.absorb(batch.entries)
        if let newest = batch.entries.last { pace.wrote(batch.entries.count, at: newest.time) }
        batch.reset()
        endInterruption()
    }

    /// Runs `body` as a whole or not at all, within the open batch.
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

    /// Drops everything that is not committed, as after a failed write; the memtable is unchanged.
    package func abandon() {
        tables.rollBack()
        batch = Batch()
        interruption?.beginAnew(memtable)
    }
}
