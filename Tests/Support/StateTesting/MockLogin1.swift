// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import SystemSupport

/// A mock of logind on a private bus.
package final class MockLogin1: Sendable {
    private let process: Child
    private let words: TestPipe
    private let commands: TestPipe
    private let directory: TemporaryDirectory

    /// Starts the mock and waits until it owns its name.
    ///
    /// - Parameters:
    /// - bus: the bus, which has no other logind.
    /// - refusals: the number of requests that the mock refuses first.
    /// - Throws: ``Unexpected`` or ``SystemError`` if it does not start.
    package init(on bus: PrivateBus, refusals: Int = 0) throws {
        directory = try TemporaryDirectory()
        words = try TestPipe()
        commands = try TestPipe()
        process = try Child(
            // Debian's own Python, which has the mock.
            "/usr/bin/python3",
            [try Self.script(), directory.path, "\(refusals)"],
            environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address, "PATH": "/usr/bin:/bin"],
            input: commands.output,
            output: words.input
        )
        words.closeInput()
        let first = try words.line()
        guard first == "ready" else { throw Unexpected(line: first) }
    }

    /// An error that reports unexpected output of the mock.
    package struct Unexpected: Error {
        /// The output.
        package let line: String
    }

    /// Waits for the next request for an inhibitor and returns the mock's report of it.
    ///
    /// The report contains a number and the arguments: `inhibitor 1 sleep stated …`.
    package func request() throws -> String {
        try words.line()
    }

    /// Waits for the requests of a daemon that has found the mock: for sleep and for shutdown.
    ///
    /// - Returns: the reports; the inhibitors have the numbers 1 and 2.
    @discardableResult
    package func firstRequests() throws -> [String] {
        [try request(), try request()]
    }

    /// Announces that the machine is about to sleep, or has woken up.
    package func sleeps(_ begins: Bool) throws {
        try commands.say("PrepareForSleep \(begins)")
    }

    /// Announces that the machine is about to shut down, or that the shutdown was cancelled.
    package func shutsDown(_ begins: Bool) throws {
        try commands.say("PrepareForShutdown \(begins)")
    }

    /// Returns a view of the inhibitor with the given number, which must be held.
    package func inhibitor(_ number: Int) throws -> Inhibitor {
        try Inhibitor(directory.file("inhibitor-\(number)"))
    }

    /// Kills the mock, which frees its name.
    package func end() {
        process.signal(SIGKILL)
        _ = process.wait()
    }

    private static func script() throws -> String {
        let file = "/Tests/Support/StateTesting/MockLogin1.swift"
        guard #filePath.hasSuffix(file) else { throw Unexpected(line: #filePath) }
        return #filePath.dropLast(file.count) + "/Tests/Support/interop/login1.py"
    }

    /// An inhibitor, from logind's side.
    package final class Inhibitor: Sendable {
        private let reader: Int32

        fileprivate init(_ path: String) throws(SystemError) {
            reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
            guard reader >= 0 else { throw SystemError(path, code: errno) }
        }

        deinit {
            close(reader)
        }

        /// True while the inhibitor is held.
        package var isHeld: Bool { !isReleased(within: 0) }

        /// Waits until the inhibitor is released; returns false if it is still held.
        package func waitForRelease() -> Bool {
            isReleased(within: Int32(ClientSocket.timeoutSeconds * 1_000))
        }

        private func isReleased(within milliseconds: Int32) -> Bool {
            var ready = pollfd(fd: reader, events: 0, revents: 0)
            return poll(&ready, 1, milliseconds) > 0 && Int32(ready.revents) & POLLHUP != 0
        }
    }
}
