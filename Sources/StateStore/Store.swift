// SPDX-License-Identifier: Apache-2.0
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
    ///
    /// It is declared after the parts above, and so released once they have closed the file.
    let lock: StoreLock
    /// The rows that a damaged store still gave; `nil` if this one replaces none.
    let recovered: RecoveredRows?

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
        var salvage = damaged.map { Salvage(from: $0) }
        let opened = try OpenedStore(options) { file throws(StoreError) in
            try salvage?.bringIn(into: file)
        }
        recovered = salvage?.recovered
        log = ChangeLog(opened, options)
        events = EventLog(log)
        sync = SyncStorage(log, events)
        items = ItemQueries(log: log)
        expiry = ExpirySchedule(log: log)
        compaction = Compaction(log, items, sync)
        upkeep = Upkeep(log, compaction)
        try log.replay(after: opened.flushed)
        // The rows that are missing took their parts of the count with them.
        if recovered != nil { try recount() }
        beginAnew()
        // The log of a store that cannot be written is replayed again once it can be.
        guard !isReadOnly else { return }
        // Until it is emptied, the log of a killed process is all that holds its commits.
        lock.note(logIsInUse: WriteAheadLog.holdsFrames(besides: options.path))
        lock.wasRunning = false
    }

    deinit {
        lock.note(logIsInUse: false)
        if let copy = log.options.readableCopy { StoreCopy.discard(copy) }
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
