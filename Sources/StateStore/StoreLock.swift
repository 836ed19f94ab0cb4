internal import Glibc

/// Proof that this process alone has the store, for as long as the object lives.
///
/// The file holds the process's number, and on a second line the store that was opened here last: so
/// a start can tell a store that lost its file from one that is new. A third line says that the store's
/// log is in use; it outlives a daemon that is killed: where it stands and the log is gone,
/// acknowledged changes went with it. It is written with the first commit and taken off before the log
/// is, so that neither a kill nor an older version's lock file looks like a loss.
package final class StoreLock {
    /// The store that was open here last; `nil` if none was, or if it was an earlier version.
    package private(set) var identity: StoreIdentity?
    /// True if whoever had the store before wrote to its log and did not close it.
    package internal(set) var wasRunning = false {
        didSet { if wasRunning != oldValue { write() } }
    }
    private var isLogInUse = false
    private var descriptor: Int32
    /// The reason why the lock's file cannot be written; `nil` if it can be.
    private var obstacle: StoreError?
    private let path: String

    /// Takes the lock that lies beside the store, and writes this process's number into it.
    ///
    /// - Throws: ``StoreError`` of kind `held` that names the process which has it.
    package init(store path: String) throws(StoreError) {
        let file = StoreFiles(path).lock
        self.path = file
        descriptor = open(file, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        if descriptor < 0 {
            let failure = FileSystem.failure("cannot open", file, errno)
            guard failure.kind == .readOnly else { throw failure }
            obstacle = failure
            // A file that can be read can be locked; where there is none, nobody else can write the
            // store either.
            descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
            if descriptor < 0 { return }
        }
        // `deinit` closes the descriptor, once: it runs for an initialiser that throws, too.
        try OwnFile.check(descriptor, file)
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            guard code == EWOULDBLOCK else { throw FileSystem.failure("cannot lock", file, code) }
            let holder = Self.content(descriptor).holder.map { ": process \($0)" } ?? ""
            throw StoreError(.held, "another daemon has the store \(path)\(holder)")
        }
        let content = Self.content(descriptor)
        identity = content.identity
        wasRunning = content.isLogInUse
        write()
    }

    deinit {
        // Not by closing alone: a process that is just being started may still share the file.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Makes sure that the lock's file can be written, as the store of this process is about to be.
    ///
    /// - Throws: ``StoreError`` of kind `readOnly` if it cannot be, `held` if another process took it.
    func secure() throws(StoreError) {
        guard obstacle != nil else { return }
        let fresh = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        guard fresh >= 0 else { throw FileSystem.failure("cannot open", path, errno) }
        // The two descriptors exclude each other, like those of two processes.
        if descriptor >= 0 { flock(descriptor, LOCK_UN) }
        try take(fresh)
        obstacle = nil
    }

    /// Notes the store that is open here now.
    package func note(_ identity: StoreIdentity) {
        guard identity != self.identity else { return }
        self.identity = identity
        write()
    }

    /// Notes that the log holds commits, or that it is about to be emptied and closed.
    func note(logIsInUse: Bool) {
        guard logIsInUse != isLogInUse else { return }
        isLogInUse = logIsInUse
        write()
        fsync(descriptor)
    }

    /// Takes the lock again where its file was removed, so that no other process takes it.
    ///
    /// - Throws: ``StoreError`` of kind `held` if one has done so.
    func renew() throws(StoreError) {
        var ours = stat()
        if fstat(descriptor, &ours) == 0, let there = FileSystem.status(path),
            there.st_ino == ours.st_ino, there.st_dev == ours.st_dev
        {
            return
        }
        let fresh = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        guard fresh >= 0 else { throw FileSystem.failure("cannot open", path, errno) }
        try take(fresh)
    }

    /// Locks another descriptor of the file and goes on with it.
    private func take(_ fresh: Int32) throws(StoreError) {
        do throws(StoreError) {
            try OwnFile.check(fresh, path)
            guard flock(fresh, LOCK_EX | LOCK_NB) == 0 else {
                throw StoreError(.held, "another daemon has taken \(path)")
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

    /// Writes all lines at once, over those that are there, so that a kill in between loses none.
    private func write() {
        let store = identity.map { "\($0.store) \($0.epoch)\n" } ?? ""
        let mark = isLogInUse || wasRunning ? "\(Self.mark)\n" : ""
        let text = Array("\(getpid())\n\(store)\(mark)".utf8)
        guard pwrite(descriptor, text, text.count, 0) == text.count else { return }
        ftruncate(descriptor, off_t(text.count))
    }

    /// The store that was open last at `path`, as the lock beside it says.
    static func identity(besides path: String) -> StoreIdentity? {
        let file = open(StoreFiles(path).lock, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        return content(file).identity
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
