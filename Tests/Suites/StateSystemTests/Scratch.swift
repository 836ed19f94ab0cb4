// SPDX-License-Identifier: Apache-2.0
import Glibc
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
        if let directory = opendir(path) {
            while let entry = readdir(directory) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                    pointer.withMemoryRebound(to: CChar.self, capacity: 256) {
                        String(cString: $0)
                    }
                }
                if name != ".", name != ".." { remove("\(path)/\(name)") }
            }
            closedir(directory)
        }
        Glibc.remove(path)
    }
}
