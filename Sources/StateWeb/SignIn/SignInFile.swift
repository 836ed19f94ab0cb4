// SPDX-License-Identifier: Apache-2.0
internal import Glibc
package import SystemSupport

/// The file with the sign-in record, which the web server and the commands of `stated-web` share.
///
/// Each change is made under a lock, and replaces the file atomically. Only the owner can read the
/// file.
package struct SignInFile: Sendable {
    /// The maximum size of the file, in bytes; a hundred sessions need less than 64 KiB.
    private static let maximumBytes = 1 << 20

    /// The time to wait for another program's lock, in milliseconds.
    private static let lockMilliseconds: Int32 = 5_000

    package let path: String

    package init(path: String) {
        self.path = path
    }

    package var stamp: FileStamp? { FileStamp(path: path) }

    /// Returns the record; an empty one if the file does not exist.
    ///
    /// - Throws: ``SystemError``, with the code EBADMSG if the file has another format, and EPERM
    ///   if another user owns the file or may write it.
    package func read() throws(SystemError) -> SignInRecord {
        guard let bytes = try AtomicFile.read(path, upTo: Self.maximumBytes) else {
            return SignInRecord()
        }
        guard let record = SignInRecord(json: bytes) else {
            throw SystemError("parse", path: path, code: EBADMSG)
        }
        return record
    }

    /// Changes the record under the lock, and returns the result of `change`.
    ///
    /// An unchanged record is not written.
    ///
    /// - Throws: ``SystemError`` if the file cannot be locked, read or written, or an error of
    ///   `change`; the file is then unchanged.
    package func update<Value>(
        _ change: (inout SignInRecord) throws(SystemError) -> Value
    ) throws(SystemError) -> Value {
        try Directory.create(Directory.parent(of: path))
        let lock = Descriptor(
            try checked("open", path: path + ".lock") {
                open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
            }
        )
        let code = lockExclusively(lock.number, within: Self.lockMilliseconds)
        guard code == 0 else { throw SystemError("lock", path: path + ".lock", code: code) }
        let former = try read()
        var record = former
        let value = try change(&record)
        if record != former { try WholeFile.replace(path, with: record.json) }
        return value
    }
}
