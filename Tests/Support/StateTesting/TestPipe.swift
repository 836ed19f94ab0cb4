// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import Synchronization
package import SystemSupport

/// A pipe between a test and a program that it starts.
package final class TestPipe: Sendable {
    /// The read end.
    package let output: Int32
    private let writing: Mutex<Int32>
    /// The bytes read so far that do not form a complete line.
    private let waiting = Mutex<[UInt8]>([])

    /// Creates a pipe whose ends are not inherited by programs.
    package init() throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw SystemError("pipe", code: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        output = ends[0]
        writing = Mutex(ends[1])
    }

    deinit {
        close(output)
        closeInput()
    }

    /// The write end; -1 if it is closed.
    package var input: Int32 { writing.withLock(\.self) }

    /// Closes our write end.
    package func closeInput() {
        writing.withLock { end in
            if end >= 0 { close(end) }
            end = -1
        }
    }

    /// Writes a line.
    package func say(_ line: String) throws(SystemError) {
        let bytes = Array((line + "\n").utf8)
        guard write(input, bytes, bytes.count) == bytes.count else {
            throw SystemError("write", code: errno)
        }
    }

    /// Waits for the next line and returns it without its end; for a single reader.
    ///
    /// - Throws: ``SystemError``: EPIPE if no line can arrive any more, EAGAIN if none
    ///   arrived within ``ClientSocket/timeoutSeconds``.
    package func line() throws(SystemError) -> String {
        while true {
            if let line = waitingLine() { return line }
            var ready = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            guard poll(&ready, 1, Int32(ClientSocket.timeoutSeconds * 1_000)) > 0 else {
                throw SystemError("read a line", code: EAGAIN)
            }
            var buffer = [UInt8](repeating: 0, count: 4_096)
            let count = read(output, &buffer, buffer.count)
            guard count > 0 else { throw SystemError("read a line", code: EPIPE) }
            waiting.withLock { $0 += buffer[..<count] }
        }
    }

    private func waitingLine() -> String? {
        waiting.withLock { waiting in
            guard let end = waiting.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
            defer { waiting.removeFirst(end + 1) }
            return String(decoding: waiting[..<end], as: UTF8.self)
        }
    }
}
