// SPDX-License-Identifier: Apache-2.0
internal import Glibc
package import SystemSupport

/// A directory that is removed with its contents when the object is released.
package final class TemporaryDirectory: Sendable {
    package let path: String

    package init(in parent: String = "/tmp") throws(SystemError) {
        var template = Array("\(parent)/stated-XXXXXX".utf8CString)
        let made = template.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
        }
        guard let made else { throw SystemError("mkdtemp", code: errno) }
        path = made
    }

    deinit {
        Self.removeAll(path)
    }

    package func file(_ name: String) -> String {
        "\(path)/\(name)"
    }

    package func remove(_ name: String) {
        unlink(file(name))
    }

    /// Copies a file into the directory; does nothing if the file does not exist.
    package func copy(_ source: String, as name: String) throws(SystemError) {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try WholeFile.read(at: source)
        } catch {
            if error.isMissing { return }
            throw error
        }
        try overwrite(name, with: bytes)
    }

    package func overwrite(_ name: String, with bytes: [UInt8]) throws(SystemError) {
        try WholeFile.overwrite(file(name), with: bytes)
    }

    private static func removeAll(_ path: String) {
        // For a symbolic link, this removes the link, not its target.
        if unlink(path) == 0 { return }
        for name in Directory.names(in: path) { removeAll("\(path)/\(name)") }
        rmdir(path)
    }
}

extension WholeFile {
    package static func read(at path: String) throws(SystemError) -> [UInt8] {
        let file = Descriptor(
            try checked("open", path: path) { open(path, O_RDONLY | O_CLOEXEC) }
        )
        return try read(file.number, path: path)
    }
    /// Replaces the contents of a file in place, or creates it for its owner alone.
    package static func overwrite(_ path: String, with bytes: [UInt8]) throws(SystemError) {
        let file = Descriptor(
            try checked("open", path: path) {
                open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
            }
        )
        try write(bytes, to: file.number, path: path)
    }
}
