// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateTesting
import Testing

/// Players and their queues from the command line, with a real daemon.
@Suite struct QueueTests {
    let daemon: DaemonProcess

    init() throws {
        daemon = try .running()
    }

    @Test func `items can be set, added, played and skipped in a queue`() async throws {
        #expect(
            try await daemon.said("queue set mpv b c --create")
                == "mpv: 2 items queued, revision 1\n"
        )
        #expect(try await daemon.said("queue add mpv d") == "mpv: 3 items queued, revision 2\n")
        #expect(
            try await daemon.said("queue add mpv a0 a1 --next")
                == "mpv: 5 items queued, revision 3\n"
        )
        for url in ["http://me:pw@host/e", "http://me:pw@host/e@f"] {
            let run = try await Program.run(
                ["queue", "add", "mpv", "-"],
                socket: daemon.socket,
                input: url + "\n"
            )
            for login in [try await daemon.said("queue add mpv \(url)"), run.errors + "[65]"] {
                #expect(login.contains("a queue keeps no user and no password"))
                #expect(login.hasSuffix("[65]") && !login.contains("pw"))
            }
        }
        #expect(try await daemon.said("queue show mpv") == "a0\na1\nb\nc\nd\n")
        #expect(
            try await daemon.said("queue play mpv /films/c")
                == "mpv: c is current, 5 items queued\n"
        )
        #expect(
            try await daemon.said("queue skip mpv") == "mpv: a0 is current, 4 items queued\n"
        )
        #expect(
            try await daemon.said("queue set mpv --empty") == "mpv: nothing queued, revision 6\n"
        )
        #expect(try await daemon.said("queue show mpv") == "")
        #expect(try await daemon.said("queue skip mpv") == "mpv: nothing is left to play\n")
        #expect(
            try await daemon.said("players --json")
                == #"{"player":"mpv","playing":false,"phase":"background","surfaces":0,"#
                + #""queue":[],"revision":7}"# + "\n"
        )
    }

    @Test func `players are listed completely, however many pages their queues need`() async throws
    {
        let items = (0..<1_000).map { "/films/" + String(repeating: "x", count: 100) + "\($0)" }
        for number in 10..<22 {
            let run = try await Program.run(
                ["queue", "set", "--create", "player-\(number)", "-"],
                socket: daemon.socket,
                input: items.joined(separator: "\n")
            )
            #expect(run.status == 0)
        }
        let names = (10..<22).map { "player-\($0)" }
        for command in ["players", "players --json", "status --json"] {
            let output = try await daemon.said(command)
            #expect(names.allSatisfy { output.contains($0) }, "\(command)")
        }
        #expect(try await daemon.said("queue show player-21").hasSuffix("x999\n"))
    }

    @Test func `a queue that has changed in the meantime is not overwritten`() async throws {
        #expect(
            try await daemon.said("queue add mpv a --create") == "mpv: 1 item queued, revision 1\n"
        )
        #expect(
            try await daemon.said("queue set mpv b --if-revision 1")
                == "mpv: 1 item queued, revision 2\n"
        )
        #expect(
            try await daemon.said("queue set mpv c --if-revision 1")
                == "statectl: the queue of mpv has changed, and is at revision 2 now; look at it with "
                + "“statectl queue show mpv”, then try again\n[75]"
        )
        #expect(try await daemon.said("queue show mpv") == "b\n")
    }

    @Test func `a queue can be written to a pipe and read back`() async throws {
        _ = try await daemon.said("queue set mpv c a b --create")
        #expect(
            try await daemon.said("queue set mpv -", input: "a b\n\nhttps://example.org/ä\nc")
                == "mpv: 3 items queued, revision 2\n"
        )
        #expect(try await daemon.said("queue show mpv") == "a b\nhttps://example.org/ä\nc\n")
        #expect(
            try await daemon.said("queue add mpv -", input: "")
                == "mpv: 3 items queued, revision 3\n"
        )
        #expect(
            try daemon.shell("yes 'a long name of an item' 2>/dev/null | statectl queue add mpv -")
                == "statectl: standard input: a queue has at most 10,000 items, and 131,072 bytes "
                + "of names\n[65]"
        )
        #expect(
            try daemon.shell("printf '\\377\\n' | statectl queue add mpv -")
                == "statectl: standard input: an item is not UTF-8\n[65]"
        )
        #expect(
            try daemon.shell("statectl queue show mpv | tac | statectl queue set mpv -")
                == "mpv: 3 items queued, revision 4\n"
        )
    }

    @Test func `a queue is not emptied if the input has no items`() async throws {
        _ = try await daemon.said("queue set mpv a b --create")
        let rest =
            " has no items, and the queue was not changed; “statectl queue clear mpv” empties it\n[65]"
        for input in ["", "\n\n"] {
            #expect(
                try await daemon.said("queue set mpv -", input: input)
                    == "statectl: standard input\(rest)"
            )
        }
        let said = try daemon.shell("statectl queue show mvp 2>&- | tac | statectl queue set mpv -")
        #expect(said == "statectl: standard input\(rest)")
        let file = daemon.directory.file("list.m3u8")
        try DaemonFiles.write(Array("#EXTM3U\n".utf8), to: file)
        #expect(try await daemon.said("queue load mpv \(file)") == "statectl: \(file)\(rest)")
        #expect(
            try await daemon.said("queue load mpv - --append")
                == "mpv: 2 items queued, revision 2\n"
        )
        #expect(try await daemon.said("queue show mpv") == "a\nb\n")
        #expect(
            try await daemon.said("queue set mpv --empty") == "mpv: nothing queued, revision 3\n"
        )
    }

    @Test func `a byte-order mark is not part of a playlist's first line`() async throws {
        let file = daemon.directory.file("list.m3u8")
        try DaemonFiles.write(Array("\u{FEFF}#EXTM3U\r\nä\r\n\u{FEFF}b\r\n".utf8), to: file)
        #expect(
            try await daemon.said("queue load mpv \(file) --create")
                == "mpv: 2 items queued, revision 1\n"
        )
        #expect(try await daemon.said("queue show mpv") == "ä\n\\u{feff}b\n")
        _ = try await daemon.said("queue set mpv -", input: "\u{FEFF}c\n")
        #expect(try await daemon.said("queue show mpv") == "c\n")
    }

    @Test func `a player that does not exist is reported`() async throws {
        #expect(try await daemon.said("players") == "")
        #expect(try await daemon.shown("players") == "There are no players.\n")
        #expect(
            try await daemon.said("queue show mpv")
                == "statectl: there is no player “mpv”; “statectl players” lists the players\n[1]"
        )
        #expect(try await daemon.said("queue skip m,v").hasSuffix("[65]"))
    }

    @Test func `a mistyped name of a player creates no player`() async throws {
        let nobody = "statectl: there is no player “mvp”; “statectl players” lists the players\n[1]"
        #expect(try await daemon.said("queue skip mvp") == nobody)
        #expect(
            try await daemon.said("queue skip mvp --json")
                == #"{"error":"notThere","status":1,"message":"there is no player “mvp”; "#
                + "“statectl players” lists the players\"}\n[1]"
        )
        let unknown =
            "statectl: there is no player “mvp”; “statectl players” lists the players, and --create makes a "
            + "new one\n[1]"
        let file = daemon.directory.file("list.m3u")
        try DaemonFiles.write(Array("a\n".utf8), to: file)
        for command in [
            "set mvp --empty", "set mvp a", "add mvp a", "play mvp a", "load mvp \(file)",
        ] {
            #expect(try await daemon.said("queue \(command)") == unknown)
        }
        #expect(try await daemon.said("queue add mvp -", input: "") == unknown)
        for command in [
            "players forget mvp", "queue clear mvp", "status --player mvp", "clear --player mvp",
            "resume --player mvp", "list --player mvp", "player pause mvp",
        ] {
            #expect(try await daemon.said(command) == nobody)
        }
        #expect(try await daemon.said("players") == "")
        let surface = try daemon.surface(of: "mvp")
        #expect(try await daemon.said("queue skip mvp") == "mvp: nothing is left to play\n")
        #expect(
            try await daemon.said("queue skip mvp --json") == #"{"queue":[],"revision":0}"# + "\n"
        )
        #expect(try surface.call("io.stated.Session.SetPhase", ["phase": "background"]) == .ok())
        #expect(try await daemon.said("players") == "mvp\tidle\tbackground\t1\t0\t0\t\n")
    }

    /// A player with a label is on the session bus; the others are those of programs of their own.
    @Test func `a player that opens no files on request is said not to play its queue`()
        async throws
    {
        let surfaces = try [daemon.surface(of: "mpd"), daemon.surface(of: "app")]
        let method = "io.stated.Session.DescribePlayer"
        #expect(try surfaces[0].call(method, ["player": "mpd", "label": "MPD"]) == .ok())
        #expect(surfaces.count == 2)
        _ = try await daemon.said("queue set mpd /films/a$b c")
        let advice: (String) -> String = {
            "mpd does not open it, but “statectl play \($0)” does\n"
        }
        #expect(
            try await daemon.said("queue skip mpd")
                == "mpd: a$b is current, 1 item queued; " + advice("'/films/a$b'")
        )
        #expect(
            try await daemon.said("queue play mpd /films/d --create")
                == "mpd: d is current, 1 item queued; " + advice("/films/d")
        )
        #expect(
            try await daemon.said("queue play app /films/d")
                == "app: d is current, nothing queued\n"
        )
    }

    @Test func `on a terminal, each player is shown with its item and what follows`() async throws {
        let client = try daemon.client()
        let surfaces = try [daemon.surface(of: "mpv"), daemon.surface(of: "mpv")]
        try client.save("/films/alien.mkv", 100, ["status": "playing"])
        try client.save("https://example.org/a%20show.mp3", 100, ["player": "pod"])
        _ = try await daemon.said("queue set mpv /films/aliens.mkv alien3")
        #expect(
            try await daemon.shown("players") == """
                PLAYER  STATE    ITEM        QUEUED  SURFACES  PHASE       REVISION
                mpv     playing  alien.mkv        2         2  foreground         3
                pod     paused   a show.mp3       0         0                     2

                """
        )
        #expect(
            try await daemon.said("players") == """
                mpv\tplaying\tforeground\t2\t2\t3\t/films/alien.mkv
                pod\tpaused\tbackground\t0\t0\t2\thttps://example.org/a%20show.mp3

                """
        )
        #expect(
            try await daemon.shown("queue show mpv") == """
                mpv: playing alien.mkv, 2 items queued, revision 3
                  1  aliens.mkv
                  2  alien3

                """
        )
        let narrow = try await daemon.shown("players", columns: 50).split(separator: "\n")
        #expect(narrow.allSatisfy { $0.count <= 50 })
        #expect(surfaces.count == 2)
    }
}
