// SPDX-License-Identifier: Apache-2.0
import ClientTesting
import Glibc
import StateProtocol
import StateTesting
import Testing
import Varlink

/// `statectl list`, with a daemon that counts the calls and with the real one.
@Suite struct ListTests {
    @Test
    func `list requests as many points as it shows, and at most 1,000 in one call`()
        async throws
    {
        try await withDaemon { daemon in
            for (line, limit) in [
                ("list --limit 2", 2), ("list --limit 5000", 1000),
                ("list --limit 1 --sort name", 1), ("list --limit 1 --search alien", 1),
                ("list --sort name", 1000), ("list --limit 5000 --sort name", 1000),
            ] {
                let before = try await daemon.calls().count
                let words = line.split(separator: " ").map(String.init)
                _ = try await Program.run(words, socket: daemon.socket)
                let limits = try await daemon.calls().dropFirst(before).map {
                    try Playback.List.parameters(of: $0).limit
                }
                #expect(limits == [limit], "\(line)")
            }
        }
    }

    /// A daemon with three films, the last of them the newest.
    private func films() throws -> DaemonProcess {
        let daemon = try DaemonProcess.running()
        let client = try daemon.client()
        try client.save("/a/one/01.mkv", 60, ["duration": 600.0, "player": "vlc"])
        try client.save("/a/two/01.mkv", 300, ["duration": 600.0])
        try client.save(
            "/b/alien.mkv",
            90,
            ["duration": 100.0, "title": "Alien 👽", "status": "failed"]
        )
        return daemon
    }

    @Test func `a search that finds nothing suggests similar names`() async throws {
        let daemon = try films()
        #expect(
            try await daemon.shown("list --search allien")
                == "No resume point matches; did you mean “Alien”?\n"
        )
        #expect(try await daemon.shown("list --search zebra") == "No resume point matches.\n")
        #expect(try await daemon.said("list --search allien") == "")
    }

    @Test func `list --seen lists finished items until they have a resume point again`()
        async throws
    {
        let daemon = try films()
        #expect(try await daemon.shown("list --seen") == "Nothing was finished recently.\n")
        let client = try daemon.client()
        try client.save("/a/two/01.mkv", 580, ["duration": 600.0, "cause": "stop"])
        try client.save("/a/one/01.mkv", 599, ["duration": 600.0, "status": "finished"])
        _ = try await daemon.said("clear alien.mkv")
        let seen = "list --seen --format {{item}}:{{position}}"
        #expect(try await daemon.said(seen) == "/a/one/01.mkv:60\n/a/two/01.mkv:300\n")
        #expect(try await daemon.said(seen + " --player vlc") == "/a/one/01.mkv:60\n")
        #expect(try await daemon.said(seen + " --sort position --limit 1") == "/a/two/01.mkv:300\n")
        #expect(try await daemon.said("list --seen --json").contains(#""finished":true"#))
        _ = try await daemon.said("undo /a/one/01.mkv")
        #expect(try await daemon.said(seen) == "/a/two/01.mkv:300\n")
    }

    @Test func `a list can be filtered, sorted and printed by a template`() async throws {
        let daemon = try films()
        func list(_ options: String) async throws -> String {
            try await daemon.said("list --format {{name}}:{{percentage}} \(options)")
        }
        #expect(try await list("") == "Alien 👽:90\n01.mkv:50\n01.mkv:10\n")
        #expect(try await list("--limit 1") == "Alien 👽:90\n")
        #expect(try await list("--sort position --limit 2") == "01.mkv:50\nAlien 👽:90\n")
        #expect(try await list("--sort left") == "Alien 👽:90\n01.mkv:50\n01.mkv:10\n")
        #expect(try await list("--search TWO") == "01.mkv:50\n")
        #expect(try await list("--player vlc") == "01.mkv:10\n")
        #expect(try await list("--since -1h") == "Alien 👽:90\n01.mkv:50\n01.mkv:10\n")
        #expect(try await list("--since 1h") == "Alien 👽:90\n01.mkv:50\n01.mkv:10\n")
        #expect(try await list("--since @9999999999") == "")
        #expect(try await list("--status finished") == "")
        let json = try await daemon.said("list --search alien --json")
        #expect(
            json.hasPrefix(#"{"item":"/b/alien.mkv","#) && json.split(separator: "\n").count == 1
        )
    }

    @Test func `a list of several pages is sorted as a whole`() async throws {
        let daemon = try DaemonProcess.running()
        let now = 1_000 * time(nil)
        let points = (0..<2_100).map { number in
            #"{"item":"f\#(number)","player":"mpv","status":"paused","position":\#(number * 11 % 2_100 + 1),"#
                + #""at":\#(now - 1_000 * (number * 13 % 2_100))}"#
        }
        _ = try await daemon.said("import -", input: points.joined(separator: "\n") + "\n")
        let sorted = (0..<2_100).sorted { $0 * 11 % 2_100 > $1 * 11 % 2_100 }.map { "f\($0)\n" }
        for limit in [2_100, 1_500] {
            let list = try await daemon.said(
                "list --sort position --format {{item}} --limit \(limit)"
            )
            #expect(list == sorted.prefix(limit).joined())
        }
    }

    @Test func `an unknown device is distinguished from a device without points`() async throws {
        let daemon = try films()
        let own = try daemon.client().call("io.stated.Sync.GetStatus")["status.device"]?.text ?? ""
        for command in ["list", "list --search nosuch", "resume", "status", "play"] {
            #expect(
                try await daemon.said("\(command) --device nowhere")
                    == "statectl: there is no device “nowhere”; this device is “\(own)”\n[1]"
            )
        }
        #expect(try await daemon.said("list --here --search two") != "")
        #expect(try await daemon.said("list --here --search nosuch") == "")
        #expect(try await daemon.said("list --device \(own) --search nosuch") == "")
    }

    @Test func `a list that fails gives the reason`() async throws {
        let daemon = try films()
        #expect(
            try await daemon.said("list --player mpw")
                == "statectl: there is no player “mpw”; did you mean “mpv”? “statectl players” lists "
                + "the players\n[1]"
        )
        #expect(try await daemon.said("list --player nosuch").hasSuffix("lists the players\n[1]"))
        #expect(try await daemon.shown("list --search nothing") == "No resume point matches.\n")
        #expect(try await daemon.said("list --limit 0").hasSuffix("must be at least 1\n[65]"))
        #expect(try await daemon.said("list --sort size").hasSuffix("[65]"))
        #expect(try await daemon.said("list --format {{x}}").hasSuffix("[65]"))
        #expect(try await daemon.said("list --json --format x").hasSuffix("[64]"))
        _ = try await daemon.said("clear --player vlc")
        #expect(try await daemon.said("list --player vlc") == "")
    }

    @Test func `on a terminal, list shows bars, and directories where names are equal`()
        async throws
    {
        let daemon = try films()
        let shown = try await daemon.shown("list --player mpv", columns: 120).split(separator: "\n")
        #expect(shown.count == 3)
        let wide = try await daemon.shown("list", columns: 120)
        #expect(wide.contains("Alien 👽    [#########.]  90 %      1:30    1:40  failed  mpv"))
        #expect(wide.contains("two/01.mkv  [#####.....]  50 %      5:00   10:00  paused  mpv"))
        #expect(wide.contains("one/01.mkv  [#.........]  10 %      1:00   10:00  paused  vlc"))
        for columns: UInt16 in [40, 80] {
            let lines = try await daemon.shown("list", columns: columns).split(separator: "\n")
            #expect(lines.count == 4)
            #expect(lines.allSatisfy { $0.unicodeScalars.count <= columns })
            #expect(lines[1].contains("90 %"))
        }
    }

    @Test func `a long list is shown in a pager, unless this is turned off`() async throws {
        let daemon = try DaemonProcess.running()
        let client = try daemon.client()
        for number in 1...30 { try client.save("film \(number)", 60) }
        func shown(_ line: String, pager: String) async throws -> [Substring] {
            try await Terminal(columns: 80, rows: 24).run(
                line.split(separator: " ").map(String.init),
                socket: daemon.socket,
                environment: ["NO_COLOR": "1", "PAGER": pager]
            ).split(separator: "\n")
        }
        let paged = try await shown("list", pager: "sed s/^/:/")
        #expect(paged.count == 31)
        #expect(paged.allSatisfy { $0.hasPrefix(":") })
        let direct = try await shown("list --no-pager", pager: "sed s/^/:/")
        #expect(direct.count == 31)
        #expect(!direct.contains { $0.hasPrefix(":") })
        #expect(
            try await shown("list --limit 5", pager: "sed s/^/:/").first?.hasPrefix("ITEM") == true
        )
        #expect(try await shown("list", pager: "cat").count == 31)
        // A reader who has seen enough ends it without a word.
        #expect(try await shown("list", pager: "head -n 1").count == 1)
    }
}
