// SPDX-License-Identifier: Apache-2.0
package import Glibc
package import SystemSupport

/// A program that is started for a test; waiting for it fails after a timeout.
package final class DaemonProgram {
    package enum Exit: Equatable {
        case status(Int32)
        case signal(Int32)
    }

    /// The timeout of each wait, in seconds.
    package static let timeoutSeconds = 30

    private let child: Child

    /// Starts a program in the given environment, and appends its output and errors to a file.
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

    /// Returns the path of a program in PATH; `nil` if there is none.
    package static func installed(_ name: String) -> String? {
        let folders = getenv("PATH").map { String(cString: $0) }?.split(separator: ":") ?? []
        return folders.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }

    package var pid: pid_t { child.pid }

    package func signal(_ number: Int32) {
        child.signal(number)
    }

    package func waitForExit() throws(SystemError) -> Exit {
        // The end of a process makes no descriptor readable, so this loop polls.
        for _ in 1...Self.timeoutSeconds * 200 {
            if let exit { return exit }
            poll(nil, 0, 5)
        }
        throw SystemError("end of process \(pid)", code: ETIMEDOUT)
    }

    /// Waits until a descriptor is readable; returns false if the program ends first, and throws
    /// after the timeout.
    func waits(for other: Int32) throws(SystemError) -> Bool {
        var one = pollfd(fd: other, events: Int16(POLLIN), revents: 0)
        for _ in 1...Self.timeoutSeconds * 20 {
            if poll(&one, 1, 50) > 0 { return true }
            if exit != nil { return poll(&one, 1, 0) > 0 }
        }
        throw SystemError("message from process \(pid)", code: ETIMEDOUT)
    }

    package var exit: Exit? {
        child.ended().map { $0 < 0 ? .signal(-$0) : .status($0) }
    }
}
