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
}
