import Glibc

/// Runs `body` with the path of an empty directory, which is gone afterwards.
package func withTemporaryDirectory<Result>(
    _ body: (String) async throws -> Result
) async throws -> Result {
    var template = Array("/tmp/stated-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw DirectoryFailure(number: errno) }
    let path = String(decoding: template.dropLast().map(UInt8.init), as: UTF8.self)
    defer { remove(path) }
    return try await body(path)
}

/// A directory could not be made; `number` is the errno.
package struct DirectoryFailure: Error {
    let number: Int32
}

/// Removes a directory with the files in it.
private func remove(_ path: String) {
    if let directory = opendir(path) {
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            unlink("\(path)/\(name)")
        }
        closedir(directory)
    }
    rmdir(path)
}
