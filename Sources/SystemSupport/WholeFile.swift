// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// Operations on the whole content of a file.
package enum WholeFile {
    /// Returns the bytes from the position of a descriptor to the end of the file.
    ///
    /// Reading stops when there are at least `most` bytes. `path` is used only in errors.
    package static func read(
        _ descriptor: Int32,
        path: String? = nil,
        most: Int = .max
    ) throws(SystemError) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count < most {
            let count = try checked("read", path: path) {
                Int32(Glibc.read(descriptor, &buffer, buffer.count))
            }
            if count == 0 { break }
            bytes += buffer[..<Int(count)]
        }
        return bytes
    }

    /// Writes all bytes at the position of a descriptor; `path` is used only in errors.
    package static func write(
        _ bytes: [UInt8],
        to descriptor: Int32,
        path: String? = nil
    ) throws(SystemError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR, errno != EAGAIN {
                throw SystemError("write", path: path, code: errno)
            }
        }
    }

    /// Replaces the content of a file atomically, on stable storage; only the owner can access the
    /// file.
    package static func replace(_ path: String, with bytes: [UInt8]) throws(SystemError) {
        let draft = path + ".new"
        unlink(draft)
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
        let file = Descriptor(try checked("create", path: draft) { open(draft, flags, 0o600) })
        do throws(SystemError) {
            try write(bytes, to: file.number, path: draft)
            try checked("sync", path: draft) { fsync(file.number) }
            try checked("replace", path: path) { rename(draft, path) }
        } catch {
            unlink(draft)
            throw error
        }
        try Directory.synchronize(Directory.parent(of: path))
    }
}
