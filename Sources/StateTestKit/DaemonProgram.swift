// SPDX-License-Identifier: Apache-2.0
package import Glibc
package import SystemSupport

/// A program that a test starts, with a timeout for each wait.
package final class DaemonProgram {
    /// The way in which a program ended.
    package enum Exit: Equatable {
        /// The program exited with the given status.
        case status(Int32)
        /// The given signal killed the program.
        case signal(Int32)
    }

    /// The timeout of each wait in tests, in seconds.
    package static let timeoutSeconds = 30

    private let child: Child

    /// Starts a program and appends its output to a file.
    ///
    /// - Parameters:
    ///   - words: The program's path and its arguments.
    ///   - environment: The program's complete environment.
    ///   - output: The path of the file for standard output and standard error.
    /// - Throws: ``SystemError`` if the program cannot be started.
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

    package var pid: pid_t { child.pid }

    package func signal(_ number: Int32) {
        child.signal(number)
    }

    /// Waits until the program has ended.
    package func waitForExit() throws(SystemError) -> Exit {
        // No descriptor becomes readable when an unreaped process ends, so this polls.
        for _ in 1...Self.timeoutSeconds * 200 {
            if let exit { return exit }
            poll(nil, 0, 5)
        }
        throw SystemError("end of process \(pid)", code: ETIMEDOUT)
    }

    /// Waits for a message on another descriptor; returns false if the program ends first.
    func waits(for other: Int32) throws(SystemError) -> Bool {
        var one = pollfd(fd: other, events: Int16(POLLIN), revents: 0)
        for _ in 1...Self.timeoutSeconds * 20 {
            if poll(&one, 1, 50) > 0 { return true }
            if exit != nil { return poll(&one, 1, 0) > 0 }
        }
        throw SystemError("message from process \(pid)", code: ETIMEDOUT)
    }

    /// The way in which the program ended; `nil` while it is running.
    package var exit: Exit? {
        child.ended().map { $0 < 0 ? .signal(-$0) : .status($0) }
    }
}
