// SPDX-License-Identifier: Apache-2.0
internal import Glibc
package import StateModel

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
    /// The verification of all rows in idle time.
    package let scrubber: Scrubber
    /// The settings of the store; limits may change while it is open.
    package var options: Options {
        get { log.options }
        set { log.options = newValue }
    }

    private let repair: Repair
    /// The lock that keeps other processes out of the store.
    ///
    /// It is declared after the parts above, and so released once they have closed the file.
    let lock: StoreLock
    /// The loss in the log or the file found when the store was opened; `nil` if there was none.
    package private(set) var logLoss: LogLoss?

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
        log = ChangeLog(opened, options)
        events = EventLog(log)
        sync = SyncStorage(log, events)
        items = ItemQueries(log: log)
        expiry = ExpirySchedule(log: log)
        compaction = Compaction(log, items, sync)
        upkeep = Upkeep(log, compaction)
        scrubber = Scrubber(log, upkeep, opened.findings)
        repair = Repair(log, sync, scrubber)
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
        if !isReadOnly {
            // Until it is emptied, the log of a killed process is all that holds its commits.
            lock.note(logIsInUse: Salvage.holdsFrames(log.options.path))
            lock.wasRunning = false
        }
        guard var salvage else { return }
        if salvage.loss.isSerious {
            // SQLite mixed pages from several points in time: find every disagreement before it
            // is read.
            try scrubber.verifyAll(now: max(.epoch, log.statistics.lastTime))
            scrubber.findings += try mend(now: max(.epoch, log.statistics.lastTime))
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

    /// Repairs the file after damage was found.
    ///
    /// Rows that do not verify are moved out of the way. They are replaced from memory, from a
    /// backup, or by the newest intact value of the item.
    ///
    /// There must be no uncommitted writes. On an error, call ``reopen()`` before you use the
    /// store again.
    ///
    /// - Parameter now: trusted time, in milliseconds since 1970.
    /// - Returns: the findings; each is returned once.
    /// - Throws: ``StoreError`` if the file cannot be read or written.
    package func mend(now: Timestamp) throws(StoreError) -> [DamageReport] {
        guard !log.isDirty else { return [] }
        let repaired = try repair.run(now: now)
        if repaired.mustReopen { try reopen() }
        return repaired.findings
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
        let frames = log.walFrames
        try log.tables.commit()
        // A commit that changed no page leaves an empty log empty, which is then no loss.
        if log.walFrames != frames { lock.note(logIsInUse: true) }
        events.didCommit()
        sync.didCommit()
        upkeep.didCommit()
        log.absorbBatch()
    }

    // MARK: Files

    /// Disk space that is reserved for when the disk is full.
    package var reserve: Reserve { Reserve(options) }

    /// The daemon's own copies.
    package var automaticBackups: AutomaticBackups { AutomaticBackups(log) }

    /// True if the store serves a copy because its own files cannot be written.
    package var isReadOnly: Bool { options.readableCopy != nil }

    /// Returns true if the files of a read-only store have become writable.
    package func canBeWritten() -> Bool {
        let files = StoreFiles(options.path)
        let paths: [String] = [files.folder, files.path, files.log, files.lock]
        return paths.allSatisfy { path in
            faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0 || errno == ENOENT
        }
    }
}
