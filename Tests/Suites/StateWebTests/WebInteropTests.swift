// SPDX-License-Identifier: Apache-2.0
import StateProtocol
import StateTesting
import Testing
import Varlink
import WebTesting

/// Other programs at the web server: an OpenAPI client that makes up calls, Prometheus's parser.
@Suite(.timeLimit(.minutes(10))) struct `Other programs and the web server` {
    private static let root: String = {
        var parts = #filePath.split(separator: "/")
        parts.removeLast(4)
        return "/" + parts.joined(separator: "/")
    }()

    /// Runs a program of the tests' Python environment; returns its exit and its output.
    private func run(
        _ program: String,
        _ arguments: [String],
        in directory: TemporaryDirectory
    ) throws -> (exit: DaemonProgram.Exit, output: String) {
        let log = directory.file("\(program).log")
        let process = try DaemonProgram(
            // What the program leaves behind is left in the directory.
            ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", directory.path]
                + ["\(Self.root)/.build/venv/bin/\(program)"] + arguments,
            environment: ["PATH": "/usr/bin:/bin", "HOME": directory.path],
            output: log
        )
        let exit = try process.waitForExit()
        return (exit, String(decoding: try DaemonFiles.read(log), as: UTF8.self))
    }

    @Test func `Prometheus reads the metrics`() throws {
        let web = try WebHarness()
        try web.daemon.client().save("film", 10)
        let script = "\(Self.root)/Tests/Support/interop/prometheus.py"
        let (exit, output) = try run("python", [script, "\(web.port)"], in: web.daemon.directory)
        #expect(exit == .status(0), "\(output)")
        #expect(output.hasSuffix("families\n"))
    }

    @Test func `other machines reach the server through TLS or a proxy, after a sign-in`() throws {
        let directory = try TemporaryDirectory()
        let binaries = try DaemonProcess.executable("stated-web").split(separator: "/").dropLast()
        let (exit, output) = try run(
            "python",
            [
                "\(Self.root)/Tests/Support/interop/signin.py",
                "/" + binaries.joined(separator: "/"),
            ],
            in: directory
        )
        #expect(exit == .status(0), "\(output.suffix(3_000))")
        #expect(output.hasSuffix("by a form\n"))
    }

    /// Each method is called with values of its types and with others: no reply is one that the
    /// description does not allow, and none is an error of the server.
    @Test(arguments: ["Playback", "Session", "Events", "Sync", "Service"])
    func `each reply agrees with its description in OpenAPI`(_ interface: String) throws {
        let web = try WebHarness()
        try web.daemon.client().save("film", 10)
        let (exit, output) = try run(
            "schemathesis",
            [
                "run", "http://127.0.0.1:\(web.port)/openapi/io.stated/io.stated.\(interface)",
                "--url", "http://127.0.0.1:\(web.port)", "--max-examples", "4", "--seed", "1",
                "--no-color", "--checks",
                "not_a_server_error,status_code_conformance,content_type_conformance,"
                    + "response_schema_conformance",
            ],
            in: web.daemon.directory
        )
        #expect(exit == .status(0), "\(output.suffix(3_000))")
        #expect(try web.request("GET", "/health").status == 200)
    }
}
