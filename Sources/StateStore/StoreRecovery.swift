internal import Glibc

extension Store {
    /// The trouble that a start found, and what was done about it.
    package struct Recovery: Sendable, Equatable {
        /// The kinds of trouble.
        package enum Kind: Sendable, Equatable {
            /// The store was damaged, empty or gone, and a backup or an empty store took its place.
            case replaced
            /// The store is opened as it is, though it is not what was expected.
            case kept
            /// The running daemon wrote its store back.
            case writtenBack
            /// A person's restore that was interrupted is complete.
            case requested
        }

        /// The kind of trouble.
        package let kind: Kind
        /// Where the former file lies now; `nil` if there was none.
        package let damaged: String?
        /// The backup that took its place; `nil` if there was none, and the store began empty.
        package let restored: String?
        /// The reason in words.
        package let reason: String
    }

    /// Opens the store; one that is damaged, empty or gone is kept aside and the newest good backup
    /// restored.
    ///
    /// - Parameters:
    ///   - options: where it is, and its limits.
    ///   - lock: proof that no other process has it.
    ///   - now: the wall clock in milliseconds, to name the damaged file.
    ///   - damage: what is known to be wrong with it; `nil` if nothing is.
    /// - Returns: the store, and the trouble; `nil` if there was none. Once a person can find it in
    ///   the store, call ``forgetRecovery()``.
    /// - Throws: ``StoreError`` if it cannot be opened for another reason than damage.
    package static func open(
        _ options: Options,
        lock: StoreLock,
        now: Int,
        damage: String? = nil
    ) throws(StoreError) -> (store: Store, recovery: Recovery?) {
        let opened = try StoreOpening(options: options, lock: lock, now: now).open(damage: damage)
        lock.note(opened.store.figures.identity)
        return opened
    }

    /// Forgets the trouble of the start: a person can find it in the store.
    package func forgetRecovery() throws(StoreError) {
        try Replacement.forget(StoreFiles(options.path))
    }

    /// The backups of the store at `path`, oldest first.
    package static func backups(of path: String) -> [String] {
        let owner = StoreLock.identity(besides: path)?.store
        return BackupCatalog(path, owner: owner).backups().map(\.path)
    }

    /// Returns true if the whole file is intact; reads all of it, so not for the store's own thread.
    package static func isIntact(path: String) -> Bool {
        do throws(StoreError) {
            return try FileReader(path: path).complaint() == nil
        } catch {
            return false
        }
    }
}

extension Store {
    /// The directory of the backups of the store at `path`.
    package static func backupFolder(of path: String) -> String { StoreFiles(path).backups }

    /// Makes the directory for a store's backups, if it is not there.
    package static func makeBackupFolder(of path: String) throws(StoreError) {
        let files = StoreFiles(path)
        for folder in [files.sharedBackups, files.backups] {
            guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
                throw FileSystem.failure("cannot create", folder, errno)
            }
            // A link would lead the copies to a place that nobody meant.
            guard let status = FileSystem.status(folder), status.st_mode & S_IFMT == S_IFDIR,
                status.st_uid == geteuid() || status.st_uid == 0
            else {
                throw StoreError(
                    .untrusted,
                    "\(folder) is not used: it is no directory of this user's own; move it away"
                )
            }
        }
    }

    /// How many bytes the store's files take up.
    package var fileBytes: Int {
        ["", "-wal"].reduce(0) { sum, suffix in
            var status = stat()
            return stat(options.file + suffix, &status) == 0 ? sum + Int(status.st_size) : sum
        }
    }

    /// How many of those bytes hold something; what was dropped leaves room in the file.
    func usedBytes() throws(StoreError) -> Int {
        let free = try Statement(
            "SELECT freelist_count * page_size FROM pragma_freelist_count, pragma_page_size",
            on: tables.file.handle
        )
        return try fileBytes - (free.step() ? free.int(0) : 0)
    }
}
