// SPDX-License-Identifier: Apache-2.0
import StateConfiguration
import Testing

@Suite struct ConfigurationFaultTests {
    @Test func `an error about a value names the file, line, key and allowed values`() {
        #expect(
            configurationFaults(file: "device: x\n\nlog-level: loud\n") == [
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
        ("active_interval: 45s", "active_interval", "did you mean 'active-interval'?"),
        ("remotes: none", "remotes", "did you mean 'remote'?"),
    ])
    func `an error about an unknown key suggests a similar one`(
        file: String,
        key: String,
        advice: String
    ) {
        let line = file.contains("\n") ? 2 : 1
        #expect(
            configurationFaults(file: file) == [
                "/etc/stated.yaml:\(line): \(key): unknown key; \(advice)"
            ]
        )
    }

    @Test(arguments: [
        ("{t: {merge: oldest}}", "topics.t.merge", "expects newest, first, highest, lowest"),
        ("{t: {field: a..b}}", "topics.t.field", "expects names of JSON members"),
        ("{t: {keep: 0s}}", "topics.t.keep", "expects a duration from 1s"),
        ("{a/b: {merge: first}}", "topics.a/b.merge", "a topic: 1 to 128 letters"),
    ])
    func `an error about a topic names the wrong rule, field or time`(
        topics: String,
        key: String,
        expected: String
    ) throws {
        let faults = configurationFaults(file: "topics: \(topics)")
        #expect(faults.count == 1)
        let fault = try #require(faults.first)
        #expect(fault.hasPrefix("/etc/stated.yaml:1: \(key): "))
        #expect(fault.contains(expected))
    }

    @Test func `an unknown variable or argument is an error`() {
        #expect(
            configurationFaults(
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
        (["--ttl"], "--ttl: needs a value"),
        (["--ttl", "--autoplay"], "--ttl: needs a value"),
        (["--tll"], "--tll: unknown key; did you mean '--ttl'?"),
        (["--dry-run"], "--dry-run: unknown key; stated.yaml(5) lists the keys"),
        (["1h"], "1h: an option is written --KEY VALUE"),
        (["-x"], "-x: an option is written --KEY VALUE"),
        (["--"], "--: an option is written --KEY VALUE"),
    ])
    func `a malformed argument is an error`(arguments: [String], fault: String) {
        #expect(configurationFaults(arguments: arguments) == [fault])
    }

    @Test func `all errors are reported, and not only the first`() {
        #expect(
            configurationFaults(
                file: "ttl: 0s\nautoplay: maybe\nnope: 1\n",
                arguments: ["--device", ""]
            ).count
                == 4
        )
    }

    @Test(arguments: [
        ("ttl: [1h]", "/etc/stated.yaml:1: ttl: must be one value, not a list or an alias"),
        (
            "ttl: &a 7d\nfinish-margin: *a",
            "/etc/stated.yaml:2: finish-margin: must be one value, not a list or an alias"
        ),
        (
            "rewind: '{1m: 0s}'",
            "/etc/stated.yaml:1: rewind: has nested keys; set 'rewind.AGE'"
        ),
        ("players: 5", "/etc/stated.yaml:1: players: has nested keys; set 'players.NAME.ttl'"),
        ("- ttl", "/etc/stated.yaml:1: the file must have keys with values"),
        ("just words", "/etc/stated.yaml:1: the file must have keys with values"),
        (
            "ttl: {1: 2}",
            "/etc/stated.yaml:1: ttl.1: unknown key; stated.yaml(5) lists the keys"
        ),
    ])
    func `a value of the wrong type is an error`(file: String, fault: String) {
        #expect(configurationFaults(file: file) == [fault])
    }

    @Test func `a syntax error is reported with its line`() throws {
        let fault = try #require(configurationFaults(file: "ttl: 1h\n  device: x\n").first)
        #expect(fault.hasPrefix("/etc/stated.yaml:2: not YAML: "))
        let list = try #require(configurationFaults(file: "ttl: [\n").first)
        #expect(list.contains(": not YAML: ") && !list.contains("ttl"))
    }

    @Test(arguments: [
        ("ttl: 1h\nttl: 2h", "2: ttl: is already set on line 1"),
        ("# ours\n\nttl: 1h\ndevice: x\n\nttl:\n  2h\nnope: 1", "6: ttl: is already set on line 3"),
        ("limits:\n  points: 1\n  points: 2\n", "3: points: is already set on line 2"),
        ("ttl: 1h\nlimits: {points: 1,\n points: 2}", "3: points: is already set on line 2"),
        ("a: 'x\n  y'\r\nb: 1\r\nb: 2", "4: b: is already set on line 3"),
        ("a: 1\nb: 1\nb: 2\na: 2", "3: b: is already set on line 2"),
        (
            "players:\n  a.b:\n    ttl: 1h\n  a:\n    b:\n      ttl: 2h\n",
            "6: players.a.b.ttl: is already set on line 3"
        ),
        ("limits.points: 5\nlimits:\n  points: 6", "3: limits.points: is already set on line 1"),
        ("rewind: {1h: 3s,\n 60m: 4s}", "2: rewind.60m: is already set on line 1"),
        ("rewind.90s: 3s\nrewind: {1m30s: 4s}", "2: rewind.1m30s: is already set on line 1"),
    ])
    func `a repeated key is an error on its second line`(file: String, fault: String) {
        #expect(configurationFaults(file: file) == ["/etc/stated.yaml:" + fault])
    }

    @Test func `two variables for one key are an error`() {
        #expect(
            configurationFaults(environment: ["STATED_REWIND_1H": "3s", "STATED_REWIND_60M": "4s"])
                == ["STATED_REWIND_60M: is already set by STATED_REWIND_1H"]
        )
        #expect(
            configurationFaults(
                environment: ["STATED_PLAYERS_MPV_TTL": "1h", "STATED_PLAYERS_mpv_TTL": "2h"]
            ) == ["STATED_PLAYERS_mpv_TTL: is already set by STATED_PLAYERS_MPV_TTL"]
        )
    }

    @Test func `a configuration file must exist if its path was given`() {
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

    @Test func `an empty STATED_CONFIG gives no path`() {
        #expect(configurationFaults(environment: ["STATED_CONFIG": ""]).isEmpty)
        #expect(configurationFaults(environment: ["STATED_CONFIG": "/nonexistent/x"]).count == 1)
    }

    @Test(arguments: ["relative", "/", "/" + String(repeating: "x", count: 107)])
    func `a socket path must be absolute and fit a socket address`(path: String) {
        #expect(configurationFaults(arguments: ["--socket", path]).count == 1)
    }
}
