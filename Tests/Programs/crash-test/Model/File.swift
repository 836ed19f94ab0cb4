// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// Functions that read and write whole files.
package enum File {
    /// Returns all bytes of a file.
    package static func read(_ path: String) throws -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        var status = stat()
        guard file >= 0, fstat(file, &status) == 0 else { throw Violation("cannot read \(path)") }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var place = 0
        while place < bytes.count {
            let count = bytes[place...].withUnsafeMutableBytes { room in
                Glibc.read(file, room.baseAddress, room.count)
            }
            guard count > 0 else { throw Violation("cannot read \(path)") }
            place += count
        }
        return bytes
    }

    /// Replaces the contents of a file.
    package static func write(_ bytes: [UInt8], to path: String) throws {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw Violation("cannot write \(path)") }
        defer { close(file) }
        var place = 0
        while place < bytes.count {
            let count = bytes[place...].withUnsafeBytes { rest in
                Glibc.write(file, rest.baseAddress, rest.count)
            }
            guard count > 0 else { throw Violation("cannot write \(path)") }
            place += count
        }
    }
}
