// SPDX-License-Identifier: Apache-2.0
import Glibc
import Synchronization

/// The terminal in full-screen mode, without a cursor and without echo.
///
/// The terminal is restored at the end of the command, after `exit`, and after the signals that
/// usually end a program. The functions for this are safe in signal handlers.
enum TerminalScreen {
    private static let isEntered = Atomic<Bool>(false)
    /// The address of the previous terminal settings, which are never freed; 0 before they are
    /// saved.
    private static let before = Atomic<UInt>(0)

    /// Enters full-screen mode; returns false without a terminal.
    static func enter() -> Bool {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { return false }
        let settings = UnsafeMutablePointer<termios>.allocate(capacity: 1)
        guard tcgetattr(STDIN_FILENO, settings) == 0 else {
            settings.deallocate()
            return false
        }
        before.store(UInt(bitPattern: settings), ordering: .sequentiallyConsistent)
        for number in [SIGTERM, SIGHUP, SIGQUIT, SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT] {
            signal(number) { number in
                TerminalScreen.leave()
                signal(number, SIG_DFL)
                raise(number)
            }
        }
        // An interrupt is a normal end of this command, and not a failure.
        signal(SIGINT) { _ in
            TerminalScreen.leave()
            _exit(0)
        }
        signal(SIGTSTP) { _ in
            TerminalScreen.leave()
            raise(SIGSTOP)
            TerminalScreen.show()
        }
        atexit { TerminalScreen.leave() }
        show()
        return true
    }

    static func leave() {
        guard isEntered.exchange(false, ordering: .sequentiallyConsistent) else { return }
        write("\u{1B}[?25h\u{1B}[?1049l")
        if let settings { tcsetattr(STDIN_FILENO, TCSADRAIN, settings) }
    }

    static func draw(_ lines: [String]) {
        guard isEntered.load(ordering: .sequentiallyConsistent) else { return }
        // A single system call avoids flicker.
        let text = lines.map { $0 + "\u{1B}[K" }.joined(separator: "\n")
        Output.standard().write(Array("\u{1B}[H\(text)\u{1B}[J".utf8))
    }

    /// Returns the pressed key; `nil` if there is none, or if standard input has ended.
    static func key() -> UInt8? {
        var poll = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        guard Glibc.poll(&poll, 1, 0) == 1, poll.revents & Int16(POLLIN) != 0 else { return nil }
        var byte: UInt8 = 0
        return read(STDIN_FILENO, &byte, 1) == 1 ? byte : nil
    }

    private static func show() {
        guard let settings else { return }
        var own = settings.pointee
        own.c_lflag &= ~tcflag_t(ICANON | ECHO)
        isEntered.store(true, ordering: .sequentiallyConsistent)
        tcsetattr(STDIN_FILENO, TCSADRAIN, &own)
        write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[H\u{1B}[2J")
    }

    private static var settings: UnsafeMutablePointer<termios>? {
        UnsafeMutablePointer(bitPattern: before.load(ordering: .sequentiallyConsistent))
    }

    private static func write(_ text: StaticString) {
        _ = Glibc.write(STDOUT_FILENO, text.utf8Start, text.utf8CodeUnitCount)
    }
}
