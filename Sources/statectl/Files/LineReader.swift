// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A reader of the lines of a file, or of standard input.
struct LineReader: ~Copyable {
    /// The file's name in messages.
    let name: String
    /// The size in bytes; `nil` if it is unknown, as with a pipe.
    let size: Int?
    /// The number of bytes read so far.
    private(set) var offset = 0
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private var start = 0
    private var isAtEnd = false

    /// Creates a reader of the file at `path`; `-` is standard input.
    init(path: String) throws(Failure) {
        if path == "-" {
            name = "standard input"
            descriptor = dup(STDIN_FILENO)
        } else {
            name = path
            descriptor = open(path, O_RDONLY | O_CLOEXEC)
        }
        guard descriptor >= 0 else { throw Failure(file: name, errno) }
        var status = stat()
        let isFile = fstat(descriptor, &status) == 0 && status.isKind(S_IFREG)
        size = isFile ? Int(status.st_size) : nil
    }

    deinit {
        close(descriptor)
    }

    /// Returns the next line without its line feed; `nil` after the last.
    mutating func next() throws(Failure) -> [UInt8]? {
        var searched = start
        while true {
            if let end = buffer[searched...].firstIndex(of: 0x0A) {
                defer { start = end + 1 }
                return Array(buffer[start..<end])
            }
            if isAtEnd {
                defer { start = buffer.count }
                return start < buffer.count ? Array(buffer[start...]) : nil
            }
            buffer.removeFirst(start)
            start = 0
            searched = buffer.count
            try fill()
        }
    }

    private mutating func fill() throws(Failure) {
        let chunk = 65_536
        let before = buffer.count
        var count = 0
        buffer.append(contentsOf: repeatElement(0, count: chunk))
        repeat {
            count = buffer.withUnsafeMutableBytes { bytes in
                read(descriptor, bytes.baseAddress?.advanced(by: before), chunk)
            }
        } while count < 0 && errno == EINTR
        let number = errno
        buffer.removeLast(chunk - max(0, count))
        guard count >= 0 else { throw Failure(file: name, number) }
        isAtEnd = count == 0
        offset += count
    }
}
