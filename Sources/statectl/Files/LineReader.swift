// SPDX-License-Identifier: Apache-2.0
import Glibc

struct LineReader: ~Copyable {
    let name: String
    /// The size in bytes; `nil` if unknown, as for a pipe.
    let size: Int?
    private(set) var offset = 0
    private let file: UnsafeMutablePointer<FILE>

    init(path: String) throws(Failure) {
        let isInput = path == "-"
        name = isInput ? "standard input" : path
        guard let file = isInput ? fdopen(dup(STDIN_FILENO), "r") : fopen(path, "re") else {
            // A closed standard input was opened for writing by StandardDescriptors.
            throw Failure(file: name, isInput ? EBADF : errno)
        }
        self.file = file
        var status = stat()
        let isFile = fstat(fileno(file), &status) == 0 && status.isKind(S_IFREG)
        size = isFile ? Int(status.st_size) : nil
    }

    deinit {
        fclose(file)
    }

    /// The byte-order mark with which some editors begin a file.
    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Returns the next line without its line feed, and without a byte-order mark at the start of
    /// the file; `nil` after the last one.
    mutating func next() throws(Failure) -> [UInt8]? {
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(line) }
        let count = getline(&line, &capacity, file)
        guard count > 0 else {
            if ferror(file) != 0 { throw Failure(file: name, errno) }
            return nil
        }
        var bytes = [UInt8](UnsafeRawBufferPointer(start: line, count: count))
        if bytes.last == 0x0A { bytes.removeLast() }
        if offset == 0, bytes.starts(with: Self.mark) { bytes.removeFirst(Self.mark.count) }
        offset += count
        return bytes
    }
}
