// SPDX-License-Identifier: Apache-2.0
import Glibc
import SystemSupport

/// Standard output or standard error.
struct Output {
    let isTerminal: Bool
    /// True for a terminal on which text can be erased.
    let isErasable: Bool
    let style: Style
    private let descriptor: Int32

    static func standard() -> Output { Output(STDOUT_FILENO) }

    static func notices() -> Output { Output(STDERR_FILENO) }

    static func notice(_ text: String) { notices().line("statectl: \(text)") }

    /// True if standard input is a terminal.
    static var hasKeys: Bool { isatty(STDIN_FILENO) == 1 }

    private init(_ descriptor: Int32) {
        self.descriptor = descriptor
        isTerminal = isatty(descriptor) == 1
        isErasable = isTerminal && Environment["TERM"] != "dumb"
        // As no-color.org defines, any value except the empty one disables colours.
        style = Style(coloured: isErasable && Environment["NO_COLOR"] == nil)
    }

    /// The number of columns; `Int.max` unless the output is a terminal.
    var width: Int {
        guard isTerminal else { return .max }
        if let size, size.ws_col > 0 { return Int(size.ws_col) }
        return Environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } ?? 80
    }

    /// The number of lines; `Int.max` unless the output is a terminal.
    var height: Int {
        guard isTerminal else { return .max }
        return size.flatMap { $0.ws_row > 0 ? Int($0.ws_row) : nil } ?? 24
    }

    func line(_ text: String) {
        write(Array((text + "\n").utf8))
    }

    func lines(_ lines: [String]) {
        guard !lines.isEmpty else { return }
        line(lines.joined(separator: "\n"))
    }

    func json(_ values: [[UInt8]]) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(values.reduce(0) { $0 + $1.count + 1 })
        for value in values {
            // In JSON, line breaks can only stand between tokens, where a space is equivalent.
            let line = value.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
            bytes +=
                isTerminal ? Array(String(decoding: line, as: UTF8.self).visibleJSON.utf8) : line
            bytes.append(0x0A)
        }
        write(bytes)
    }

    func write(_ bytes: [UInt8]) {
        do throws(SystemError) {
            try WholeFile.write(bytes, to: descriptor)
        } catch {
            if error.code == EPIPE { Self.endBySignal() }
            Self.failed(descriptor, error.code)
        }
    }

    /// Handles a failed write.
    ///
    /// If results cannot be written, the program exits with a message. A message that cannot be
    /// written is dropped.
    private static func failed(_ descriptor: Int32, _ number: Int32) {
        guard descriptor == STDOUT_FILENO else { return }
        let reason = String(cString: strerror(number))
        notice("standard output: \(reason)")
        exit(ShellStatus.noOutput.rawValue)
    }

    /// Ends the program silently if the output is a pipe that its reader has closed.
    func exitIfPipeClosed() {
        var poll = pollfd(fd: descriptor, events: 0, revents: 0)
        if Glibc.poll(&poll, 1, 0) == 1, poll.revents & Int16(POLLERR) != 0 { Self.endBySignal() }
    }

    /// Ends the program by SIGPIPE, as usual when a pipe's reader has closed it.
    ///
    /// The network library ignores this signal, so that writes fail instead.
    private static func endBySignal() -> Never {
        signal(SIGPIPE, SIG_DFL)
        raise(SIGPIPE)
        exit(ShellStatus.bug.rawValue)
    }

    private var size: winsize? {
        var size = winsize()
        return ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 ? size : nil
    }
}

enum Environment {
    /// Returns the value of an environment variable; `nil` if it is not set or empty.
    static subscript(_ name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        let text = String(cString: value)
        return text.isEmpty ? nil : text
    }

    /// Returns the names of all variables that begin with a text, in order.
    static func names(startingWith prefix: String) -> [String] {
        var names: [String] = []
        var next = environ
        while let entry = next.pointee {
            names.append(String(String(cString: entry).prefix { $0 != "=" }))
            next += 1
        }
        return names.filter { $0.hasPrefix(prefix) }.sorted()
    }
}
