// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import SystemSupport

/// A mock of logind on a private bus.
package final class MockLogin1: Sendable {
    private let service: MockService
    private let directory: TemporaryDirectory

    /// Starts the mock and waits until it owns its name.
    ///
    /// - Parameters:
    /// - bus: the bus, which has no other logind.
    /// - refusals: the number of requests that the mock refuses first.
    /// - Throws: ``MockService/Unexpected`` or ``SystemError`` if it does not start.
    package init(on bus: PrivateBus, refusals: Int = 0) throws {
        directory = try TemporaryDirectory()
        service = try MockService(
            "login1.py",
            directory.path,
            "\(refusals)",
            variable: "DBUS_SYSTEM_BUS_ADDRESS",
            on: bus
        )
    }

    /// Waits for the next request for an inhibitor and returns the mock's report of it.
    ///
    /// The report contains a number and the arguments: `inhibitor 1 sleep stated …`.
    package func request() throws -> String {
        try service.line()
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
        try service.say("PrepareForSleep \(begins)")
    }

    /// Announces that the machine is about to shut down, or that the shutdown was cancelled.
    package func shutsDown(_ begins: Bool) throws {
        try service.say("PrepareForShutdown \(begins)")
    }

    /// Returns a view of the inhibitor with the given number, which must be held.
    package func inhibitor(_ number: Int) throws -> Inhibitor {
        try Inhibitor(directory.file("inhibitor-\(number)"))
    }

    /// Kills the mock, which frees its name.
    package func end() {
        service.end()
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
