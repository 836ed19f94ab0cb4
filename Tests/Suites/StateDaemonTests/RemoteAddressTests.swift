// SPDX-License-Identifier: Apache-2.0
import StateDaemon
import StateModel
import SyncModel
import Testing

@Suite struct RemoteAddressTests {
    @Test(arguments: [
        ("file:///home/kim/Sync", "/home/kim/Sync"), ("file:///home/kim/Sync/", "/home/kim/Sync"),
        ("FILE:///a", "/a"), ("file://localhost/a/b", "/a/b"),
        ("file:///media/Kim%27s%20disk/100%25", "/media/Kim's disk/100%"),
        ("file:///caf%C3%A9", "/café"), ("file:///café", "/café"),
    ])
    func `a folder is written as a URL`(text: String, path: String) throws {
        let address = try RemoteAddress(text)
        #expect(address.location == .folder(path: path))
        #expect(address.text == text)
    }

    @Test(arguments: [
        ("/home/kim/Sync", "it is a path; write file:///home/kim/Sync"),
        ("Sync", "it is no URL; write file:///absolute/path for a shared folder, or none"),
        ("", "it is no URL; write file:///absolute/path for a shared folder, or none"),
        (
            "nats://demo:4222",
            "there is no remote store of the kind 'nats'; write file:///absolute/path for a "
                + "shared folder, or none"
        ),
        (
            "file://nas/share",
            "'nas' would be a machine; write file:///absolute/path for a shared folder, or none, "
                + "with three slashes, and mount what lies on another machine"
        ),
        (
            "file://~/Sync",
            "the path is not absolute; write file:///absolute/path for a shared folder, or none"
        ),
        (
            "file://",
            "the path is not absolute; write file:///absolute/path for a shared folder, or none"
        ),
        (
            "file:///",
            "it is the root of the file system; write a folder of its own: "
                + "file:///absolute/path"
        ),
        ("file:///a?b", "in a URL '?' is written %3F and '#' is written %23"),
        ("file:///a#b", "in a URL '?' is written %3F and '#' is written %23"),
        ("file:///100%", "in a URL '%' is written %25, and other letters in UTF-8"),
        ("file:///a%2", "in a URL '%' is written %25, and other letters in UTF-8"),
        ("file:///a%00", "in a URL '%' is written %25, and other letters in UTF-8"),
        ("file:///a%FF", "in a URL '%' is written %25, and other letters in UTF-8"),
        ("file:///" + String(repeating: "x", count: 3_840), "the path is longer than 3840 bytes"),
    ])
    func `what is none says what to write`(text: String, reason: String) {
        #expect(
            configurationFaults(file: "remote: '\(text)'") == [
                "/etc/stated.yaml:1: remote: '\(text)' is not allowed: \(reason)"
            ]
        )
    }

    @Test func `sync is configured as a whole, and for single players`() throws {
        let loaded = try loadConfiguration(
            file: """
                remote: file:///s
                conflict: furthest
                players:
                  mpv: {conflict: server, ttl: 30d}
                  vlc: {conflict: client}
                """,
            environment: ["STATED_PLAYERS_POD_CONFLICT": "newest", "STATED_SYNC_TIMEOUT": "1m"],
            arguments: ["--active-interval", "10s"]
        )
        let configuration = loaded.configuration
        #expect(configuration.remote?.location == .folder(path: "/s"))
        #expect(configuration.conflict == .furthest)
        #expect(
            configuration.players.mapValues(\.conflict)
                == ["mpv": .server, "vlc": .client, "pod": .newest]
        )
        #expect(configuration.players["mpv"]?.ttl == .seconds(30 * 86_400))
        #expect(configuration.activeInterval == .seconds(10))
        #expect(configuration.syncTimeout == .seconds(60))
        #expect(try loadConfiguration(file: loaded.text).configuration == configuration)
    }

    @Test func `without a word there is nothing to sync with`() throws {
        #expect(try loadConfiguration().configuration.remote == nil)
        let loaded = try loadConfiguration(
            file: "remote: file:///s",
            arguments: ["--remote", "none"]
        )
        #expect(loaded.configuration.remote == nil)
        #expect(loaded.text.contains("\nremote: none  # --remote\n"))
    }

    @Test(arguments: [
        "conflict: latest", "players: {mpv: {conflict: never}}", "active-interval: 0s",
        "active-interval: 2h", "sync-timeout: 11m",
    ])
    func `what sync cannot do is a fault`(line: String) {
        #expect(configurationFaults(file: line).count == 1)
    }
}
