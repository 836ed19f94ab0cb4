internal import Glibc

/// A logind on a bus of the test's own.
package final class MockLogin1: Sendable {
    private let process: Child
    private let words: TestPipe
    private let commands: TestPipe
    private let directory: TemporaryDirectory

    /// Starts one on that bus; it has its name when this returns.
    ///
    /// - Parameters:
    ///   - bus: where there is no other one.
    ///   - refuses: it gives no inhibitors.
    /// - Throws: ``Unexpected`` or ``ClientSocket/Failure`` where it does not come up.
    package init(on bus: PrivateBus, refuses: Bool = false) throws {
        directory = try TemporaryDirectory()
        words = try TestPipe()
        commands = try TestPipe()
        process = try Child(
            // Debian's own, which has the mock.
            "/usr/bin/python3",
            [try Self.script(), directory.path] + (refuses ? ["--refuse"] : []),
            environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address, "PATH": "/usr/bin:/bin"],
            input: commands.output,
            output: words.input
        )
        words.closeInput()
        let first = try words.line()
        guard first == "ready" else { throw Unexpected(line: first) }
    }

    /// The mock said something else than it should.
    package struct Unexpected: Error {
        /// What it said.
        package let line: String
    }

    /// What it says of the next request for an inhibitor; waits for it.
    ///
    /// `inhibitor 1 sleep:shutdown stated …`: its number, and what was asked for.
    package func request() throws -> String {
        try words.line()
    }

    /// Says that the machine is about to sleep, or has slept.
    package func sleeps(_ begins: Bool) throws {
        try commands.say("PrepareForSleep \(begins)")
    }

    /// Says that the machine is about to be switched off, or stays on.
    package func shutsDown(_ begins: Bool) throws {
        try commands.say("PrepareForShutdown \(begins)")
    }

    /// An eye on the inhibitor of that number, which is held.
    package func inhibitor(_ number: Int) throws -> Inhibitor {
        try Inhibitor(directory.file("inhibitor-\(number)"))
    }

    /// Ends it, and its name is free again.
    package func end() {
        process.signal(SIGKILL)
        _ = process.wait()
    }

    private static func script() throws -> String {
        let file = "/Tests/StateTesting/MockLogin1.swift"
        guard #filePath.hasSuffix(file) else { throw Unexpected(line: #filePath) }
        return #filePath.dropLast(file.count) + "/Tests/interop/login1.py"
    }

    /// One inhibitor, as logind sees it.
    package final class Inhibitor: Sendable {
        private let reader: Int32

        fileprivate init(_ path: String) throws(ClientSocket.Failure) {
            reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
            guard reader >= 0 else { throw ClientSocket.Failure(what: path, code: errno) }
        }

        deinit {
            close(reader)
        }

        /// Whether somebody holds it.
        package var isHeld: Bool { !isReleased(within: 0) }

        /// Waits until nobody holds it any more; false: somebody still does.
        package func waitForRelease() -> Bool {
            isReleased(within: Int32(ClientSocket.patience * 1_000))
        }

        private func isReleased(within milliseconds: Int32) -> Bool {
            var ready = pollfd(fd: reader, events: 0, revents: 0)
            return poll(&ready, 1, milliseconds) > 0 && Int32(ready.revents) & POLLHUP != 0
        }
    }
}
