// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// The store of one user: the change log, the state derived from it, and the file.
///
/// A store belongs to one thread. Writes are visible to that thread's reads at once, and on stable
/// storage after ``commit()``. Until then, they must not become visible to clients.
package final class Store {
    /// The change log: the rows, the item states, and the open batch.
    package let log: ChangeLog
    package let events: EventLog
    /// The part of the store for sync.
    package let sync: SyncStorage
    /// The queries for several items, and for the history of one.
    package let items: ItemQueries
    /// The times at which resume points expire.
    package let expiry: ExpirySchedule
    /// The flush of the memtable and the compaction of the log.
    package let upkeep: Upkeep
    /// The compaction of the log, which runs as part of upkeep.
    let compaction: Compaction
    /// The settings of the store; those in `settings` may change while it is open.
    package var options: Options {
        get { log.options }
        set { log.options = newValue }
    }

    /// The lock that keeps other processes out of the store.
    ///
    /// It is declared last, and therefore released after the file is closed.
    let lock: StoreLock
    /// The rows recovered from a damaged store; `nil` if this store does not replace one.
    let recovered: RecoveredRows?

    /// Opens or creates the store, and replays the rows that the tables lack.
    ///
    /// - Parameters:
    ///   - options: The path and the limits.
    ///   - lock: The proof that no other process has the store open.
    ///   - damaged: A damaged store that this one replaces; its intact rows are salvaged.
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
        // The recorded count does not include the points of missing rows.
        if recovered != nil { try recount() }
        beginAnew()
        // The log of a read-only store is replayed again once the store can be written.
        guard !isReadOnly else { return }
        // Until the log of a killed process is emptied, its commits are stored nowhere else.
        lock.note(logIsInUse: try WriteAheadLog.holdsFrames(besides: options.path))
        lock.wasRunning = false
    }

    deinit {
        lock.note(logIsInUse: false)
        if let copy = log.options.readableCopy { StoreCopy.discard(copy) }
    }

    /// Discards all uncommitted writes and reads the file again, after a failed write.
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
    /// An error discards the writes: call ``reopen()`` before you use the store again.
    package func commit() throws(StoreError) {
        guard log.isDirty else { return }
        if isReadOnly {
            throw StoreError(
                .readOnly,
                "\(options.path) cannot be written: make it and its directory writable for user "
                    + "\(geteuid()); until then the store can only be read"
            )
        }
        try events.willCommit()
        let frames = log.walFrames
        try log.tables.commit()
        // A commit that changed no page leaves an empty log empty, which is not a loss.
        if log.walFrames != frames { lock.note(logIsInUse: true) }
        events.didCommit()
        sync.didCommit()
        upkeep.didCommit()
        log.absorbBatch()
    }

    // MARK: Files

    /// Disk space reserved against a full disk.
    package var reserve: Reserve { Reserve(options) }

    /// The backups that the daemon makes automatically.
    package var automaticBackups: AutomaticBackups { AutomaticBackups(log) }

    /// True if the store serves a copy because its own files are not writable.
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
