internal import Glibc

// The daemon's own copies: made periodically, and deleted by a rule.
extension Store {
    /// Begins one of the daemon's own copies.
    package func beginAutomaticBackup(kept: Int, now: Int) throws(StoreError) -> StoreBackup {
        try Self.makeBackupFolder(of: log.options.path)
        let days = BackupRetention(kept: kept).days(of: summary, at: now, after: automaticCopies())
        let name = "\(BackupCatalog.automaticPrefix)\(now).db"
        let path = Self.backupFolder(of: log.options.path) + "/" + name
        return try StoreBackup(of: self, to: path, days: days)
    }

    /// Deletes surplus copies of the daemon's own, once a new one is made.
    ///
    /// - Returns: the paths of the deleted copies.
    @discardableResult
    package func dropBackups(beyond kept: Int) -> [String] {
        BackupRetention(kept: kept).surplus(automaticCopies()).map { copy in
            unlink(copy.path)
            return copy.path
        }
    }

    /// The facts about the store in its present state, as a copy would hold them.
    private var summary: StoreSummary {
        StoreSummary(
            identity: log.statistics.identity,
            sequence: log.statistics.lastSequence,
            points: log.statistics.standing,
            events: log.statistics.events.held
        )
    }

    private func automaticCopies() -> [BackupRetention.Copy] {
        BackupCatalog(log.options.path, owner: log.statistics.identity.store).backups()
            .filter { $0.kind == .automatic }
            .map { entry in
                // The name holds the time at which the copy was begun, even if the file was
                // touched since.
                let time = entry.name.split(separator: "-").last.flatMap { Int($0) }
                return BackupRetention.Copy(
                    path: entry.path,
                    madeAt: time ?? entry.madeAt,
                    summary: Self.summary(of: entry.path)
                )
            }
    }

    private static func summary(of path: String) -> StoreSummary? {
        do throws(StoreError) {
            return try StoreSummary.read(FileReader(path: path), counts: .estimated)
        } catch {
            return nil
        }
    }
}

extension BackupCatalog {
    /// The result of reading a whole copy.
    package struct Finding: Sendable, Equatable {
        /// The copy.
        package let entry: Entry
        /// The facts about the copy; `nil` if they cannot be read.
        package let summary: StoreSummary?
        /// The problem with the copy; `nil` if it can be restored.
        package let problem: String?
    }

    /// Returns all copies, newest first, each read in full: not for the store's own thread.
    package func examine(continues: () -> Bool) -> [Finding] {
        (backups() + asides()).sorted { $0.modified > $1.modified }
            .prefix { _ in continues() }
            .map { Self.examine($0) }
    }

    private static func examine(_ entry: Entry) -> Finding {
        do throws(StoreError) {
            close(try FileSystem.openForReading(entry.path))
            let reader = try FileReader(path: entry.path)
            try SchemaVersion(reader).check(entry.path)
            guard let summary = try StoreSummary.read(reader, counts: .exact) else {
                return Finding(entry: entry, summary: nil, problem: "it holds no store")
            }
            return Finding(entry: entry, summary: summary, problem: try reader.complaint())
        } catch {
            return Finding(entry: entry, summary: nil, problem: error.message)
        }
    }

    /// Returns the copy with that name; `nil` if there is none.
    package func entry(named name: String) -> Entry? {
        (backups() + asides()).last { $0.name == name || $0.name + ".db" == name }
    }
}

/// A copy that is ready to replace a store.
package struct PreparedRestore: Sendable {
    /// The store's files.
    private let files: StoreFiles
    /// The file that was copied.
    private let source: String

    /// Copies a backup or a kept file beside the store: not for the store's own thread.
    package init(
        of entry: BackupCatalog.Entry,
        for path: String,
        continues: () -> Bool
    ) throws(StoreError) {
        files = StoreFiles(path)
        source = entry.path
        do throws(StoreError) {
            try SchemaVersion(FileReader(path: source)).check(source)
        } catch {
            throw error.naming(source)
        }
        try StoreCopy.make(of: source, at: files.incoming, continues: continues)
    }

    /// Replaces the store, which must be closed, by the copy, and keeps the former store.
    ///
    /// - Returns: the path of the former store, and the name to restore it by.
    /// - Throws: ``StoreError`` if nothing has changed.
    package func install(now: Int) throws(StoreError) -> (path: String, name: String) {
        let aside = files.aside(.replaced, at: now)
        var replacement = Replacement(
            files: files,
            intent: ReplacementIntent(cause: .request, aside: aside, source: source, reason: "")
        )
        do throws(StoreError) {
            try replacement.run(.announce)
        } catch {
            discard()
            throw error
        }
        // From here on the replacement happens, now or when the store is opened: it cannot
        // be undone.
        do throws(StoreError) {
            for step in Replacement.steps.dropFirst() { try replacement.run(step) }
        } catch {}
        return (aside, String(aside.dropFirst(files.path.count + 1)))
    }

    /// Removes the copy.
    package func discard() {
        StoreCopy.discard(files.incoming)
    }
}
