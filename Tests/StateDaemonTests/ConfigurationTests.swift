import Logging
import StateDaemon
import StateSystem
import Testing

/// Loads what a daemon of user 7 would load from these sources.
private func load(
    file: String? = nil,
    environment: [String: String] = [:],
    arguments: [String] = []
) throws -> LoadedConfiguration {
    var loader = ConfigurationLoader(
        arguments: arguments,
        environment: environment,
        path: nil,
        isSystem: false
    )
    loader.path = "/etc/stated.yaml"
    loader.defaults = defaults
    return try loader.load { path in
        guard let file else { throw SystemError("open", path: path, code: 2) }
        return file
    }
}

private let defaults = Configuration(
    places: Places(socket: "/run/s", store: "/var/s.db", configuration: "/etc/stated.yaml"),
    hostName: "box"
)

/// The one line that a person gets for each fault.
private func faults(
    file: String? = nil,
    environment: [String: String] = [:],
    arguments: [String] = []
) -> [String] {
    do {
        _ = try load(file: file, environment: environment, arguments: arguments)
        return []
    } catch let error as ConfigurationFaults {
        return error.faults.map(\.description)
    } catch {
        return ["\(error)"]
    }
}

@Suite struct ConfigurationTests {
    @Test func `without any source the defaults hold`() throws {
        let loaded = try load()
        #expect(loaded.configuration == defaults)
        #expect(loaded.origins.isEmpty)
    }

    @Test(arguments: ["", "\n", "# nothing but a comment\n", "---\n", "{}"])
    func `an empty file says nothing`(file: String) throws {
        #expect(try load(file: file).configuration == defaults)
    }

    @Test func `a file says what it says, and the rest stays`() throws {
        let loaded = try load(
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
        expected.tickInterval = .milliseconds(500)
        expected.historyBytes = 1 << 30
        expected.autoplay = true
        expected.logLevel = .debug
        expected.limits.points = 1_000
        expected.limits.streamStall = .seconds(90)
        #expect(loaded.configuration == expected)
        #expect(loaded.origins["limits.points"] == .file(path: "/etc/stated.yaml", line: 7))
    }

    @Test func `arguments come before the environment, and that before the file`() throws {
        let file = "ttl: 1h\nstart-margin: 1m\nend-margin: 1m"
        let environment = ["STATED_TTL": "2h", "STATED_START_MARGIN": "2m", "HOME": "/home/kim"]
        let loaded = try load(file: file, environment: environment, arguments: ["--ttl", "3h"])
        #expect(loaded.configuration.ttl == .seconds(3 * 3_600))
        #expect(loaded.configuration.startMargin == .seconds(120))
        #expect(loaded.configuration.endMargin == .seconds(60))
        #expect(loaded.origins["ttl"]?.description == "--ttl")
        #expect(loaded.origins["start-margin"]?.description == "STATED_START_MARGIN")
        #expect(loaded.origins["end-margin"]?.description == "/etc/stated.yaml:3")
    }

    @Test func `arguments may be joined by an equals sign, and a flag may stand alone`() throws {
        let loaded = try load(
            arguments: ["--ttl=3h", "--autoplay", "--store=/a,b=c", "--multi-user", "false"])
        #expect(loaded.configuration.ttl == .seconds(3 * 3_600))
        #expect(loaded.configuration.autoplay)
        #expect(loaded.configuration.store == "/a,b=c")
        #expect(!loaded.configuration.multiUser)
    }

    @Test func `the last of an argument given twice counts`() throws {
        #expect(
            try load(arguments: ["--ttl", "1h", "--ttl", "2h"]).configuration.ttl
                == .seconds(7_200)
        )
    }

    @Test(arguments: [
        ("0s", 0), ("250ms", 250), ("2s", 2_000), ("90s", 90_000), ("1h30m", 5_400_000),
        ("1m1s1ms", 61_001),
    ])
    func `durations`(text: String, milliseconds: Int) throws {
        let loaded = try load(arguments: ["--jump-limit", text])
        #expect(loaded.configuration.jumpLimit == .milliseconds(milliseconds))
    }

    @Test(arguments: [
        "", "1", "s", "-1s", "1.5s", "1 s", "1w", "1s1m", "1h1h", "99999999999999999999d",
        "99999999999999d", "٣s",
    ])
    func `what is no duration`(text: String) {
        #expect(
            faults(arguments: ["--jump-limit=\(text)"]) == [
                "--jump-limit: '\(text)' is not allowed: expects a duration "
                    + "from 0s to 24h, written like 500ms, 2s, 1h30m or 30d"
            ]
        )
    }

    @Test(arguments: ["", "1", "1MB", "1.5GiB", "GiB", "9999999999TiB", "1 MiB", "-1MiB"])
    func `what is no size`(text: String) {
        #expect(
            faults(arguments: ["--history-bytes=\(text)"]) == [
                "--history-bytes: '\(text)' is not allowed: expects a size "
                    + "from 0B to 1TiB, written like 64KiB, 256MiB or 2GiB"
            ]
        )
    }
}

@Suite struct ConfigurationTableTests {
    @Test func `a table in the file replaces the defaults`() throws {
        let loaded = try load(file: "rewind: {2h: 5s, 1m: 1s}")
        #expect(
            loaded.configuration.rewind == [
                RewindStep(age: .seconds(60), rewind: .seconds(1)),
                RewindStep(age: .seconds(7_200), rewind: .seconds(5)),
            ]
        )
    }

    @Test func `entries of several sources count one by one`() throws {
        let loaded = try load(
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

    @Test func `names and values of entries are checked`() {
        #expect(
            faults(file: "rewind: {soon: 1s, 1m: long}\nplayers: {'a b': {ttl: 1h}}") == [
                "/etc/stated.yaml:1: rewind.soon: 'soon' is not allowed: expects an age, "
                    + "written like 1m or 24h",
                "/etc/stated.yaml:1: rewind.1m: 'long' is not allowed: expects a duration "
                    + "from 0s to 1h, written like 500ms, 2s, 1h30m or 30d",
                "/etc/stated.yaml:2: players.a b.ttl: 'a b' is not allowed: expects a player's "
                    + "name: 1 to 64 letters, digits, '.', '_' and '-'",
            ]
        )
    }
}

@Suite struct ConfigurationFaultTests {
    @Test func `a bad value is named by file, line and key, with what is allowed`() {
        #expect(
            faults(file: "device: x\n\nlog-level: loud\n") == [
                "/etc/stated.yaml:3: log-level: 'loud' is not allowed: expects trace, debug, "
                    + "info, notice, warning, error, critical"
            ]
        )
    }

    @Test(arguments: [
        ("tick_interval: 2s", "tick_interval", "did you mean 'tick-interval'?"),
        ("TTL: 2s", "TTL", "did you mean 'ttl'?"),
        ("points: 5", "points", "did you mean 'limits.points'?"),
        ("autplay: true", "autplay", "did you mean 'autoplay'?"),
        ("limits:\n  conections: 5", "limits.conections", "did you mean 'limits.connections'?"),
        ("players: {mpv: {tll: 1h}}", "players.mpv.tll", "stated.yaml(5) lists the keys"),
        ("remote: 'file:///x'", "remote", "stated.yaml(5) lists the keys"),
        ("active-interval: 45s", "active-interval", "stated.yaml(5) lists the keys"),
    ])
    func `an unknown key is a fault, with a guess at what was meant`(
        file: String,
        key: String,
        advice: String
    ) {
        let line = file.contains("\n") ? 2 : 1
        #expect(
            faults(file: file) == ["/etc/stated.yaml:\(line): \(key): unknown key; \(advice)"]
        )
    }

    @Test func `unknown variables and arguments are faults too`() {
        #expect(
            faults(
                environment: ["STATED_TLL": "1h", "STATED_LIMIT_POINTS": "1"],
                arguments: ["--tll", "1h"]
            ) == [
                "--tll: unknown key; did you mean '--ttl'?",
                "STATED_LIMIT_POINTS: unknown key; did you mean 'STATED_LIMITS_POINTS'?",
                "STATED_TLL: unknown key; did you mean 'STATED_TTL'?",
            ]
        )
    }

    @Test(arguments: [
        (["--ttl"], "--ttl: expects a value"),
        (["--ttl", "--autoplay"], "--ttl: expects a value"),
        (["1h"], "1h: expects --KEY VALUE"),
        (["-x"], "-x: expects --KEY VALUE"),
        (["--"], "--: expects --KEY VALUE"),
    ])
    func `an argument that cannot be one`(arguments: [String], fault: String) {
        #expect(faults(arguments: arguments) == [fault])
    }

    @Test func `every fault is told, not only the first`() {
        #expect(
            faults(file: "ttl: 0s\nautoplay: maybe\nnope: 1\n", arguments: ["--device", ""]).count
                == 4
        )
    }

    @Test(arguments: [
        ("ttl: [1h]", "/etc/stated.yaml:1: ttl: expects one value, not a list"),
        ("- ttl", "/etc/stated.yaml:1: expects keys with values"),
        ("just words", "/etc/stated.yaml:1: expects keys with values"),
        (
            "ttl: {1: 2}",
            "/etc/stated.yaml:1: ttl.1: unknown key; stated.yaml(5) lists the keys"
        ),
    ])
    func `a value of another shape`(file: String, fault: String) {
        #expect(faults(file: file) == [fault])
    }

    @Test func `what is not YAML is named by its line`() throws {
        let fault = try #require(faults(file: "ttl: 1h\n  device: x\n").first)
        #expect(fault.hasPrefix("/etc/stated.yaml:2: not YAML: "))
    }

    @Test func `a key that stands there twice is a fault`() {
        #expect(faults(file: "ttl: 1h\nttl: 2h") == ["/etc/stated.yaml: ttl: stands there twice"])
    }

    @Test func `a file that was named has to exist`() {
        var loader = ConfigurationLoader(
            arguments: [],
            environment: [:],
            path: "/nonexistent/x",
            isSystem: false
        )
        loader.defaults = defaults
        #expect(throws: ConfigurationFaults.self) { try loader.load() }
        loader.isPathGiven = false
        #expect(throws: Never.self) { try loader.load() }
    }

    @Test(arguments: ["relative", "/", "/" + String(repeating: "x", count: 107)])
    func `a socket's path is absolute and fits an address`(path: String) {
        #expect(faults(arguments: ["--socket", path]).count == 1)
    }
}

@Suite struct ConfigurationTextTests {
    @Test func `what is printed is a configuration file that says the same`() throws {
        let loaded = try load(
            file: "device: \"Kim's #1: café\"\nplayers: {mpv: {ttl: 30d}}\nrewind: {1h: 1s}",
            arguments: ["--limits.points", "7"]
        )
        let again = try load(file: loaded.text)
        #expect(again.configuration == loaded.configuration)
        let lines = loaded.text.split(separator: "\n")
        #expect(lines.contains("ttl: 24h  # default"))
        #expect(lines.contains("device: 'Kim''s #1: café'  # /etc/stated.yaml:1"))
        #expect(lines.contains("  points: 7  # --limits.points"))
        #expect(lines.contains("    ttl: 30d  # /etc/stated.yaml:2"))
    }

    @Test func `every key is printed, each once`() throws {
        let text = try load().text
        for key in ConfigurationKey.all {
            let name = key.name.split(separator: ".").last.map(String.init) ?? ""
            let lines = text.split(separator: "\n").filter {
                $0.drop { $0 == " " }.hasPrefix(name + ": ")
            }
            #expect(lines.count == 1, "\(key.name)")
        }
    }

    @Test func `a reload names what changed, and what waits for a restart`() throws {
        let old = try load(file: "ttl: 24h\nstore: /a")
        let new = try load(file: "ttl: 1440m\nstore: /b\nautoplay: true\nrewind: {1m: 1s}")
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
