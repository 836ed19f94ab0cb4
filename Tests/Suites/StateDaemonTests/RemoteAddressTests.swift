// SPDX-License-Identifier: Apache-2.0
import RemoteFolder
import RemoteNATS
import StateConfiguration
import StateDaemon
import StateModel
import SyncModel
import SystemSupport
import Testing

/// The sentence that says what may be written.
private let advice =
    "write file:///absolute/path for a shared folder, nats://host:4222/NAME for NATS servers, "
    + "or none"

@Suite struct RemoteAddressTests {
    @Test(arguments: [
        ("nats://nas/kim", ["nas:4222"], false), ("tls://nas:4443/kim", ["nas:4443"], true),
        (
            "NATS://10.0.0.1,b.example.org:1,[fd00::1]:5/kim",
            ["10.0.0.1:4222", "b.example.org:1", "[fd00::1]:5"], false
        ),
        ("nats://[::1]/kim", ["[::1]:4222"], false),
    ])
    func `a URL of NATS servers gives the servers and the store`(
        text: String,
        servers: [String],
        isSecure: Bool
    ) throws {
        let place = NATSPlace(servers: servers, name: "kim", isSecure: isSecure)
        #expect(try RemoteAddress(text).place as? NATSPlace == place)
    }

    @Test(arguments: [
        ("nats://nas:4222", "it does not name a store; write nats://host:4222/NAME"),
        ("nats://nas:4222/", "it does not name a store; write nats://host:4222/NAME"),
        (
            "nats://nas/kim.all",
            "a store cannot be called 'kim.all'; use 1 to 64 of the characters A-Z a-z 0-9 _ -"
        ),
        (
            "nats://kim:secret@nas/kim",
            "a URL with a user or a password is visible to others; write them to a file, and "
                + "set remote-credentials to its path"
        ),
        ("nats:///kim", "'' is not a server; write host or host:4222"),
        ("nats://nas:/kim", "'nas:' is not a server; write host or host:4222"),
        ("nats://nas:0/kim", "'nas:0' is not a server; write host or host:4222"),
        ("nats://nas:+1/kim", "'nas:+1' is not a server; write host or host:4222"),
        ("nats://nas:66000/kim", "'nas:66000' is not a server; write host or host:4222"),
        ("nats://a,,b/kim", "'' is not a server; write host or host:4222"),
        ("nats://a b/kim", "'a b' is not a server; write host or host:4222"),
    ])
    func `the error for an invalid server URL gives an example`(text: String, reason: String) {
        #expect(throws: RemoteURLFault.self) { try RemoteAddress(text) }
        do throws(RemoteURLFault) {
            _ = try RemoteAddress(text)
        } catch {
            #expect(error.description == reason)
        }
    }

    @Test func `a device's credentials come from a file or from a systemd credential`() throws {
        let loaded = try loadConfiguration(
            file: """
                remote: nats://nas/kim
                remote-credentials: credential:kim.creds
                remote-ca: /etc/stated/ca.pem
                """
        )
        var files = RemoteFiles()
        files.credentials = "credential:kim.creds"
        files.authorities = "/etc/stated/ca.pem"
        #expect(loaded.configuration.remoteFiles == files)
        #expect(CredentialPath.resolve("credential:kim.creds", in: "/run/c") == "/run/c/kim.creds")
        #expect(CredentialPath.resolve("credential:kim.creds", in: nil) == "credential:kim.creds")
        #expect(CredentialPath.resolve("/etc/stated/ca.pem", in: "/run/c") == "/etc/stated/ca.pem")
    }

    @Test(arguments: ["kim.creds", "/", "credential:", "credential:a/b", "/a/"])
    func `credentials must be an absolute path or the name of a systemd credential`(text: String) {
        #expect(
            configurationFaults(file: "remote-credentials: '\(text)'") == [
                "/etc/stated.yaml:1: remote-credentials: '\(text)' is not allowed: expects "
                    + "an absolute path, credential:NAME for a file that systemd passes, or none"
            ]
        )
    }
    @Test(arguments: [
        ("file:///home/kim/Sync", "/home/kim/Sync"), ("file:///home/kim/Sync/", "/home/kim/Sync"),
        ("FILE:///a", "/a"), ("file://localhost/a/b", "/a/b"),
        ("file:///media/Kim%27s%20disk/100%25", "/media/Kim's disk/100%"),
        ("file:///caf%C3%A9", "/café"), ("file:///café", "/café"),
    ])
    func `a file URL gives the path of its folder`(text: String, path: String) throws {
        let address = try RemoteAddress(text)
        #expect((address.place as? FolderPlace)?.path == path)
        #expect(address.text == text)
    }

    @Test(arguments: [
        ("/home/kim/Sync", "it is a path, not a URL; write file:///home/kim/Sync"),
        ("Sync", "it is not a URL; \(advice)"),
        ("", "it is not a URL; \(advice)"),
        ("redis://demo:6379", "there is no remote store of the kind 'redis'; \(advice)"),
        (
            "file://nas/share",
            "'nas' is the name of a machine; mount its folder here, and write "
                + "file:///absolute/path with three slashes"
        ),
        ("file://~/Sync", "the path is not absolute; write file:///absolute/path"),
        ("file://", "the path is not absolute; write file:///absolute/path"),
        (
            "file:///",
            "it is the root of the file system; use a separate folder: "
                + "file:///absolute/path"
        ),
        ("file:///a?b", "write '?' as %3F and '#' as %23 in a URL"),
        ("file:///a#b", "write '?' as %3F and '#' as %23 in a URL"),
        ("file:///100%", "write '%' as %25 in a URL, and escape other characters as UTF-8"),
        ("file:///a%2", "write '%' as %25 in a URL, and escape other characters as UTF-8"),
        ("file:///a%00", "write '%' as %25 in a URL, and escape other characters as UTF-8"),
        ("file:///a%FF", "write '%' as %25 in a URL, and escape other characters as UTF-8"),
        ("file:///" + String(repeating: "x", count: 3_840), "the path is longer than 3840 bytes"),
    ])
    func `an invalid address of a remote is refused with the reason`(text: String, reason: String) {
        #expect(
            configurationFaults(file: "remote: '\(text)'") == [
                "/etc/stated.yaml:1: remote: '\(text)' is not allowed: \(reason)"
            ]
        )
    }

    @Test(arguments: [
        ("nats:kim:hunter2@host/kim", "nats:…@host/kim"),
        ("nats://kim:hunter2@host/kim", "nats://…@host/kim"),
        ("file://kim:hunter2@nas/share", "file://…@nas/share"),
    ])
    func `a refused address is shown without its password`(text: String, shown: String) {
        let faults = configurationFaults(file: "remote: '\(text)'").joined()
        #expect(faults.contains("'\(shown)' is not allowed") && !faults.contains("hunter2"))
    }

    @Test func `sync can be set in general and for each player`() throws {
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
        #expect(configuration.remote == "file:///s")
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

    @Test func `by default nothing is synced`() throws {
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
    func `an invalid setting of sync is an error`(line: String) {
        #expect(configurationFaults(file: line).count == 1)
    }
}
