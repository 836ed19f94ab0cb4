// SPDX-License-Identifier: Apache-2.0
import Foundation
import StateTesting
import Testing

/// `statectl config`, with a real daemon.
@Suite struct ConfigurationCommandTests {
    private let daemon: DaemonProcess

    init() throws {
        daemon = try .running(DaemonProcess.Setup(configuration: "# mine\n"))
    }

    private func text() throws -> String {
        try String(contentsOfFile: daemon.configuration, encoding: .utf8)
    }

    private func set(_ words: String) async throws -> String {
        try await daemon.said("config set \(words) --config \(daemon.configuration)")
    }

    @Test(arguments: ["ttl 24h", "ttl 86400s", "ttl 1d"])
    func `a default that is written to the file changes no value of the daemon`(
        words: String
    ) async throws {
        let same = "the daemon's values are the same as before"
        #expect(try await set(words).hasSuffix("in \(daemon.configuration); \(same)\n"))
        #expect(try await set("ttl --unset").hasSuffix("in \(daemon.configuration); \(same)\n"))
    }

    @Test func `a file that the daemon does not read is named beside the one that it reads`()
        async throws
    {
        let other = daemon.directory.file("other.yaml")
        let answer = try await daemon.said("config set ttl 2d --config \(other)")
        #expect(
            answer
                == "ttl: 2d in \(other); the daemon reads \(daemon.configuration), not \(other): it "
                + "was started with another --config, STATED_CONFIG or XDG_CONFIG_HOME\n"
        )
        try FileManager.default.removeItem(atPath: other)
        try FileManager.default.createSymbolicLink(
            atPath: other,
            withDestinationPath: daemon.configuration
        )
        let linked = try await daemon.said("config set ttl 3d --config \(other)")
        #expect(linked.contains("the daemon has read it"))
    }

    @Test func `a key that has its first value again needs no restart`() async throws {
        let path = daemon.configuration
        for value in ["attic", "cellar"] {
            #expect(
                try await set("device \(value)")
                    .hasSuffix("; device takes effect when the daemon is restarted\n")
            )
        }
        #expect(
            try await set("device --unset")
                == "device: not set (it was cellar) in \(path); the daemon has read it\n"
        )
        #expect(
            try await set("device cellar")
                .hasSuffix("; device takes effect when the daemon is restarted\n")
        )
    }

    @Test func `a dry run prints the new text of the file, with --json as a member`() async throws {
        #expect(try await set("ttl 2d --dry-run") == "# mine\nttl: 2d\n")
        #expect(
            try await set("ttl 2d --dry-run --json")
                == #"{"key":"ttl","value":"2d","file":"\#(daemon.configuration)","text":"#
                + "\"# mine\\nttl: 2d\\n\"}\n"
        )
        #expect(try text() == "# mine\n")
    }

    // MARK: Several changes at the same time

    @Test func `changes of several keys at the same time are all kept`() async throws {
        let players = (1...6).map { "player-\($0)" }
        let (socket, path) = (daemon.socket, daemon.configuration)
        let statuses = try await withThrowingTaskGroup(of: Int32.self) { group in
            for player in players {
                group.addTask {
                    try await Program.run(
                        ["config", "set", "players.\(player).ttl", "2d", "--config", path],
                        socket: socket
                    ).status
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses == players.map { _ in 0 })
        let text = try text()
        #expect(players.allSatisfy { text.contains("\n  \($0):\n    ttl: 2d\n") }, "\(text)")
        let names = DaemonFiles.names(in: daemon.directory.path)
        #expect(names.allSatisfy { !$0.contains("part") && !$0.contains("check") })
    }

    /// Edits the file with a line of shell, in which `$1` is the draft.
    private func edit(_ line: String) async throws -> Program {
        let editor = daemon.directory.file("editor")
        try DaemonFiles.write(Array("#!/bin/sh\n\(line)\n".utf8), to: editor)
        #expect(chmod(editor, 0o700) == 0)
        let programs = URL(fileURLWithPath: try Program.path()).deletingLastPathComponent().path
        return try await Program.run(
            ["config", "edit", "--config", daemon.configuration],
            socket: daemon.socket,
            environment: [
                "EDITOR": editor, "PATH": "\(programs):/usr/bin:/bin",
                "TMPDIR": daemon.directory.path, "STATED_SOCKET": daemon.socket,
            ]
        )
    }

    private func drafts() -> [String] {
        DaemonFiles.names(in: daemon.directory.path)
            .filter { $0.hasPrefix("stated-") && $0.hasSuffix(".yaml") }
    }

    @Test func `an edit does not undo a change that was made in the meantime`() async throws {
        let path = daemon.configuration
        let other = "statectl config set limits.points 500 --config \(path) >/dev/null"
        let run = try await edit("echo 'ttl: 3d' >>\"$1\"\n\(other)")
        #expect(run.status == 75)
        #expect(run.output.isEmpty)
        #expect(try text() == "# mine\nlimits:\n  points: 500\n")
        let draft = daemon.directory.file(try #require(drafts().first))
        #expect(
            run.errors == "statectl: \(path) has changed in the meantime, and was not replaced; "
                + "your text is in \(draft)\n"
        )
        #expect(try String(contentsOfFile: draft, encoding: .utf8) == "# mine\nttl: 3d\n")
        #expect(unlink(draft) == 0)
        // Without an edit, there is nothing to keep.
        let idle = try await edit("statectl config set ttl 2d --config \(path) >/dev/null")
        #expect(idle.output == "nothing was changed\n")
        #expect(try text().contains("ttl: 2d\n"))
        #expect(drafts().isEmpty)
    }

    @Test func `an edited text is kept if the file cannot be written`() async throws {
        let path = daemon.configuration
        let run = try await edit("echo 'ttl: 3d' >>\"$1\"\nrm \(path)\nmkdir \(path)")
        #expect(run.status != 0)
        #expect(drafts().count == 1)
        #expect(run.errors.contains("; your text is in \(daemon.directory.file("stated-"))"))
    }
}
