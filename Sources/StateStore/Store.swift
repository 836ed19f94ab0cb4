internal import Glibc

/// The store of one user: the change log, the state derived from it, and its file.
///
/// A store belongs to one thread. Writes are visible to the next read here at once. They are on
/// stable storage once ``commit()`` has returned; until then no other party may learn of them.
package final class Store {
    /// The change log: the rows, the item states, and the open batch.
    package let log: ChangeLog
    /// The events.
    package let events: EventLog
    /// The part of the store that sync uses.
    package let sync: SyncStorage
    /// The queries for many items, and for the past of one.
    package let items: ItemQueries
    /// The times at which resume points expire.
    package let expiry: ExpirySchedule
    /// The flush of the memtable and the compaction of the log.
    package let upkeep: Upkeep
    /// The compaction of the log.
    let compaction: Compaction
    /// The settings of the store; limits may change while it is open.
    package var options: Options {
        get { log.options }
        set { log.options = newValue }
    }

    /// The lock that keeps other processes out of the store.
    let lock: StoreLock
    /// The progress of the scrub.
    package internal(set) var scrub = Scrub()
    /// Damage found by other means than a read, and not yet reported.
    var openingFindings: [DamageFinding] = []
    /// The loss in the log or the file found when the store was opened; `nil` if there was none.
    package private(set) var logLoss: LogLoss?
    /// True once the lock records that the log holds commits.
    private var isMarked = false

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
        self.lock = lock
        var salvage = Salvage(
            before: options.file,
            wasRunning: lock.wasRunning,
            damaged: damaged
        )
        let opened = try OpenedStore(options, &salvage)
        openingFindings = opened.findings
        log = ChangeLog(opened, options)
        events = EventLog(log)
        sync = SyncStorage(log, events)
        items = ItemQueries(log: log)
        expiry = ExpirySchedule(log: log)
        compaction = Compaction(log, items, sync)
        upkeep = Upkeep(log, compaction)
        scrub.damaged += opened.findings.count
        try log.replay(after: opened.flushed)
        beginAnew()
        try end(salvage)
    }

    deinit {
        lock.note(logIsInUse: false)
        if let copy = log.options.readableCopy { StoreCopy.discard(copy) }
    }

    /// Checks that the tables agree with the salvaged rows, and records the losses.
    private func end(_ salvage: Salvage?) throws(StoreError) {
        // The log of a store that cannot be written is replayed again once it can be.
        if !isReadOnly { lock.wasRunning = false }
        guard var salvage else { return }
        if salvage.loss.isSerious {
            // SQLite mixed pages from several points in time: find every disagreement before it
            // is read.
            try scrubAll(now: max(0, log.statistics.lastTime))
            openingFindings += try mend(now: max(0, log.statistics.lastTime))
            try log.recount()
        }
        salvage.end()
        logLoss = salvage.loss
    }

    /// Drops all uncommitted writes and starts again from the file, as after a failed write.
    package func reopen() throws(StoreError) {
        try log.reopen()
        beginAnew()
    }

    /// Resets upkeep to the state of the file that was just opened.
    private func beginAnew() {
        upkeep.beginAnew()
        events.review()
    }

    /// Puts everything written since the last commit on stable storage.
    ///
    /// After an error nothing of it is kept: call ``reopen()`` before you use the store again.
    package func commit() throws(StoreError) {
        guard log.isDirty else { return }
        if isReadOnly {
            throw StoreError(
                .readOnly,
                "\(options.path) cannot be written: make it and its directory writable for user "
                    + "\(geteuid()); until then what was saved before can be read"
            )
        }
        try events.willCommit()
        if !isMarked {
            lock.note(logIsInUse: true)
            isMarked = true
        }
        try log.tables.commit()
        events.didCommit()
        sync.didCommit()
        upkeep.didCommit()
        log.absorbBatch()
    }
}
