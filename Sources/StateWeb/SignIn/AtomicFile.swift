// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import SystemSupport

/// Files that are replaced atomically and that other users must not be able to write.
enum AtomicFile {
    /// Returns the contents of a file; `nil` if the file does not exist.
    ///
    /// - Throws: ``SystemError``, with the code EPERM if another user owns the file or may write
    ///   it, and EFBIG if it is larger than `limit`.
    static func read(_ path: String, upTo limit: Int) throws(SystemError) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        if descriptor < 0, errno == ENOENT { return nil }
        let file = Descriptor(try checked("open", path: path) { descriptor })
        var status = stat()
        try checked("read", path: path) { fstat(file.number, &status) }
        guard status.st_uid == geteuid(), status.st_mode & 0o022 == 0 else {
            throw SystemError("trust", path: path, code: EPERM)
        }
        let bytes = try WholeFile.read(file.number, path: path, most: limit + 1)
        guard bytes.count <= limit else { throw SystemError("read", path: path, code: EFBIG) }
        return bytes
    }
}
