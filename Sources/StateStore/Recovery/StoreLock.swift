// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// The proof that only this process has the store open.
///
/// The first line of the file is the process ID. The second line identifies the store that was last
/// open here; without it, a start could not distinguish a lost store from a new one. A third line
/// exists from the first commit until the store is closed: if a start finds the line but no log,
/// acknowledged changes were lost.
package final class StoreLock {
    /// The store that was last open here; `nil` if there has been none.
    package private(set) var identity: StoreIdentity?
    /// True if the previous process wrote to the log and did not close the store cleanly.
    package internal(set) var wasRunning = false {
        didSet { if wasRunning != oldValue { write() } }
    }
    private var isLogInUse = false
    private var descriptor: Int32
    /// The reason why the lock's file cannot be written; `nil` if it can be written.
    private var obstacle: StoreError?
    private let path: String

    /// Takes the lock beside the store, and writes this process's ID into the file.
    ///
    /// A file that is not writable is locked, but not written. If the file neither exists nor can
    /// be created, because the directory is read-only, no lock is taken.
    ///
    /// - Throws: ``StoreError``: of kind `held` if another process holds the lock, of kind
    ///   `untrusted` if the file violates ``OwnFile``, or the failure to open or lock it.
    package init(store path: String) throws(StoreError) {
        let file = StoreFiles(path).lock
        self.path = file
        descriptor = open(file, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        if descriptor < 0 {
            let failure = FileSystem.failure("cannot open", file, errno)
            guard failure.kind == .readOnly else { throw failure }
            obstacle = failure
            // A lock can also be taken on a file opened for reading. If the file does not exist, no
            // other process can write to the store either.
            descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
            if descriptor < 0 { return }
        }
        // `deinit` closes the descriptor, also if this initialiser throws.
        try OwnFile.check(descriptor, file)
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            guard code == EWOULDBLOCK else { throw FileSystem.failure("cannot lock", file, code) }
            let holder = Self.content(descriptor).holder.map { ": process \($0)" } ?? ""
            throw StoreError(.held, "another daemon is using the store \(path)\(holder)")
        }
        let content = Self.content(descriptor)
        identity = content.identity
        wasRunning = content.isLogInUse
        write()
    }

    deinit {
        // Unlocks explicitly, because a child process that is just starting may share the open
        // file.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Ensures that the lock's file is writable, before this process writes to the store.
    ///
    /// - Throws: ``StoreError``, of kind `readOnly` if it is not writable, of kind `held` if
    ///   another process has taken the lock.
    func secure() throws(StoreError) {
        guard obstacle != nil else { return }
        let fresh = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        guard fresh >= 0 else { throw FileSystem.failure("cannot open", path, errno) }
        // The locks of two descriptors of a file exclude each other, even in one process.
        if descriptor >= 0 { flock(descriptor, LOCK_UN) }
        try take(fresh)
        obstacle = nil
    }

    package func note(_ identity: StoreIdentity) {
        guard identity != self.identity else { return }
        self.identity = identity
        write()
    }

    /// Records whether the log has commits that are stored nowhere else.
    func note(logIsInUse: Bool) {
        guard logIsInUse != isLogInUse else { return }
        isLogInUse = logIsInUse
        write()
        fsync(descriptor)
    }

    /// Takes the lock again if its file was removed, so that no other process can take it.
    ///
    /// - Throws: ``StoreError`` of kind `held` if another process has already taken it.
    func renew() throws(StoreError) {
        var ours = stat()
        if fstat(descriptor, &ours) == 0, let there = try FileSystem.status(path),
            there.st_ino == ours.st_ino, there.st_dev == ours.st_dev
        {
            return
        }
        let fresh = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        guard fresh >= 0 else { throw FileSystem.failure("cannot open", path, errno) }
        try take(fresh)
    }

    /// Locks a new descriptor of the file, which replaces the current one.
    private func take(_ fresh: Int32) throws(StoreError) {
        do throws(StoreError) {
            try OwnFile.check(fresh, path)
            guard flock(fresh, LOCK_EX | LOCK_NB) == 0 else {
                throw StoreError(.held, "another daemon has locked \(path)")
            }
        } catch {
            close(fresh)
            throw error
        }
        flock(descriptor, LOCK_UN)
        close(descriptor)
        descriptor = fresh
        write()
    }

    /// Writes all lines at once, so that a killed process does not leave only some of them.
    private func write() {
        let store = identity.map { "\($0.store) \($0.epoch)\n" } ?? ""
        let mark = isLogInUse || wasRunning ? "\(Self.mark)\n" : ""
        let text = Array("\(getpid())\n\(store)\(mark)".utf8)
        guard pwrite(descriptor, text, text.count, 0) == text.count else { return }
        ftruncate(descriptor, off_t(text.count))
    }

    private static let mark = "log"

    private struct Content {
        var holder: Int?
        var identity: StoreIdentity?
        var isLogInUse = false
    }

    private static func content(_ file: Int32) -> Content {
        var buffer = [UInt8](repeating: 0, count: 200)
        let count = pread(file, &buffer, buffer.count, 0)
        guard count > 0 else { return Content() }
        let lines = String(decoding: buffer[..<count], as: UTF8.self).split(separator: "\n")
        let words = lines.dropFirst().first?.split(separator: " ") ?? []
        let epoch = words.count == 2 ? Int(words[1]) : nil
        return Content(
            holder: lines.first.flatMap { Int($0) },
            identity: epoch.map { StoreIdentity(store: String(words[0]), epoch: $0) },
            isLogInUse: lines.dropFirst().last.map { $0 == mark } ?? false
        )
    }
}
