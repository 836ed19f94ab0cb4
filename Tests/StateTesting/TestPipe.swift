internal import Glibc

/// A pipe between a test and a program that it starts.
package final class TestPipe {
    /// The end that is read.
    package let output: Int32
    /// The end that is written to; -1: it is closed.
    package private(set) var input: Int32
    private var waiting: [UInt8] = []

    /// A pipe with both its ends, which no program inherits by itself.
    package init() throws(ClientSocket.Failure) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw ClientSocket.Failure(what: "pipe", code: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        output = ends[0]
        input = ends[1]
    }

    deinit {
        close(output)
        closeInput()
    }

    /// Closes our end for writing.
    package func closeInput() {
        if input >= 0 { close(input) }
        input = -1
    }

    /// Writes a line.
    package func say(_ line: String) throws(ClientSocket.Failure) {
        let bytes = Array((line + "\n").utf8)
        guard write(input, bytes, bytes.count) == bytes.count else {
            throw ClientSocket.Failure(what: "write", code: errno)
        }
    }

    /// The next line, without its end; waits for it.
    ///
    /// - Throws: ``ClientSocket/Failure``: EPIPE if none comes any more, EAGAIN if none came in
    ///   ``ClientSocket/patience``.
    package func line() throws(ClientSocket.Failure) -> String {
        while true {
            if let end = waiting.firstIndex(of: UInt8(ascii: "\n")) {
                defer { waiting.removeFirst(end + 1) }
                return String(decoding: waiting[..<end], as: UTF8.self)
            }
            var ready = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            guard poll(&ready, 1, Int32(ClientSocket.patience * 1_000)) > 0 else {
                throw ClientSocket.Failure(what: "read a line", code: EAGAIN)
            }
            var buffer = [UInt8](repeating: 0, count: 4_096)
            let count = read(output, &buffer, buffer.count)
            guard count > 0 else { throw ClientSocket.Failure(what: "read a line", code: EPIPE) }
            waiting += buffer[..<count]
        }
    }
}
