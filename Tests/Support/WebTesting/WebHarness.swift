// SPDX-License-Identifier: Apache-2.0
import Glibc
package import StateTesting
package import Varlink

/// A daemon and a web server in front of it, both as built, on a port of their own.
package final class WebHarness {
    /// The daemon.
    package let daemon: DaemonProcess
    /// The port on which the web server listens.
    package private(set) var port = 0
    private let log: String
    private var server: DaemonProgram?

    /// Starts both.
    ///
    /// - Parameters:
    ///   - keys: keys of the configuration, as arguments.
    ///   - running: a daemon that runs; `nil` for a new one.
    /// - Throws: an error if one of them does not start.
    package init(_ keys: [String] = [], daemon running: DaemonProcess? = nil) throws {
        daemon = try running ?? DaemonProcess.running()
        log = daemon.directory.file("web.log")
        // The log of a former server names the former port.
        unlink(log)
        server = try DaemonProgram(
            [
                try DaemonProcess.executable("stated-web"), "--listen", "127.0.0.1:0", "--daemon",
                daemon.socket, "--web.sessions", daemon.directory.file("sessions.json"),
            ] + keys,
            environment: ["PATH": "/usr/bin:/bin", "HOME": daemon.directory.path],
            output: log
        )
        try waitUntil("the web server says where it listens") { try readPort() }
    }

    deinit {
        server?.signal(SIGKILL)
        _ = try? server?.waitForExit()
    }

    private func readPort() throws -> Bool {
        let text = String(decoding: (try? DaemonFiles.read(log)) ?? [], as: UTF8.self)
        guard let start = text.firstRange(of: "ready port=") else { return false }
        let digits = text[start.upperBound...].prefix { $0.isNumber }
        port = Int(digits) ?? 0
        return port > 0 && text[digits.endIndex...].hasPrefix(" ")
    }

    /// The resident memory of the web server that holds no file, in bytes.
    package var anonymousBytes: Int {
        get throws { try DaemonFiles.anonymousBytes(of: server?.pid ?? 0) }
    }

    /// How the web server ended; `nil` while it runs.
    package var exit: DaemonProgram.Exit? { server?.exit }

    /// Ends the web server as its manager does; returns how it ended.
    package func stop() throws -> DaemonProgram.Exit? {
        server?.signal(SIGTERM)
        return try server?.waitForExit()
    }

    /// Sends a request and returns the whole response.
    package func request(
        _ method: String,
        _ path: String,
        headers: [String] = [],
        body: String? = nil
    ) throws -> WebResponse {
        let connection = try WebConnection(port: port)
        try connection.send(method, path, headers: headers + ["Connection: close"], body: body)
        return try connection.response()
    }

    /// Passes on a call, and returns the response.
    package func call(_ method: String, _ parameters: JSONValue) throws -> WebResponse {
        try request(
            "POST",
            "/call/\(method)",
            headers: ["Content-Type: application/json"],
            body: String(decoding: parameters.json, as: UTF8.self)
        )
    }

    /// The path of the calls that follow changes.
    package static let subscribe = "/call/io.stated.Playback.Subscribe"

    /// Follows the events at a path from a position on.
    package func follow(
        _ path: String = subscribe,
        after position: String? = nil
    ) throws -> EventReader {
        let connection = try WebConnection(port: port)
        try connection.send(
            "GET",
            path,
            headers: ["Accept: text/event-stream"]
                + (position.map { ["Last-Event-ID: \($0)"] } ?? [])
        )
        return EventReader(connection)
    }
}
