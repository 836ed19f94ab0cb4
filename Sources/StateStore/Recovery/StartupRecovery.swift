// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import StateModel
internal import SystemSupport

/// The opening of a store whose file may be damaged, empty, missing, foreign, or of a newer
/// version.
struct StartupRecovery {
    let options: Store.Options
    let lock: StoreLock
    let now: Timestamp

    private var files: StoreFiles { StoreFiles(options.path) }

    /// Opens the store, or the store that replaces it.
    ///
    /// If the store cannot be written, a copy is opened, which can only be read.
    func open(damage: String?) throws(StoreError) -> (store: Store, recovery: Store.Recovery?) {
        do throws(StoreError) {
            try lock.secure()
            let opened = try openWritable(damage: damage)
            if let folder = options.copyFolder {
                ReadableCopy(of: files.path, in: folder).discard()
            }
            return opened
        } catch  where error.kind == .readOnly {
            return (try openReadable(error), nil)
        }
    }

    private func openReadable(_ reason: StoreError) throws(StoreError) -> Store {
        guard let folder = options.copyFolder, try FileSystem.size(files.path) ?? 0 > 0 else {
            throw reason
        }
        let copy = ReadableCopy(of: files.path, in: folder)
        do throws(StoreError) {
            try copy.make()
            var options = options
            options.readableCopy = copy.path
            return try Store(options, lock: lock)
        } catch {
            copy.discard()
            throw StoreError(
                error.kind,
                "\(reason.message); the store cannot be opened for reading either: \(error.message)"
            )
        }
    }

    private func openWritable(
        damage: String?
    ) throws(StoreError) -> (store: Store, recovery: Store.Recovery?) {
        try checkFile()
        let unfinished = try Replacement.resume(files)
        // The lock's mark refers to the log of the former file.
        if unfinished != nil { lock.wasRunning = false }
        // This process has only just opened the store, so any incomplete copy belongs to a former
        // process.
        for name in Directory.names(in: files.backups)
        where name.hasSuffix(StoreBackup.draftSuffix) {
            StoreCopy.discard(files.backups + "/" + name)
        }
        if let damage { return try replace(damage) }
        let looked = try look()
        // The lock's mark does not refer to a backup that the user has copied over the store.
        if unfinished == nil, !looked.isCopy, let reason = try lossOfLog {
            return try replaceAfterUnknownLoss(reason)
        }
        do throws(StoreError) {
            // If an interrupted replacement was by an empty store, the file is missing on purpose.
            let begins = unfinished != nil && unfinished?.source == nil
            switch begins ? .open : looked.verdict {
            case .open:
                // Data must not be recovered from a file that the user replaced on purpose.
                let damaged = unfinished?.cause == .damage ? unfinished?.aside : nil
                let store = try store(salvaging: damaged)
                return (store, unfinished.map { Store.Recovery($0, store.recovered?.uncertain) })
            case .foreign(let reason):
                let store = try store()
                return (store, Store.Recovery(kept: reason))
            case .lost(let reason): return try replace(reason)
            case .outdated(let reason):
                guard let source = try goodBackup() else {
                    return (try store(), Store.Recovery(kept: reason))
                }
                return try replace(reason, with: source, salvages: false)
            }
        } catch  where error.kind == .corrupt {
            return try replace(error.message)
        }
    }

    /// Opens the store's file.
    ///
    /// If `damaged` is the path of a damaged file that the store replaced, intact rows of that file
    /// are recovered, as far as they are newer than all rows of the store.
    private func store(salvaging damaged: String? = nil) throws(StoreError) -> Store {
        do throws(StoreError) {
            return try Store(options, lock: lock, salvaging: damaged)
        } catch  where error.kind == .full && Reserve(options).release() {
            // Even reading needs a little disk space beside the file.
            return try Store(options, lock: lock, salvaging: damaged)
        }
    }

    // MARK: Evidence

    /// A description of the damage to the write-ahead log, or of its loss; `nil` if it is intact.
    private var lossOfLog: String? {
        get throws(StoreError) {
            guard try FileSystem.exists(files.path) else { return nil }
            if lock.wasRunning, try !WriteAheadLog.holdsFrames(besides: files.path) {
                return "its log is missing or empty, though the daemon did not stop normally"
            }
            return try WriteAheadLog.damage(besides: files.path)
        }
    }

    private func checkFile() throws(StoreError) {
        for path in [files.path, files.log] {
            guard let status = try FileSystem.status(path) else { continue }
            switch status.st_mode & S_IFMT {
            case S_IFREG: continue
            case S_IFLNK:
                throw StoreError(
                    .untrusted,
                    "\(path) is a symbolic link, which is not followed; set the store to the "
                        + "file that it points to, or make the directory a link instead"
                )
            case S_IFDIR:
                throw StoreError(.untrusted, "\(path) is a directory, not a store; move it away")
            default: throw StoreError(.untrusted, "\(path) is not a regular file; move it away")
            }
        }
    }

    /// Gathers the evidence about the files without changing them.
    private func look() throws(StoreError) -> StoreEvidence {
        var evidence = StoreEvidence(
            file: try fileFound(),
            hasLog: try FileSystem.size(files.log) ?? 0 > 0,
            hasReserve: try FileSystem.exists(files.reserve),
            known: lock.identity
        )
        var owner = lock.identity?.store
        if case .store(let store) = evidence.file { owner = owner ?? store.identity.store }
        evidence.backups = backups(of: owner, limit: 16).map(\.summary)
        return evidence
    }

    /// Returns the newest backups of the store that this version of the program can open, the
    /// newest first.
    private func backups(
        of owner: String?,
        limit: Int = .max
    ) -> [(path: String, summary: StoreSummary)] {
        let entries = BackupCatalog(files.path).backups().reversed().prefix(limit)
        let found = entries.compactMap { entry -> (path: String, summary: StoreSummary)? in
            guard let reader = try? FileReader(path: entry.path),
                (try? Schema.check(reader, entry.path)) != nil,
                let summary = try? StoreSummary.read(reader, counts: .none),
                owner == nil || summary.identity.store == owner
            else { return nil }
            return (entry.path, summary)
        }
        // Of one store, the order of the rows is certain, and that of the files' times is not.
        return owner == nil ? found : found.sorted { $1.summary.precedes($0.summary) }
    }

    private func fileFound() throws(StoreError) -> StoreEvidence.File {
        guard let size = try FileSystem.size(files.path) else { return .missing }
        guard size > 0 else { return .empty }
        do throws(StoreError) {
            let reader = try FileReader(path: files.path)
            try Schema.check(reader, files.path)
            return try StoreSummary.read(reader, counts: .none).map { .store($0) } ?? .blank
        } catch {
            if error.kind == .newer { throw error }
            return .unreadable
        }
    }

    // MARK: Replacement

    /// Returns the newest intact backup of the store, preferably one in which rows have been
    /// written; `nil` if there is none.
    private func goodBackup() throws(StoreError) -> String? {
        let newest = backups(of: lock.identity?.store)
        let full = newest.filter { $0.summary.sequence > .start }
        let empty = newest.filter { $0.summary.sequence == .start }
        return (full + empty).first { FileReader.isIntact(path: $0.path) }?.path
    }

    /// Replaces the store, and reports that the extent of the loss is unknown.
    private func replaceAfterUnknownLoss(
        _ reason: String
    ) throws(StoreError) -> (store: Store, recovery: Store.Recovery?) {
        var replaced = try replace(reason)
        replaced.recovery?.recovered = replaced.store.recovered?.uncertain
        return replaced
    }

    private func replace(
        _ reason: String
    ) throws(StoreError) -> (store: Store, recovery: Store.Recovery?) {
        try replace(reason, with: try goodBackup(), salvages: true)
    }

    private func replace(
        _ reason: String,
        with source: String?,
        salvages: Bool
    ) throws(StoreError) -> (store: Store, recovery: Store.Recovery?) {
        let hasLog = try FileSystem.size(files.log) ?? 0 > 0
        let isThere = try hasLog ? true : FileSystem.exists(files.path)
        if let source { try StoreCopy.make(of: source, at: files.incoming) }
        var replacement = Replacement(
            files: files,
            intent: ReplacementIntent(
                cause: .damage,
                aside: isThere ? files.aside(.damaged, at: now) : nil,
                source: source,
                reason: reason
            )
        )
        try replacement.run()
        lock.wasRunning = false
        let store = try store(salvaging: salvages ? replacement.intent.aside : nil)
        return (store, Store.Recovery(replacement.intent, store.recovered))
    }
}
