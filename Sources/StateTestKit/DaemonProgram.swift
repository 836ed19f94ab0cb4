// SPDX-License-Identifier: Apache-2.0
package import Glibc
package import SystemSupport

/// A program started by a test, whose end is awaited with a timeout.
package final class DaemonProgram {
    /// The way in which a program ended.
    package enum Exit: Equatable {
        /// The program exited with the given status.
        case status(Int32)
        /// The given signal killed the program.
        case signal(Int32)
    }

    /// The timeout of a test's waits, in seconds.
    package static let timeoutSeconds = 30

    private let child: Child

    /// Starts a program and appends its output to a file.
    ///
    /// - Parameters:
    /// - words: the program's path and its arguments.
    /// - environment: its complete environment.
    /// - output: the file for standard output and standard error.
    /// - Throws: ``SystemError`` if it cannot be started.
    package init(
        _ words: [String],
        environment: [String: String],
        output: String
    ) throws(SystemError) {
        let file = Descriptor(
            try checked("open", path: output) {
                open(output, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o666)
            }
        )
        child = try Child(
            words[0],
            Array(words.dropFirst()),
            environment: environment,
            output: file.number,
            errors: file.number
        )
    }

    /// The process id.
    package var pid: pid_t { child.pid }

    /// Sends the program a signal.
    package func signal(_ number: Int32) {
        child.signal(number)
    }

    /// Waits until the program has ended.
    package func waitForExit() throws(SystemError) -> Exit {
        // No descriptor reports the end of a process that is not waited for, so this polls.
        for _ in 1...Self.timeoutSeconds * 200 {
            if let exit { return exit }
            poll(nil, 0, 5)
        }
        throw SystemError("end of process \(pid)", code: ETIMEDOUT)
    }

    /// Waits for a message on `other` and returns true, or false if the program has ended.
    func waits(for other: Int32) throws(SystemError) -> Bool {
        var one = pollfd(fd: other, events: Int16(POLLIN), revents: 0)
        for _ in 1...Self.timeoutSeconds * 20 {
            if poll(&one, 1, 50) > 0 { return true }
            if exit != nil { return poll(&one, 1, 0) > 0 }
        }
        throw SystemError("word from process \(pid)", code: ETIMEDOUT)
    }

    /// The program's exit; `nil` while it is running.
    package var exit: Exit? {
        child.ended().map { $0 < 0 ? .signal(-$0) : .status($0) }
    }
}
