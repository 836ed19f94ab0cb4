// SPDX-License-Identifier: Apache-2.0
import Foundation
import ModelTesting
import StateModel
import StateTesting
import Testing
import Varlink

@testable import statectl

/// Changes of single keys in a configuration file, and `statectl config` with the real daemon.
@Suite struct ConfigurationTextTests {
    private let file = """
        # How long.
        ttl: 24h  # a day

        # -- Limits --
        limits:
          points: 5   # few
          # more
          events: 7

        #autoplay: false
        # -- End --
        players:
            mpv:
                ttl: 30d
        """ + "\n"

    private func changed(
        _ text: String,
        _ body: (inout ConfigurationText) throws(Failure) -> Void
    ) throws -> String {
        var configuration = ConfigurationText(text)
        try body(&configuration)
        return configuration.text
    }

    @Test func `a value is changed on its line, and the line's comment is kept`() throws {
        let text = try changed(file) { (text) throws(Failure) in
            try text.set("ttl", to: "30d")
            try text.set("limits.points", to: "6")
            try text.set("players.mpv.ttl", to: "1d")
        }
        #expect(
            text
                == file.replacing("ttl: 24h  # a day", with: "ttl: 30d  # a day")
                .replacing("points: 5   # few", with: "points: 6  # few")
                .replacing("        ttl: 30d\n", with: "        ttl: 1d\n")
        )
    }

    @Test func `a value that YAML would read as null is written in quotes`() throws {
        let text = try changed("device: attic\n") { (text) throws(Failure) in
            try text.set("device", to: "Null")
        }
        #expect(text == "device: 'Null'\n")
    }

    @Test func `an edited file keeps its line endings`() throws {
        let text = try changed("# mine\r\nttl: 24h\r\ndevice: attic\r\n") {
            (text) throws(Failure) in
            try text.set("ttl", to: "30d")
            try text.set("autoplay", to: "true")
        }
        #expect(text == "# mine\r\nttl: 30d\r\ndevice: attic\r\nautoplay: true\r\n")
    }

    @Test func `a new key is added to its section or below its commented example`() throws {
        let text = try changed(file) { (text) throws(Failure) in
            try text.set("limits.connections", to: "9")
            try text.set("autoplay", to: "true")
            try text.set("players.mpv.resume", to: "on")
            try text.set("players.vlc.ttl", to: "2d")
            try text.set("remote", to: "file:///a b")
        }
        #expect(
            text == """
                # How long.
                ttl: 24h  # a day

                # -- Limits --
                limits:
                  points: 5   # few
                  # more
                  events: 7
                  connections: 9

                #autoplay: false
                autoplay: true
                # -- End --
                players:
                    mpv:
                        ttl: 30d
                        resume: on
                    vlc:
                      ttl: 2d
                remote: 'file:///a b'

                """
        )
    }

    @Test func `an empty file gets the sections that are needed`() throws {
        let text = try changed("") { (text) throws(Failure) in
            try text.set("limits.points", to: "5")
            try text.set("device", to: "it's")
        }
        #expect(text == "limits:\n  points: 5\ndevice: 'it''s'\n")
    }

    @Test func `a removed key takes its section with it if that becomes empty`() throws {
        let text = try changed(file) { text in
            let keys = ["players.mpv.ttl", "limits.points", "limits.nothing"]
            let removed = keys.map { text.remove($0) }
            #expect(removed == [true, true, false])
        }
        #expect(!text.contains("players"))
        #expect(!text.contains("points"))
        #expect(text.contains("limits:\n  # more\n  events: 7\n"))
    }

    @Test func `a value is read without its quotes and comment`() {
        let text = ConfigurationText("a: 'x # y'  # z\nb: \"c\"\n'd e': f#g\nh: http://i:80/ # j\n")
        #expect(text.value(of: "a") == "x # y")
        #expect(text.value(of: "b") == "c")
        #expect(text.value(of: "d e") == "f#g")
        #expect(text.value(of: "h") == "http://i:80/")
        #expect(text.value(of: "k") == nil)
    }

    @Test(arguments: [
        ("players:\n  vlc.2:\n    ttl: 5d\n", "players:\n  vlc.2:\n    ttl: 7d\n"),
        ("players.vlc.2.ttl: 5d\n", "players.vlc.2.ttl: 7d\n"),
        ("players:\n  vlc:\n    2.ttl: 5d\n", "players:\n  vlc:\n    2.ttl: 7d\n"),
        (
            "players:\n  vlc:\n    ttl: 1d\n  vlc.2:\n    ttl: 5d\n",
            "players:\n  vlc:\n    ttl: 1d\n  vlc.2:\n    ttl: 7d\n"
        ),
        (
            "players:\n  vlc.2:\n    resume: on\n",
            "players:\n  vlc.2:\n    resume: on\n    ttl: 7d\n"
        ),
    ])
    func `a name with dots is found as it is written`(before: String, after: String) throws {
        let text = try changed(before) { (text) throws(Failure) in
            try text.set("players.vlc.2.ttl", to: "7d")
        }
        #expect(text == after)
        let removed = try changed(after) { text in _ = text.remove("players.vlc.2.ttl") }
        #expect(!removed.contains("7d"))
    }

    @Test func `all spellings of a key are removed`() throws {
        let both = "players:\n  vlc.2:\n    ttl: 5d\n  vlc:\n    2:\n      ttl: 7d\n"
        #expect(try changed(both) { text in _ = text.remove("players.vlc.2.ttl") } == "")
    }

    @Test(arguments: [
        "device: |\n  abc\n", "device: >-\n  abc\n  d\n", "device: \"a\n  b\"\n",
        "device: a\n  b\n",
    ])
    func `a value of several lines is replaced completely`(before: String) throws {
        let text = try changed(before + "ttl: 1h\n") { (text) throws(Failure) in
            try text.set("device", to: "zz")
        }
        #expect(text == "device: zz\nttl: 1h\n")
    }

    @Test(arguments: ["a\nb", "a\rb", "a\r\nb", "a\u{85}b", "a\u{2028}b"])
    func `a value with a line break is refused`(value: String) {
        var text = ConfigurationText("ttl: 1h\n")
        #expect(throws: Failure.self) { try text.set("device", to: value) }
        #expect(text.text == "ttl: 1h\n")
    }

    @Test func `a section in braces is left to the user to edit`() {
        var text = ConfigurationText("limits: {points: 5}\n")
        #expect(throws: Failure.self) { try text.set("limits.points", to: "6") }
        text = ConfigurationText("limits:\n  points: 5\n")
        #expect(throws: Failure.self) { try text.set("limits", to: "6") }
        #expect(text.text == "limits:\n  points: 5\n")
    }

    @Test func `the configuration that is printed can be read again`() {
        let printed =
            "ttl: 24h  # default\nlimits:\n  points: 5  # --limits.points\nplayers: {}\n"
            + "rewind:\n  1m: 0s  # /c/stated.yaml:3"
        #expect(
            Setting.parse(printed) == [
                Setting(key: "ttl", value: "24h", origin: "default"),
                Setting(key: "limits.points", value: "5", origin: "--limits.points"),
                Setting(key: "rewind.1m", value: "0s", origin: "/c/stated.yaml:3"),
            ]
        )
    }

    // MARK: The commands

    private let file2 = "# mine\nttl: 24h  # a day\n"

    private func daemon() throws -> DaemonProcess {
        try .running(DaemonProcess.Setup(configuration: file2))
    }

    @Test func `a value can be set, applied, shown and removed`() async throws {
        let daemon = try daemon()
        let path = daemon.configuration
        #expect(
            try await daemon.said("config set ttl 48h --config \(path)")
                == "ttl: 48h (it was 24h) in \(path); the daemon has read it\n"
        )
        #expect(
            try await daemon.said("config set ttl 48h --config \(path)")
                == "ttl: 48h (it was 48h) in \(path); the daemon's values are the same as before\n"
        )
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "# mine\nttl: 48h  # a day\n")
        #expect(
            try await daemon.said("config set web.streams 8 --config \(path)")
                == "web.streams: 8 in \(path); stated-web uses it from its next start\n"
        )
        _ = try await daemon.said("config set web.streams --unset --config \(path)")
        #expect(try await daemon.said("config get ttl --config \(path)") == "2d\n")
        #expect(
            try await daemon.said("config get ttl --config \(path) --json")
                == #"{"key":"ttl","value":"2d","origin":"\#(path):2"}"# + "\n"
        )
        #expect(
            try await daemon.said("config set device attic --config \(path)")
                == "device: attic in \(path); device takes effect when the daemon is restarted\n"
        )
        _ = try await daemon.said("config set device --unset --config \(path)")
        let client = try daemon.client()
        try client.save("film", 100)
        let point = try client.playback("Get", ["item": "film"])["point"]
        let at = try #require(point?["at"]?.int)
        #expect(point?["expiresAt"]?.int == at + 48 * 3_600_000)
        #expect(
            try await daemon.said("config set ttl --unset --config \(path)")
                == "ttl: not set (it was 48h) in \(path); the daemon has read it; "
                + "the time to live of 1 resume point stored earlier does not change\n"
        )
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "# mine\n")
    }

    @Test func `a time to live applies to later saves, and on request to stored points`()
        async throws
    {
        let daemon = try daemon()
        let path = daemon.configuration
        let client = try daemon.client()
        let now = TimeContext.current.now
        for (item, player) in [("a", "mpv"), ("b", "vlc"), ("long", "mpv"), ("plays", "mpv")] {
            try client.save(
                item,
                100,
                [
                    "player": .string(player), "at": .int(now.rawValue - 3_600_000),
                    "ttl": item == "long" ? 31_000_000 : 86_400,
                    "status": item == "plays" ? "playing" : "paused",
                ]
            )
        }
        // A point that was restored is as old as it was.
        try client.playback("Clear", ["item": "b"])
        try client.playback("Undo", ["item": "b"])
        func days(_ item: String) throws -> Int {
            let point = try client.playback("Get", ["item": .string(item)])["point"]
            return try (#require(point?["expiresAt"]?.int) - #require(point?["at"]?.int))
                / 86_400_000
        }
        func set(_ words: String) async throws -> String {
            let said = try await daemon.said("config set \(words) --config \(path)")
            return String(said.split(separator: ";", maxSplits: 1).last?.dropFirst() ?? "")
        }
        #expect(
            try await set("players.mpv.ttl 7d")
                == "the daemon has read it; the time to live of 3 resume points stored earlier "
                + "does not change without --existing\n"
        )
        #expect(try ["a", "b", "long", "plays"].map(days) == [1, 1, 358, 1])
        #expect(
            try await set("ttl 30d --existing")
                == "the daemon has read it; extended 2 resume points\n"
        )
        #expect(try ["a", "b", "long", "plays"].map(days) == [7, 30, 358, 1])
        // A shorter one takes nothing away.
        #expect(
            try await set("players.vlc.ttl 2d --existing")
                == "the daemon has read it; extended 0 resume points\n"
        )
        #expect(try ["a", "b", "long", "plays"].map(days) == [7, 30, 358, 1])
        let extended = try client.playback("Get", ["item": "a"])["point"]
        #expect(extended?["at"]?.int == (now - 3_600_000).rawValue)
        let wrong = try await daemon.said("config set device x --existing --config \(path)")
        #expect(wrong.hasSuffix("[64]"))
    }

    @Test(
        arguments: [
            ("ttl", nil, true), ("players.mpv.ttl", "mpv", true),
            ("players.org.videolan.vlc.ttl", "org.videolan.vlc", true),
            ("players..ttl", nil, false),
            ("players.ttl", nil, false), ("players.mpv.resume", nil, false), ("device", nil, false),
        ] as [(String, String?, Bool)]
    )
    func `a key of a time to live is ttl or players.NAME.ttl`(
        key: String,
        player: String?,
        isOne: Bool
    ) {
        let found = LifetimeKey(key)
        #expect((found != nil) == isOne)
        #expect(found?.player == player)
    }

    @Test(arguments: Status.allCases)
    func `a longer time to live extends paused and finished points, not playing or failed ones`(
        status: Status
    ) {
        let point = ResumePoint(
            item: "film",
            player: "mpv",
            status: status,
            position: 1,
            duration: nil,
            title: nil,
            device: "",
            at: 0,
            expiresAt: 1_000,
            revision: .zero
        )
        let renewal = LifetimeKey.renewal(
            of: point,
            by: [Setting(key: "ttl", value: "1h", origin: "")]
        )
        #expect((renewal != nil) == [.paused, .finished].contains(status))
    }

    @Test func `a value that the daemon refuses changes nothing`() async throws {
        let daemon = try daemon()
        let path = daemon.configuration
        let refused = try await daemon.said("config set ttl soon --config \(path)")
        #expect(refused.hasPrefix("statectl: \(path):2: ttl: 'soon' is not allowed: "))
        #expect(refused.hasSuffix("; nothing was changed\n[65]"))
        let unknown = try await daemon.said("config set tll 1h --config \(path)")
        #expect(unknown.contains("unknown key; did you mean 'ttl'?"))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == file2)
        #expect(DaemonFiles.names(in: daemon.directory.path).allSatisfy { !$0.contains("check") })
        #expect(try await daemon.said("config check --config \(path)") == "no errors\n")
        try daemon.configure("ttl: soon\n")
        let checked = try await daemon.said("config check --config \(path)")
        #expect(checked.hasPrefix("\(path):1: ttl: 'soon'"))
        #expect(checked.hasSuffix("[65]"))
        let players = try await daemon.said("config get limits")
        #expect(players.split(separator: "\n").allSatisfy { $0.hasPrefix("limits.") })
        #expect(players.contains("limits.points\t"))
        #expect(
            try await daemon.said("config get tll")
                == "statectl: tll is not set; did you mean “ttl”? “statectl config get” shows all keys\n[1]"
        )
    }

    @Test func `a value in the file is checked although a variable covers it`() async throws {
        let daemon = try daemon()
        let path = daemon.configuration
        func run(_ words: String...) async throws -> Program {
            try await Program.run(
                ["config"] + words + ["--config", path],
                socket: daemon.socket,
                environment: ["STATED_TTL": "1h", "STATED_DEVICE": "x"]
            )
        }
        let set = try await run("set", "ttl", "abc")
        #expect(set.status == 65)
        #expect(set.errors.contains("ttl: 'abc' is not allowed"))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == file2)
        try daemon.configure("device: ''\n")
        let check = try await run("check")
        #expect(check.status == 65)
        #expect(check.output.hasPrefix("\(path):1: device: "))
        #expect(try await run("set", "device", "attic").status == 0)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "device: attic\n")
    }

    @Test func `a value that the daemon would read otherwise is not written`() async throws {
        let daemon = try daemon()
        let path = daemon.configuration
        let odd = "device: 'x\nttl: 1h\nz'\n"
        try daemon.configure(odd)
        let refused = try await daemon.said("config set ttl 2h --config \(path)")
        #expect(refused.contains("the file would not set ttl to this value"))
        #expect(refused.hasSuffix("; nothing was changed\n[65]"))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == odd)
        let twice = "players:\n  vlc.2:\n    ttl: 5d\n  vlc:\n    2:\n      ttl: 7d\n"
        try daemon.configure(twice)
        let checked = try await daemon.said("config check --config \(path)")
        #expect(checked.hasPrefix("\(path):6: players.vlc.2.ttl: is already set on line 3\n"))
    }

    @Test func `config set changes the file that STATED_CONFIG names`() async throws {
        let daemon = try daemon()
        let set = try await Program.run(
            ["config", "set", "ttl", "13h"],
            socket: daemon.socket,
            environment: ["STATED_CONFIG": daemon.configuration]
        )
        #expect(set.errors.isEmpty)
        let text = try String(contentsOfFile: daemon.configuration, encoding: .utf8)
        #expect(text.contains("ttl: 13h"))
    }

    @Test func `a value with which the web server would not start is set with a warning`()
        async throws
    {
        let daemon = try daemon()
        let set = try await Program.run(
            ["config", "set", "web.listen", "0.0.0.0:8443", "--config", daemon.configuration],
            socket: daemon.socket
        )
        #expect(set.status == 0)
        #expect(
            set.errors.hasPrefix("statectl: stated-web would not start with this: 0.0.0.0:8443")
        )
        let unset = try await Program.run(
            ["config", "set", "web.listen", "--unset", "--config", daemon.configuration],
            socket: daemon.socket
        )
        #expect(unset.errors.isEmpty)
    }

    @Test func `after editing, the file is checked and applied`() async throws {
        let daemon = try daemon()
        let path = daemon.configuration
        func edit(_ command: String) async throws -> Program {
            try await Program.run(
                ["config", "edit", "--config", path],
                socket: daemon.socket,
                environment: ["EDITOR": command, "PATH": "/usr/bin:/bin"]
            )
        }
        let good = try await edit("sed -i s/24h/12h/")
        #expect(good.output == "wrote \(path); the daemon has read it\n")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "# mine\nttl: 12h  # a day\n")
        let bad = try await edit("sed -i s/12h/soon/")
        #expect(bad.status == 65)
        #expect(bad.errors.contains("\(path):2: ttl: 'soon' is not allowed"))
        #expect(bad.errors.hasSuffix("statectl: \(path) was not changed\n"))
        #expect(try await edit("true").output == "nothing was changed\n")
        let lost = try await edit("rm")
        #expect(lost.errors.hasSuffix(".yaml: No such file or directory\n"))
        let none = try await Program.run(
            ["config", "edit", "--config", path],
            socket: daemon.socket,
            environment: ["PATH": "/usr/bin:/bin"]
        )
        #expect(
            none.errors
                == "statectl: there is no terminal for an editor; set EDITOR to an editor that needs none\n"
        )
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "# mine\nttl: 12h  # a day\n")
    }
}
