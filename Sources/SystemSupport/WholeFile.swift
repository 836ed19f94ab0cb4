// SPDX-License-Identifier: Apache-2.0
internal import Glibc

package enum WholeFile {
    /// Reads the rest of a file, from the descriptor's position.
    ///
    /// Stops once it has read at least `most` bytes, so the result can be longer than `most`.
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

    /// Opens a file with additional flags, and reads it like ``read(_:path:most:)``.
    package static func read(
        path: String,
        flags: Int32 = 0,
        most: Int = .max
    ) throws(SystemError) -> [UInt8] {
        let file = Descriptor(
            try checked("open", path: path) { open(path, O_RDONLY | O_CLOEXEC | flags) }
        )
        return try read(file.number, path: path, most: most)
    }

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

    /// Replaces a file atomically with a new one that only its owner can access, and syncs file and
    /// directory to the disk.
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
