// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// A test's own directory, which is removed with all its contents when the object is released.
package final class TemporaryDirectory: Sendable {
    /// The path, short enough for a socket's address.
    package let path: String

    /// Creates an empty directory.
    ///
    /// - Parameter parent: the directory that contains it.
    /// - Throws: ``Failure`` if it cannot be created.
    package init(in parent: String = "/tmp") throws(Failure) {
        var template = Array("\(parent)/stated-XXXXXX".utf8CString)
        let made = template.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
        }
        guard let made else { throw Failure(what: "mkdtemp", code: errno) }
        path = made
    }

    deinit {
        Self.removeAll(path)
    }

    /// Returns the path of an entry.
    package func file(_ name: String) -> String {
        "\(path)/\(name)"
    }

    /// Removes a file; does nothing if it does not exist.
    package func remove(_ name: String) {
        unlink(file(name))
    }

    /// Copies the current bytes of a file; does nothing if it does not exist.
    package func copy(_ source: String, as name: String) throws(Failure) {
        let from = open(source, O_RDONLY | O_CLOEXEC)
        if from < 0, errno == ENOENT { return }
        guard from >= 0 else { throw Failure(what: source, code: errno) }
        defer { close(from) }
        let to = open(file(name), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard to >= 0 else { throw Failure(what: file(name), code: errno) }
        defer { close(to) }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(from, &buffer, buffer.count)
            if count == 0 { return }
            guard count > 0, write(to, buffer, count) == count else {
                throw Failure(what: "copy of \(source)", code: errno)
            }
        }
    }

    /// Replaces the contents of an entry.
    package func overwrite(_ name: String, with bytes: [UInt8]) throws(Failure) {
        let descriptor = open(file(name), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Failure(what: file(name), code: errno) }
        defer { close(descriptor) }
        guard write(descriptor, bytes, bytes.count) == bytes.count else {
            throw Failure(what: file(name), code: errno)
        }
    }

    /// A failed system call.
    package struct Failure: Error, CustomStringConvertible {
        /// The operation that failed.
        package let what: String
        /// The system's error number.
        package let code: Int32

        /// The operation and the system's text for the error.
        package var description: String { "\(what): \(String(cString: strerror(code)))" }
    }

    private static func removeAll(_ path: String) {
        if let directory = opendir(path) {
            while let entry = readdir(directory) {
                let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                }
                if name != ".", name != ".." { removeAll("\(path)/\(name)") }
            }
            closedir(directory)
        }
        Glibc.remove(path)
    }
}
