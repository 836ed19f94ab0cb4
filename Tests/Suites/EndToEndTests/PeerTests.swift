// SPDX-License-Identifier: Apache-2.0
import StateTesting
import Testing

/// Clients that others wrote, against the daemon itself.
@Suite struct PeerTests {
    /// Runs a program of Tests/Support/interop in the environment that Tests/Support/interop/venv.sh makes.
    private func run(_ name: String, _ arguments: String..., for daemon: DaemonProcess) throws {
        let here = "/Tests/Suites/EndToEndTests/PeerTests.swift"
        let root = String(#filePath.dropLast(here.utf8.count))
        let python = root + "/.build/venv/bin/python"
        let output = daemon.directory.file("output")
        let program = try DaemonProgram(
            [python, "\(root)/Tests/Support/interop/\(name).py", daemon.socket] + arguments,
            environment: ["PATH": "/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1"],
            output: output
        )
        let exit = try program.waitForExit()
        let text = String(decoding: try DaemonFiles.read(output), as: UTF8.self)
        #expect(exit == .status(0), "\(text)")
        #expect(text.contains("passed"))
    }

    @Test func `the Python reference implementation can call the daemon`() throws {
        let daemon = try DaemonProcess.running(
            DaemonProcess.Setup(configuration: "limits:\n  points: 122\n")
        )
        try run("daemon_varlink", daemon.configuration, for: daemon)
    }

    @Test func `asyncvarlink can make many concurrent calls`() throws {
        let daemon = try DaemonProcess.running()
        try run("daemon_asyncvarlink", for: daemon)
    }
}
