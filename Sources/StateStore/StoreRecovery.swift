internal import Glibc

extension Store {
    /// What had to be done to open a store that was damaged.
    package struct Recovery: Sendable, Equatable {
        /// Where the damaged file lies now.
        package let damaged: String
        /// The backup that took its place; nil: there was none, the store began empty.
        package let restored: String?
        /// What was wrong.
        package let reason: String
    }

    /// Opens the store; a damaged one is moved aside and the newest good backup restored.
    ///
    /// - Parameters:
    ///   - options: where it is, and its limits.
    ///   - lock: proof that no other process has it.
    ///   - now: the wall clock in milliseconds, to name the damaged file.
    ///   - damage: what is known to be wrong with it; nil: nothing is.
    /// - Returns: the store, and what had to be done; nil: nothing.
    /// - Throws: ``StoreError`` if it cannot be opened for another reason than damage.
    package static func open(
        _ options: Options,
        lock: StoreLock,
        now: Int,
        damage: String? = nil
    ) throws(StoreError) -> (store: Store, recovery: Recovery?) {
        if let damage { return try replace(options, lock: lock, now: now, damage: damage) }
        do throws(StoreError) {
            return (try Store(options, lock: lock), nil)
        } catch  where error.kind == .corrupt {
            return try replace(options, lock: lock, now: now, damage: error.message)
        } catch  where error.kind == .full && Reserve(options).release() {
            // To be read, the file needs a little room beside it.
            return (try Store(options, lock: lock), nil)
        }
    }

    private static func replace(
        _ options: Options,
        lock: StoreLock,
        now: Int,
        damage: String
    ) throws(StoreError) -> (store: Store, recovery: Recovery?) {
        let damaged = options.path + ".damaged-\(now)"
        for suffix in ["", "-wal", "-shm"] {
            rename(options.path + suffix, damaged + suffix)
        }
        let backup = backups(of: options.path).reversed().first { backup in
            isGood(backup) && copyFile(backup, to: options.path)
        }
        let store = try Store(options, lock: lock, salvaging: damaged)
        return (store, Recovery(damaged: damaged, restored: backup, reason: damage))
    }

    /// The folder that holds a store's backups.
    package static func backupFolder(of path: String) -> String {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        return folder + "/backups"
    }

    /// The backups of the store at `path`, oldest first.
    package static func backups(of path: String) -> [String] {
        let folder = backupFolder(of: path)
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var found: [(modified: Int, path: String)] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            var status = stat()
            guard name.hasSuffix(".db"), stat(folder + "/" + name, &status) == 0 else { continue }
            let modified = status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec
            found.append((modified, folder + "/" + name))
        }
        return found.sorted { $0.modified < $1.modified }.map(\.path)
    }

    private static func isGood(_ path: String) -> Bool {
        do throws(StoreError) {
            return try SideConnection(path: path).complaint() == nil
        } catch {
            return false
        }
    }

    private static func copyFile(_ from: String, to: String) -> Bool {
        let source = Glibc.open(from, O_RDONLY | O_CLOEXEC)
        guard source >= 0 else { return false }
        defer { close(source) }
        let target = Glibc.open(to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard target >= 0 else { return false }
        defer { close(target) }
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = read(source, &buffer, buffer.count)
            guard count > 0 else { return count == 0 && fsync(target) == 0 }
            guard Glibc.write(target, buffer, count) == count else { return false }
        }
    }

    /// Whether the whole file is intact; reads all of it, so not for the store's own thread.
    package static func isIntact(path: String) -> Bool {
        isGood(path)
    }
}

extension Store {
    /// Makes the folder for a store's backups, if it is not there.
    package static func makeBackupFolder(of path: String) throws(StoreError) {
        let folder = backupFolder(of: path)
        guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
            throw StoreError(.inputOutput, "\(folder): \(String(cString: strerror(errno)))")
        }
    }

    /// Removes the oldest backups whose names begin so, all but the newest `kept`.
    package static func dropBackups(of path: String, named prefix: String, beyond kept: Int) {
        let folder = backupFolder(of: path) + "/"
        let own = backups(of: path).filter { $0.dropFirst(folder.count).hasPrefix(prefix) }
        for backup in own.dropLast(kept) { unlink(backup) }
    }

    /// How many bytes the store's files take up.
    package var fileBytes: Int {
        ["", "-wal"].reduce(0) { sum, suffix in
            var status = stat()
            return stat(options.path + suffix, &status) == 0 ? sum + Int(status.st_size) : sum
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
