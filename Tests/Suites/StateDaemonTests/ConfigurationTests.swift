// SPDX-License-Identifier: Apache-2.0
import Logging
import StateConfiguration
import StateDaemon
import StateModel
import StateServices
import Testing
import Varlink

@Suite struct ConfigurationTests {
    @Test func `without any source, all keys have their defaults`() throws {
        let loaded = try loadConfiguration()
        #expect(loaded.configuration == defaults)
        #expect(loaded.origins.isEmpty)
    }

    @Test(arguments: ["", "\n", "# nothing but a comment\n", "---\n", "{}"])
    func `an empty file changes nothing`(file: String) throws {
        #expect(try loadConfiguration(file: file).configuration == defaults)
    }

    @Test func `a file sets the keys that it has; all other keys keep their defaults`() throws {
        let loaded = try loadConfiguration(
            file: """
                device: "Kim's laptop"
                tick-interval: 500ms
                history-bytes: 1GiB
                autoplay: true
                log-level: debug
                limits:
                  points: 1_000
                  stream-stall: 1m30s
                """
        )
        var expected = defaults
        expected.device = "Kim's laptop"
        expected.services.tickIntervalMilliseconds = 500
        expected.services.store.historyBytes = 1 << 30
        expected.services.policy.autoplay = true
        expected.logLevel = .debug
        expected.services.store.points = 1_000
        expected.limits.stall = .seconds(90)
        #expect(loaded.configuration == expected)
        #expect(loaded.origins["limits.points"] == .file(path: "/etc/stated.yaml", line: 7))
    }

    /// A daemon's sources, and true if the remote of the file is used.
    struct StoreCase: Sendable {
        var file = "remote: file:///share"
        var environment: [String: String] = [:]
        var arguments: [String] = []
        var named: String?
        var syncs: Bool
    }

    @Test(arguments: [
        StoreCase(syncs: true),
        StoreCase(file: "remote: file:///share\nstore: /mnt/s.db", syncs: true),
        StoreCase(arguments: ["--store", "/tmp/try.db"], syncs: false),
        StoreCase(environment: ["STATED_STORE": "/tmp/try.db"], syncs: false),
        StoreCase(
            file: "remote: file:///share\nstore: /mnt/s.db",
            arguments: ["--store", "/var/s.db"],
            syncs: false
        ),
        StoreCase(arguments: ["--store", "/tmp/try.db", "--socket", "/tmp/s"], syncs: false),
        StoreCase(arguments: ["--store", "/var/s.db"], syncs: true),
        StoreCase(
            file: "remote: file:///share\nstore: /mnt/s.db",
            environment: ["STATED_STORE": "/mnt/s.db"],
            syncs: true
        ),
        StoreCase(
            arguments: ["--store", "/tmp/try.db", "--remote", "file:///share"],
            syncs: true
        ),
        StoreCase(
            environment: ["STATED_REMOTE": "file:///share"],
            arguments: ["--store", "/tmp/try.db"],
            syncs: true
        ),
        StoreCase(arguments: ["--store", "/tmp/try.db"], named: "/tmp/try.yaml", syncs: true),
        StoreCase(arguments: ["--multi-user", "--store", "/tmp/try.db"], syncs: false),
        StoreCase(file: "remote: none", arguments: ["--store", "/tmp/try.db"], syncs: false),
    ])
    func `a remote in the default file applies only to that file's store`(wanted: StoreCase) throws
    {
        let loaded = try loadConfiguration(
            file: wanted.file,
            environment: wanted.environment,
            arguments: wanted.arguments,
            named: wanted.named
        )
        #expect((loaded.configuration.remote != nil) == wanted.syncs)
        #expect(loaded.text.contains("remote: 'file:///share'") == wanted.syncs)
        let isNamed = wanted.file.hasPrefix("remote: file")
        #expect((loaded.configuration.withheldRemote != nil) == (isNamed && !wanted.syncs))
    }

    @Test func `arguments override the environment, which overrides the file`() throws {
        let file = "ttl: 1h\nstart-margin: 1m\nend-margin: 1m"
        let environment = ["STATED_TTL": "2h", "STATED_START_MARGIN": "2m", "HOME": "/home/kim"]
        let loaded = try loadConfiguration(
            file: file,
            environment: environment,
            arguments: ["--ttl", "3h"]
        )
        #expect(loaded.configuration.services.policy.ttlSeconds == 3 * 3_600)
        #expect(loaded.configuration.services.policy.startMarginSeconds == 120)
        #expect(loaded.configuration.services.policy.endMarginSeconds == 60)
        #expect(loaded.origins["ttl"]?.description == "--ttl")
        #expect(loaded.origins["start-margin"]?.description == "STATED_START_MARGIN")
        #expect(loaded.origins["end-margin"]?.description == "/etc/stated.yaml:3")
    }

    @Test(arguments: [("0%", 0), ("0", 0), ("5%", 5), ("50%", 50)])
    func `a fraction can be written in percent`(_ text: String, _ percent: Int) throws {
        let loaded = try loadConfiguration(arguments: ["--seen-margin", text])
        #expect(loaded.configuration.services.policy.seenMargin == Double(percent) / 100)
    }

    @Test(arguments: ["5", "51%", "-1%", "%", "5 %", "5m", "0.05"])
    func `a text that is not a fraction is refused`(_ text: String) {
        #expect(throws: (any Error).self) {
            try loadConfiguration(arguments: ["--seen-margin", text])
        }
    }

    @Test func `arguments can be joined with an equals sign, and flags need no value`() throws {
        let loaded = try loadConfiguration(
            arguments: ["--ttl=3h", "--autoplay", "--store=/a,b=c", "--multi-user", "false"])
        #expect(loaded.configuration.services.policy.ttlSeconds == 3 * 3_600)
        #expect(loaded.configuration.services.policy.autoplay)
        #expect(loaded.configuration.store == "/a,b=c")
        #expect(!loaded.configuration.multiUser)
    }

    @Test(arguments: [("3s", 3_000), ("1500ms", 1_500), ("0s", 0), ("1h", 3_600_000)])
    func `the jump window can be set to the millisecond`(
        _ text: String,
        _ milliseconds: Int
    ) throws {
        let loaded = try loadConfiguration(arguments: ["--jump-window", text])
        #expect(loaded.configuration.services.policy.jumpWindowMilliseconds == milliseconds)
    }

    @Test func `of several equal arguments, the last one is used`() throws {
        #expect(
            try loadConfiguration(arguments: ["--ttl", "1h", "--ttl", "2h"])
                .configuration.services.policy.ttlSeconds == 7_200
        )
    }

    @Test(arguments: [
        ("0s", 0), ("250ms", 250), ("2s", 2_000), ("90s", 90_000), ("1h30m", 5_400_000),
        ("1m1s1ms", 61_001),
    ])
    func `a duration is parsed in every unit`(text: String, milliseconds: Int) throws {
        let loaded = try loadConfiguration(arguments: ["--jump-limit", text])
        #expect(
            loaded.configuration.services.policy.jumpLimitSeconds == Double(milliseconds) / 1_000
        )
    }

    @Test(arguments: [
        "", "1", "s", "-1s", "1.5s", "1 s", "1w", "1s1m", "1h1h", "99999999999999999999d",
        "99999999999999d", "٣s",
    ])
    func `an invalid duration is refused`(text: String) {
        #expect(
            configurationFaults(arguments: ["--jump-limit=\(text)"]) == [
                "--jump-limit: '\(text)' is not allowed: expects a duration "
                    + "from 0s to 24h, written like 500ms, 2s, 1h30m or 30d"
            ]
        )
    }

    @Test(arguments: ["", "1", "1MB", "1.5GiB", "GiB", "9999999999TiB", "1 MiB", "-1MiB"])
    func `an invalid size is refused`(text: String) {
        #expect(
            configurationFaults(arguments: ["--history-bytes=\(text)"]) == [
                "--history-bytes: '\(text)' is not allowed: expects a size "
                    + "from 0B to 1TiB, written like 64KiB, 256MiB or 2GiB"
            ]
        )
    }
}

@Suite struct ConfigurationTableTests {
    @Test func `an entry without a value leaves the default table`() throws {
        let loaded = try loadConfiguration(file: "rewind: {2h: }")
        #expect(loaded.configuration == (try loadConfiguration()).configuration)
    }

    @Test func `a rewind table in the file replaces the whole default table`() throws {
        let loaded = try loadConfiguration(file: "rewind: {2h: 5s, 1m: 1s}")
        #expect(
            loaded.configuration.services.policy.rewind.rows == [
                RewindTable.Row(ageMilliseconds: 60_000, seconds: 1),
                RewindTable.Row(ageMilliseconds: 7_200_000, seconds: 5),
            ]
        )
    }

    @Test func `an argument overrides another spelling of its key in the file`() throws {
        let loaded = try loadConfiguration(
            file: "rewind: {1h: 3s}",
            arguments: ["--rewind.3600s", "4s", "--rewind.60m", "5s"]
        )
        #expect(
            loaded.configuration.services.policy.rewind.rows == [
                RewindTable.Row(ageMilliseconds: 3_600_000, seconds: 5)
            ]
        )
        #expect(loaded.origins == ["rewind.1h": .argument(name: "--rewind.60m")])
    }

    @Test func `players from the file, the environment and the arguments are combined`() throws {
        let loaded = try loadConfiguration(
            file: "players:\n  mpv:\n    ttl: 30d\n  vlc: {ttl: 7d}\n",
            environment: ["STATED_PLAYERS_MPV_TTL": "1d"],
            arguments: ["--players.my.player.ttl", "2d"]
        )
        let ttls = loaded.configuration.players.mapValues(\.ttl)
        #expect(
            ttls == [
                "mpv": .seconds(86_400), "vlc": .seconds(7 * 86_400),
                "my.player": .seconds(2 * 86_400),
            ]
        )
        #expect(loaded.origins["players.vlc.ttl"]?.description == "/etc/stated.yaml:4")
    }

    @Test func `each player can be set to resume or not to resume`() throws {
        let loaded = try loadConfiguration(
            file: "players:\n  vlc: {resume: off}\n  mpv:\n    resume: ask\n",
            arguments: ["--resume-minimum", "5m"]
        )
        #expect(loaded.configuration.players["vlc"]?.resume == .off)
        #expect(loaded.configuration.players["mpv"]?.resume == .ask)
        #expect(loaded.configuration.services.policy.resumeMinimumSeconds == 300)
        #expect(
            configurationFaults(file: "resume-minimun: 5m\nplayers: {vlc: {resume: never}}") == [
                "/etc/stated.yaml:1: resume-minimun: unknown key; did you mean 'resume-minimum'?",
                "/etc/stated.yaml:2: players.vlc.resume: 'never' is not allowed: expects on, off, ask",
            ]
        )
    }

    @Test func `names and values in the configuration's tables are checked`() {
        #expect(
            configurationFaults(file: "rewind: {soon: 1s, 1m: long}\nplayers: {'a b': {ttl: 1h}}")
                == [
                    "/etc/stated.yaml:1: rewind.soon: 'soon' is not allowed: expects an age "
                        + "such as 1m or 24h",
                    "/etc/stated.yaml:1: rewind.1m: 'long' is not allowed: expects a duration "
                        + "from 0s to 1h, written like 500ms, 2s, 1h30m or 30d",
                    "/etc/stated.yaml:2: players.a b.ttl: 'a b' is not allowed: expects a player's "
                        + "name: 1 to 64 letters, digits, '.', '_' and '-'",
                ]
        )
    }
}

@Suite struct ConfigurationTextTests {
    @Test func `the printed configuration is a file with the same settings`() throws {
        let loaded = try loadConfiguration(
            file: "device: \"Kim's #1: café\"\nplayers: {mpv: {ttl: 30d}}\nrewind: {1h: 1s}",
            arguments: ["--limits.points", "7"]
        )
        let again = try loadConfiguration(file: loaded.text)
        #expect(again.configuration == loaded.configuration)
        let lines = loaded.text.split(separator: "\n")
        #expect(lines.contains("ttl: 24h  # default"))
        #expect(lines.contains("device: 'Kim''s #1: café'  # /etc/stated.yaml:1"))
        #expect(lines.contains("  points: 7  # --limits.points"))
        #expect(lines.contains("    ttl: 30d  # /etc/stated.yaml:2"))
    }

    @Test(arguments: ["null", "~", "a\u{85}b", "a \u{2028}", "\u{FEFF}", "'\u{301}\"\\ #", "-"])
    func `a printed text is read back equal`(_ name: String) throws {
        let loaded = try loadConfiguration(arguments: ["--device=\(name)"])
        #expect(loaded.configuration.device == name)
        let again = try loadConfiguration(file: loaded.text)
        #expect(again.configuration == loaded.configuration)
    }

    @Test(arguments: ["null", "-", "...", "1"])
    func `a printed name of a player is read back equal`(_ name: String) throws {
        let loaded = try loadConfiguration(file: "players: {'\(name)': {ttl: 30d}}")
        let again = try loadConfiguration(file: loaded.text)
        #expect(again.configuration == loaded.configuration)
        #expect(again.configuration.players.keys.sorted() == [name])
    }

    @Test func `every key is printed once`() throws {
        let text = try loadConfiguration().text
        for key in ConfigurationKey.all {
            let name = key.name.split(separator: ".").last.map(String.init) ?? ""
            let lines = text.split(separator: "\n").filter {
                $0.drop { $0 == " " }.hasPrefix(name + ": ")
            }
            #expect(lines.count == 1, "\(key.name)")
        }
    }

    @Test func `a reload reports the changed keys and which of them need a restart`() throws {
        let old = try loadConfiguration(file: "ttl: 24h\nstore: /a")
        let new = try loadConfiguration(
            file: "ttl: 1440m\nstore: /b\nautoplay: true\nrewind: {1m: 1s}"
        )
        #expect(
            new.changes(since: old) == [
                ConfigurationChange(key: "store", needsRestart: true),
                ConfigurationChange(key: "autoplay", needsRestart: false),
                ConfigurationChange(key: "rewind", needsRestart: false),
            ]
        )
        #expect(new.changes(since: new).isEmpty)
    }
}
