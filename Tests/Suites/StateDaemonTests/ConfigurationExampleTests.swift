// SPDX-License-Identifier: Apache-2.0
import StateConfiguration
import StateModel
import SyncModel
import Testing

@testable import StateSystem

/// The commented file that is installed, against the keys that the program knows.
@Suite struct ConfigurationExampleTests {
    /// The file's text.
    private func example() throws -> String {
        let file = "/Tests/Suites/StateDaemonTests/ConfigurationExampleTests.swift"
        try #require(#filePath.hasSuffix(file))
        return try TextFile.read(#filePath.dropLast(file.count) + "/etc/stated.yaml")
    }

    private func load(_ text: String) throws -> LoadedConfiguration {
        var loader = ConfigurationLoader(
            arguments: [],
            environment: [:],
            path: "/example",
            isSystem: false
        )
        loader.defaults = Configuration(
            places: Places(
                socket: "/run/user/1000/stated/io.stated",
                store: "/home/user/.local/state/stated/state.db",
                configuration: "/example"
            ),
            hostName: "localhost"
        )
        return try loader.load { _ in text }
    }

    /// The lines that are settings, each taken out of its comment: those whose `#` is followed
    /// by a letter or, nested, by two spaces.
    private func settings(_ text: String) -> String {
        text.split(separator: "\n")
            .filter {
                $0.hasPrefix("#") && ($0.dropFirst().first?.isLetter == true || $0.hasPrefix("#  "))
            }
            .map { $0.dropFirst() }
            .joined(separator: "\n")
    }

    @Test func `the installed example configuration changes no setting`() throws {
        let loaded = try load(example())
        #expect(loaded.origins.isEmpty)
    }

    @Test func `the example lists every key with its default`() throws {
        let defaults = try load("")
        let players = "players:\n  mpv:\n    ttl: 30d\n    resume: on\n    conflict: furthest\n"
        let text = try settings(example())
        let topics =
            "topics:\n  score.best:\n    merge: highest\n    field: points\n    keep: 30d\n"
        #expect(text.contains(players))
        #expect(text.contains(topics))
        let loaded = try load(text.replacing(players, with: "").replacing(topics, with: ""))
        #expect(loaded.configuration == defaults.configuration)
        for key in ConfigurationKey.all {
            #expect(loaded.origins[key.name] != nil, "\(key.name)")
        }
        #expect(loaded.origins["rewind.24h"] != nil)
    }

    @Test func `the example's players and topics are valid`() throws {
        let text = try settings(example())
        let best = try load(text).configuration.services.store.topics["score.best"]
        #expect(best?.merge == .highest)
        #expect(best?.path == ["points"])
        #expect(best?.keepMilliseconds == 30 * 86_400_000)
        let mpv = try load(text).configuration.players["mpv"]
        #expect(mpv?.ttl == .seconds(30 * 86_400))
        #expect(mpv?.resume == .on)
        #expect(mpv?.conflict == .furthest)
    }
}
