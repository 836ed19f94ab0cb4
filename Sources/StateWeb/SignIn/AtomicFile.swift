// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import StateSystem
internal import SystemSupport

/// Files that are replaced in one step: a killed process leaves either the former or the new
/// content.
enum AtomicFile {
    /// Returns the content; `nil` if there is no file.
    ///
    /// - Throws: ``SystemError``; its code is EPERM for a file that others may have written, and
    ///   EFBIG for a file longer than `limit`.
    static func read(_ path: String, upTo limit: Int) throws(SystemError) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        if descriptor < 0, errno == ENOENT { return nil }
        let file = Descriptor(try checked("open", path: path) { descriptor })
        var status = stat()
        try checked("read", path: path) { fstat(file.number, &status) }
        guard status.st_uid == geteuid(), status.st_mode & 0o022 == 0 else {
            throw SystemError("trust", path: path, code: EPERM)
        }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count <= limit {
            let count = try checked("read", path: path) {
                Int32(Glibc.read(file.number, &buffer, buffer.count))
            }
            if count == 0 { return bytes }
            bytes += buffer[..<Int(count)]
        }
        throw SystemError("read", path: path, code: EFBIG)
    }

    /// Replaces the content; only its owner can access the file.
    static func replace(_ path: String, with bytes: [UInt8]) throws(SystemError) {
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
