import Glibc

/// Where a command's results go: whole lines, each written at once.
struct Output {
    /// Whether a person reads along.
    let isTerminal: Bool
    /// Whether what was written can be written over.
    let isErasable: Bool
    /// How text may look.
    let style: Style
    private let descriptor: Int32

    /// Standard output.
    static func standard() -> Output { Output(STDOUT_FILENO) }

    /// Standard error, for progress and notices.
    static func notices() -> Output { Output(STDERR_FILENO) }

    private init(_ descriptor: Int32) {
        self.descriptor = descriptor
        isTerminal = isatty(descriptor) == 1
        isErasable = isTerminal && Environment["TERM"] != "dumb"
        // no-color.org: any value but an empty one asks for none.
        style = Style(coloured: isErasable && Environment["NO_COLOR"] == nil)
    }

    /// How many columns there are just now; a pipe has room for everything.
    var width: Int {
        guard isTerminal else { return .max }
        if let size, size.ws_col > 0 { return Int(size.ws_col) }
        return Environment["COLUMNS"].flatMap { Int($0) } ?? 80
    }

    /// How many lines there are just now; a pipe has room for everything.
    var height: Int {
        guard isTerminal else { return .max }
        return size.flatMap { $0.ws_row > 0 ? Int($0.ws_row) : nil } ?? 24
    }

    /// Writes one line.
    func line(_ text: String) {
        write(Array((text + "\n").utf8))
    }

    /// Writes some lines at once.
    func lines(_ lines: [String]) {
        guard !lines.isEmpty else { return }
        line(lines.joined(separator: "\n"))
    }

    /// Writes values that are JSON, one a line.
    func json(_ values: [[UInt8]]) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(values.reduce(0) { $0 + $1.count + 1 })
        for value in values {
            // JSON has line breaks between its tokens alone: a blank there says the same.
            let line = value.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
            bytes +=
                isTerminal ? Array(String(decoding: line, as: UTF8.self).visibleJSON.utf8) : line
            bytes.append(0x0A)
        }
        write(bytes)
    }

    /// Writes bytes as they are.
    func write(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EPIPE {
                Self.endBySignal()
            } else if errno != EINTR && errno != EAGAIN {
                return Self.failed(descriptor, errno)
            }
        }
    }

    /// Results that can't be written end the program, and it says so; a notice that can't be is lost,
    /// and changes nothing.
    private static func failed(_ descriptor: Int32, _ number: Int32) {
        guard descriptor == STDOUT_FILENO else { return }
        let why = String(cString: strerror(number))
        notices().line("statectl: standard output: \(why)")
        exit(ShellStatus.noOutput.rawValue)
    }

    /// Ends quietly if nobody reads any more, though there is nothing to write just now.
    func endIfNobodyReads() {
        var poll = pollfd(fd: descriptor, events: 0, revents: 0)
        if Glibc.poll(&poll, 1, 0) == 1, poll.revents & Int16(POLLERR) != 0 { Self.endBySignal() }
    }

    /// Ends as other programs do whose reader has gone: silently, by SIGPIPE.
    ///
    /// The network library has that signal ignored, so that writing fails instead.
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

/// The variables of the environment.
enum Environment {
    /// A variable's value; nil: it is not set, or empty.
    static subscript(_ name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        let text = String(cString: value)
        return text.isEmpty ? nil : text
    }
}
