internal import Glibc

// The mark that the store's log is in use. It outlives a daemon that is killed: where it stands and the log
// is gone, acknowledged changes went with it. It is written with the first commit and taken off before
// the log is, so that neither a kill nor an older version's lock file looks like a loss.
extension StoreLock {
    private static let mark = "log\n"

    /// Notes that the log holds commits.
    func markRunning() {
        let text = "\(getpid())\n\(Self.mark)"
        _ = text.withCString { pwrite(descriptor, $0, text.utf8.count, 0) }
        fsync(descriptor)
    }

    /// Notes that the log is about to be emptied and closed.
    func markClosed() {
        ftruncate(descriptor, off_t("\(getpid())\n".utf8.count))
        fsync(descriptor)
    }

    /// True if the file behind `descriptor` bears the mark.
    static func isMarked(_ descriptor: Int32) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 32)
        let count = pread(descriptor, &buffer, buffer.count, 0)
        return count > 0 && buffer[..<count].reversed().starts(with: mark.utf8.reversed())
    }
}
