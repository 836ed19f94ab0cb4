// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// The store of one user: the change log, the state derived from it, and the file.
///
/// A store belongs to one thread. Writes are visible to that thread's reads immediately, and are on
/// stable storage after ``commit()``. Clients must not see them earlier.
package final class Store {
    package let log: ChangeLog
    package let events: EventLog
    package let sync: SyncStorage
    package let items: ItemQueries
    package let expiry: ExpirySchedule
    package let upkeep: Upkeep
    let compaction: Compaction
    /// The path of the store, and its settings; `settings` can change while the store is open.
    package var options: Options {
        get { log.options }
        set { log.options = newValue }
    }

    /// The lock, which prevents other processes from opening the store.
    ///
    /// It is declared after the log, so that it is released after the file is closed.
    let lock: StoreLock
    /// The rows recovered from a damaged store; `nil` if this store does not replace one.
    let recovered: RecoveredRows?

    /// Opens or creates the store, and replays the rows that were not flushed to the tables.
    ///
    /// `damaged` is the path of a damaged store that this one replaces, from which newer intact
    /// rows are recovered.
    ///
    /// - Throws: ``StoreError``, of kind `corrupt` if the store is not intact.
    package init(
        _ options: Options,
        lock: StoreLock,
        salvaging damaged: String? = nil
    ) throws(StoreError) {
        self.lock = lock
        var salvage = damaged.map { Salvage(from: $0, options.settings) }
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
        // The recorded count includes neither lost nor recovered points.
        if recovered != nil { try recount() }
        restart()
        // The log of a read-only store is replayed again once the store can be written.
        guard !isReadOnly else { return }
        // The commits of a killed process are stored only in its log until the log has been copied.
        lock.note(logIsInUse: try WriteAheadLog.holdsFrames(besides: options.path))
        lock.wasRunning = false
    }

    deinit {
        lock.note(logIsInUse: false)
        if let copy = log.options.readableCopy { StoreCopy.discard(copy) }
    }

    /// Discards all uncommitted writes after a failed write, and reads the file again.
    package func reopen() throws(StoreError) {
        try log.reopen()
        restart()
    }

    private func restart() {
        upkeep.restart()
        events.review()
    }

    /// Writes everything since the last commit to stable storage.
    ///
    /// An error discards these writes: call ``reopen()`` before you use the store again.
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
        // A commit that changes no page leaves an empty log empty; an empty log is then no sign of
        // a loss.
        if log.walFrames != frames { lock.note(logIsInUse: true) }
        events.didCommit()
        sync.didCommit()
        upkeep.didCommit()
        log.absorbBatch()
    }

    // MARK: Files

    package var reserve: Reserve { Reserve(options) }

    package var automaticBackups: AutomaticBackups { AutomaticBackups(log: log) }

    /// True if a copy is served because the store's own files are not writable.
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
