internal import Glibc

/// Proof that this process alone has the store, for as long as the object lives.
package final class StoreLock {
    let descriptor: Int32
    /// True if whoever had the store before wrote to its log and did not close it.
    package internal(set) var wasRunning: Bool

    /// Takes the lock that lies beside the store, and writes this process's number into it.
    ///
    /// - Throws: ``StoreError`` of kind `held` that names the process which has it.
    package init(store path: String) throws(StoreError) {
        let file = path + ".lock"
        descriptor = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        wasRunning = false
        guard descriptor >= 0 else { throw Self.failure("cannot open \(file)", errno) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            let holder = Self.holder(descriptor)
            // `deinit` closes the descriptor, once: it runs for an initialiser that throws, too.
            guard code == EWOULDBLOCK else { throw Self.failure("cannot lock \(file)", code) }
            throw StoreError(.held, "another daemon has the store \(path)\(holder)")
        }
        wasRunning = Self.isMarked(descriptor)
        let text = "\(getpid())\n"
        ftruncate(descriptor, 0)
        _ = text.withCString { pwrite(descriptor, $0, text.utf8.count, 0) }
    }

    deinit {
        // Not by closing alone: a process that is just being started may still share the file.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    private static func holder(_ descriptor: Int32) -> String {
        var buffer = [UInt8](repeating: 0, count: 20)
        let count = pread(descriptor, &buffer, buffer.count, 0)
        guard count > 0 else { return "" }
        let digits = buffer[..<count].prefix {
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
        }
        return digits.isEmpty ? "" : ": process \(String(decoding: digits, as: UTF8.self))"
    }

    private static func failure(_ what: String, _ code: Int32) -> StoreError {
        let kind: StoreError.Kind =
            switch code {
            case ENOSPC, EDQUOT: .full
            case EACCES, EPERM, EROFS: .readOnly
            default: .inputOutput
            }
        return StoreError(kind, "\(what): \(String(cString: strerror(code)))")
    }
}
