// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import StateSystem
package import SystemSupport

/// The file with the sign-in record, which the web server and `stated-web pair` share.
///
/// Each change is made under a lock and replaces the file in one step, so that a process that is
/// killed leaves the record of before or the new one. The file is for its owner alone.
package struct SignInFile: Sendable {
    /// The largest record that is read, in bytes; a hundred sessions take less than 64 KiB.
    private static let largest = 1 << 20

    /// The attempts to lock the file, and the time between two of them: five seconds in all.
    private static let attempts = 250
    private static let attemptMilliseconds: Int32 = 20

    /// The path of the file.
    package let path: String

    /// The state of the file by which a change is noticed.
    package struct Stamp: Equatable, Sendable {
        fileprivate let inode: UInt
        fileprivate let seconds: Int
        fileprivate let nanoseconds: Int
    }

    /// Creates a description of the file at a path.
    package init(path: String) {
        self.path = path
    }

    /// The stamp of the file; `nil` if there is none.
    package var stamp: Stamp? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        return Stamp(
            inode: status.st_ino,
            seconds: status.st_mtim.tv_sec,
            nanoseconds: status.st_mtim.tv_nsec
        )
    }

    /// Returns the record; an empty one if there is no file.
    ///
    /// - Throws: ``SystemError``; its code is EBADMSG for a file of another format, and
    ///   EPERM for one that others may have written.
    package func read() throws(SystemError) -> SignInRecord {
        let descriptor: Int32
        do {
            descriptor = try checked("open", path: path) {
                open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
            }
        } catch {
            if error.code == ENOENT { return SignInRecord() }
            throw error
        }
        let file = Descriptor(descriptor)
        var status = stat()
        try checked("read", path: path) { fstat(file.number, &status) }
        guard status.st_uid == geteuid(), status.st_mode & 0o022 == 0 else {
            throw SystemError("trust", path: path, code: EPERM)
        }
        guard let record = SignInRecord(json: try content(file.number)) else {
            throw SystemError("parse", path: path, code: EBADMSG)
        }
        return record
    }

    private func content(_ descriptor: Int32) throws(SystemError) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count <= Self.largest {
            let count = try checked("read", path: path) {
                Int32(Glibc.read(descriptor, &buffer, buffer.count))
            }
            if count == 0 { return bytes }
            bytes += buffer[..<Int(count)]
        }
        throw SystemError("read", path: path, code: EFBIG)
    }

    /// Changes the record while no other process does, and returns what `change` returns.
    ///
    /// A record that does not differ is not written.
    ///
    /// - Throws: ``SystemError`` if the file cannot be read or written; it stays as it was.
    package func update<Value>(
        _ change: (inout SignInRecord) throws(SystemError) -> Value
    ) throws(SystemError) -> Value {
        try Directory.create(Directory.parent(of: path))
        let lock = Descriptor(
            try checked("open", path: path + ".lock") {
                open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
            }
        )
        try wait(for: lock.number)
        let former = try read()
        var record = former
        let value = try change(&record)
        if record != former { try replace(with: record.json) }
        return value
    }

    /// Locks the file; another process holds it for milliseconds, unless it was stopped.
    private func wait(for lock: Int32) throws(SystemError) {
        for _ in 0..<Self.attempts {
            if flock(lock, LOCK_EX | LOCK_NB) == 0 { return }
            guard errno == EWOULDBLOCK || errno == EINTR else { break }
            poll(nil, 0, Self.attemptMilliseconds)
        }
        throw SystemError("lock", path: path + ".lock", code: errno)
    }

    private func replace(with bytes: [UInt8]) throws(SystemError) {
        let draft = path + ".new"
        let file = Descriptor(
            try checked("create", path: draft) {
                open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
            }
        )
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = try checked("write", path: draft) {
                Int32(rest.withUnsafeBytes { write(file.number, $0.baseAddress, $0.count) })
            }
            rest = rest.dropFirst(Int(count))
        }
        try checked("sync", path: draft) { fsync(file.number) }
        try checked("replace", path: path) { rename(draft, path) }
        let folder = Directory.parent(of: path)
        let directory = Descriptor(
            try checked("open", path: folder) { open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        )
        try checked("sync", path: folder) { fsync(directory.number) }
    }
}
