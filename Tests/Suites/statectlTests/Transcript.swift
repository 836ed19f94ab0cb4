// SPDX-License-Identifier: Apache-2.0
import Foundation
import StateTesting
import Varlink

extension DaemonProcess {
    /// Starts a daemon whose items resume at the stored position, however old that is.
    static func withoutRewind() throws -> DaemonProcess {
        try .running(.init(environment: ["STATED_REWIND_24H": "0s"]))
    }

    /// Runs `statectl` with the words of a line, and answers all that a person would read there,
    /// with the exit status in brackets at its end unless that is 0.
    func said(_ line: String, input: String = "") async throws -> String {
        try await Program.said(
            line,
            socket: socket,
            environment: ["HOME": directory.path],
            input: input
        )
    }

    /// The same on a terminal, without colours.
    func shown(_ line: String, columns: UInt16 = 80) async throws -> String {
        try await Terminal(columns: columns).run(
            line.split(separator: " ").map(String.init),
            socket: socket,
            environment: ["NO_COLOR": "1", "PAGER": "cat"]
        )
    }

    /// Runs a line of shell; answers as ``said(_:input:)`` does.
    func shell(_ line: String, in shell: String = "/bin/sh") throws -> String {
        let programs = (try Program.path() as NSString).deletingLastPathComponent
        let output = Pipe()
        let process = try Child(
            shell,
            ["-c", line],
            environment: [
                "PATH": "\(programs):/usr/bin:/bin", "STATED_SOCKET": socket,
                "HOME": directory.path,
            ],
            output: output.fileHandleForWriting.fileDescriptor,
            errors: output.fileHandleForWriting.fileDescriptor
        )
        try output.fileHandleForWriting.close()
        let said = try output.fileHandleForReading.readToEnd() ?? Data()
        let status = process.wait()
        return String(decoding: said, as: UTF8.self) + (status == 0 ? "" : "[\(status)]")
    }

    /// A new surface of a player, for as long as the connection is kept.
    func surface(of player: String) throws -> Client {
        let surface = try client()
        try surface.call("io.stated.Session.Attach", ["player": .string(player)])
        return surface
    }
}

extension Program {
    /// Runs `statectl` with the words of a line, and answers all that a person would read there,
    /// with the exit status in brackets at its end unless that is 0.
    static func said(
        _ line: String,
        socket: String,
        environment: [String: String],
        input: String = ""
    ) async throws -> String {
        let run = try await run(
            line.split(separator: " ").map(String.init),
            socket: socket,
            environment: environment,
            input: input
        )
        return run.output + run.errors + (run.status == 0 ? "" : "[\(run.status)]")
    }
}
