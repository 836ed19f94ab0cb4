internal import Glibc

extension Store {
    /// A problem found at a start, and the response to it.
    package struct Recovery: Sendable, Equatable {
        /// The kinds of problems.
        package enum Kind: Sendable, Equatable {
            /// The store was damaged, empty or gone, and a backup or an empty store replaced it.
            case replaced
            /// The store is opened as it is, though it is not the expected one.
            case kept
            /// The running daemon wrote its store back.
            case writtenBack
            /// An interrupted restore that a person had requested is complete.
            case requested
        }

        /// The kind of problem.
        package let kind: Kind
        /// The present path of the former file; `nil` if there was none.
        package let damaged: String?
        /// The backup that replaced it; `nil` if there was none and the store began empty.
        package let restored: String?
        /// The reason, in words.
        package let reason: String
    }

    /// Opens the store; a damaged, empty or missing one is replaced by the newest intact backup.
    ///
    /// The former file is kept.
    ///
    /// - Parameters:
    ///   - options: the path and the limits.
    ///   - lock: the proof that no other process has the store open.
    ///   - now: the wall clock in milliseconds since 1970, to name the damaged file.
    ///   - damage: the known damage; `nil` if there is none.
    /// - Returns: the store, and the problem; `nil` if there was none. Once a person can find it in
    ///   the store, call ``forgetRecovery()``.
    /// - Throws: ``StoreError`` if it cannot be opened for another reason than damage.
    package static func open(
        _ options: Options,
        lock: StoreLock,
        now: Int,
        damage: String? = nil
    ) throws(StoreError) -> (store: Store, recovery: Recovery?) {
        let opened = try StoreOpening(options: options, lock: lock, now: now).open(damage: damage)
        lock.note(opened.store.log.statistics.identity)
        return opened
    }

    /// Drops the record of the start's problem, once a person can find it in the store.
    package func forgetRecovery() throws(StoreError) {
        try Replacement.forget(StoreFiles(options.path))
    }

    /// Returns the backups of the store at `path`, oldest first.
    package static func backups(of path: String) -> [String] {
        let owner = StoreLock.identity(besides: path)?.store
        return BackupCatalog(path, owner: owner).backups().map(\.path)
    }

    /// Reads the whole file and returns true if it is intact; not for the store's own thread.
    package static func isIntact(path: String) -> Bool {
        do throws(StoreError) {
            return try FileReader(path: path).complaint() == nil
        } catch {
            return false
        }
    }
}

extension Store {
    /// Returns the directory of the backups of the store at `path`.
    package static func backupFolder(of path: String) -> String { StoreFiles(path).backups }

    /// Creates the directory for a store's backups, if it does not exist.
    package static func makeBackupFolder(of path: String) throws(StoreError) {
        let files = StoreFiles(path)
        for folder in [files.sharedBackups, files.backups] {
            guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
                throw FileSystem.failure("cannot create", folder, errno)
            }
            // A symbolic link would redirect the copies to an unintended directory.
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
}
