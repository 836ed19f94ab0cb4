// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import SystemSupport

/// A mock of a service on a private bus, run by a Python script of `Tests/Support/interop`.
package final class MockService: Sendable {
    private let process: Child
    private let words: TestPipe
    private let commands: TestPipe

    /// Starts a script, and waits until the mock owns its name.
    ///
    /// - Parameters:
    ///   - script: The name of the script.
    ///   - arguments: The arguments of the script.
    ///   - variable: The variable with which the script finds the bus.
    ///   - bus: The bus, which has no other such service.
    /// - Throws: ``Unexpected`` or ``SystemError`` if it does not start.
    package init(
        _ script: String,
        _ arguments: String...,
        variable: String = "DBUS_SESSION_BUS_ADDRESS",
        on bus: PrivateBus
    ) throws {
        words = try TestPipe()
        commands = try TestPipe()
        process = try Child(
            // Debian's own Python, which has the mock.
            "/usr/bin/python3",
            [try Self.path(of: script)] + arguments,
            environment: [variable: bus.address, "PATH": "/usr/bin:/bin"],
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

    /// Waits for the next line of the mock.
    package func line() throws -> String { try words.line() }

    /// Waits for the next line that contains a text, and returns it.
    package func line(with text: String) throws -> String {
        while true {
            let line = try words.line()
            if line.contains(text) { return line }
        }
    }

    /// Sends a command to the mock.
    package func say(_ command: String) throws { try commands.say(command) }

    /// Kills the mock, which frees its name.
    package func end() {
        process.signal(SIGKILL)
        _ = process.wait()
    }

    private static func path(of script: String) throws -> String {
        let file = "/StateTesting/MockService.swift"
        guard #filePath.hasSuffix(file) else { throw Unexpected(line: #filePath) }
        return #filePath.dropLast(file.count) + "/interop/\(script)"
    }
}
