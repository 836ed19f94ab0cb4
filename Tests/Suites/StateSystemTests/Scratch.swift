// SPDX-License-Identifier: Apache-2.0
import Glibc
import SystemSupport
import Testing

/// A directory of one test, gone when the test is over.
struct Scratch: ~Copyable {
    /// Its path, short enough for a socket's address.
    let path: String

    init() throws {
        var template = Array("/tmp/stated-test-XXXXXX".utf8CString)
        path = try template.withUnsafeMutableBufferPointer { buffer in
            let base = try #require(buffer.baseAddress)
            return String(cString: try #require(mkdtemp(base)))
        }
    }

    deinit {
        remove(path)
    }

    private func remove(_ path: String) {
        for name in Directory.names(in: path) { remove("\(path)/\(name)") }
        Glibc.remove(path)
    }
}
