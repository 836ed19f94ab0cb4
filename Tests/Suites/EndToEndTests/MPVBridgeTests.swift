// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateTesting
import Testing
import Varlink

/// The other ways in which a player becomes a client: a bridge, a script, and what it remembers.
@Suite struct MPVBridgeTests {
    let daemon: DaemonProcess
    let talk: String

    init() throws {
        daemon = try .running()
        talk = daemon.directory.file("talk.ogg")
        try Media.tone(talk, seconds: 60)
    }

    private func position(_ item: String) throws -> Double? {
        try daemon.client().playback("Get", ["item": .string(item)])["point.position"]?.number
    }

    /// Starts plain mpv.
    private func plain(_ arguments: String...) throws -> PlayerProcess {
        try PlayerProcess(
            ["/usr/bin/mpv"],
            arguments,
            in: daemon.directory,
            daemon: daemon.socket
        )
    }

    /// The option that loads the script which makes mpv a client.
    private static let script =
        "--script="
        + #filePath.replacing("Tests/Suites/EndToEndTests/MPVBridgeTests.swift", with: "")
        + "etc/mpv/stated.lua"

    @Test
    func `the file with which mpv was started plays, even if a script adds the rest of a folder`()
        throws
    {
        let next = daemon.directory.file("next.ogg")
        try Media.tone(next, seconds: 60)
        try daemon.client().save(next, 30, ["duration": 60.0])
        let stream = try daemon.stream()
        let folder = daemon.directory.file("folder.lua")
        let program = """
            mp.register_event("start-file", function()
                if mp.get_property("playlist-count") == "1" then
                    mp.commandv("loadfile", "\(next)", "append")
                end
            end)
            """
        try DaemonFiles.write(Array(program.utf8), to: folder)
        let player = try plain(Self.script, "--script=\(folder)", talk)
        try stream.waits { $0.at("about.queue") == .array([.string(next)]) }
        #expect(try player.mpv.property("path") == .string(talk))
        try player.quit()
        #expect(try position(next) == 30)
    }

    @Test func `a script that is loaded twice makes one player`() throws {
        let stream = try daemon.stream()
        let player = try plain(Self.script, Self.script, talk)
        try player.mpv.plays(past: 2)
        try stream.waits { $0["kind"] == "saved" }
        let players = try daemon.client().call("io.stated.Session.ListPlayers")["players"]
        #expect(players?.elements.count == 1)
        #expect(players?.at("0.surfaces") == 1)
        try player.quit()
    }

    @Test func `an mpv started with the script, without statectl, resumes at its stored position`()
        throws
    {
        try daemon.client().save(talk, 30, ["duration": 60.0])
        let stream = try daemon.stream()
        let player = try plain(Self.script, talk)
        try player.mpv.plays(past: 29.5)
        try stream.waits { $0["kind"] == "saved" }
        try player.mpv.seek(45)
        try player.mpv.plays(past: 45.2)
        try player.quit()
        // The bridge ends by itself; until then it is the player's surface.
        try stream.waits { $0["kind"] == "saved" && $0.at("point.status") == "paused" }
        try stream.waits { $0.at("about.surfaces") == 0 }
        #expect(try position(talk).map { $0 > 45 && $0 < 47 } == true)
    }

    @Test func `an mpv that already runs is followed from its current position`() throws {
        try daemon.client().save(talk, 50, ["duration": 60.0])
        let ipc = daemon.directory.file("ipc")
        let output = daemon.directory.file("bridge")
        let environment = try PlayerProcess.environment(daemon.directory, daemon.socket)
        // The bridge may come first, and waits a little for mpv.
        let bridge = try DaemonProgram(
            [
                try DaemonProcess.executable("statectl"), "bridge", "mpv", "--ipc", ipc,
                "--player", "den",
            ],
            environment: environment,
            output: output
        )
        let mpv = try DaemonProgram(
            ["/usr/bin/mpv"] + PlayerProcess.options
                + ["--input-ipc-server=\(ipc)", "--start=20", talk],
            environment: environment,
            output: output
        )
        let stream = try daemon.stream()
        try stream.waits { $0["kind"] == "saved" && $0["player"] == "den" }
        #expect(try position(talk).map { abs($0 - 20) < 3 } == true)
        mpv.signal(SIGKILL)
        #expect(try bridge.waitForExit() == .status(0))
        #expect(try position(talk).map { abs($0 - 20) < 3 } == true)
    }

    @Test func `a bridge ends together with its mpv, even if another process holds the socket`()
        throws
    {
        let stream = try daemon.stream()
        // An mpv that ends before it accepts the connection of the bridge.
        let program = """
            import os, select, socket, subprocess, sys
            server = socket.socket(socket.AF_UNIX)
            server.bind(sys.argv[1])
            server.listen()
            server.set_inheritable(True)
            for words in (sys.argv[2:], ["/usr/bin/sleep", "20"]):
                subprocess.Popen(words, close_fds=False)
            select.select([server], [], [])
            os._exit(0)
            """
        let ipc = daemon.directory.file("ipc")
        let statectl = try DaemonProcess.executable("statectl")
        let mpv = try DaemonProgram(
            ["/usr/bin/python3", "-c", program, ipc, statectl, "bridge", "mpv", "--ipc", ipc],
            environment: try PlayerProcess.environment(daemon.directory, daemon.socket),
            output: daemon.directory.file("output")
        )
        #expect(try mpv.waitForExit() == .status(0))
        try stream.waits { $0.at("about.surfaces") == 1 }
        try stream.waits { $0.at("about.surfaces") == 0 }
    }

    @Test func `the bridge reports that mpv does not run`() throws {
        let ipc = daemon.directory.file("nobody")
        let run = try daemon.statectl("bridge", "mpv", "--ipc", ipc)
        #expect(run.exit == .status(1))
        #expect(run.said.hasPrefix("statectl: no mpv at \(ipc): there is no such socket"))
    }

    @Test func `statectl play returns the exit status of mpv`() throws {
        let nothing = try daemon.statectl("play")
        #expect(nothing.exit == .status(1))
        #expect(nothing.said == "statectl: there is nothing to resume; give a file to play\n")
        let wrong = try daemon.statectl("play", "--no-such-option", talk)
        #expect(wrong.exit == .status(1))
        #expect(wrong.said.contains("no-such-option"))
        let player = try PlayerProcess.play(talk, for: daemon)
        _ = try? player.mpv.command("quit", 7)
        #expect(try player.waitForExit() == .status(7))
    }

    @Test func `SIGTERM ends an mpv that resumed without a file on its command line`() throws {
        try daemon.client().save(talk, 20, ["duration": 60.0])
        for _ in 0..<3 {
            let player = try PlayerProcess.play("--pause", for: daemon)
            try player.mpv.plays(past: 15)
            player.signal(SIGTERM)
            #expect(try player.waitForExit() == .status(128 + SIGTERM))
        }
    }

    @Test func `a signal to statectl play is passed on to mpv`() throws {
        let stream = try daemon.stream()
        let player = try PlayerProcess.play("--pause", talk, for: daemon)
        try player.mpv.seek(20)
        try stream.waits { $0["kind"] == "saved" }
        player.signal(SIGTERM)
        #expect(try player.waitForExit() == .status(128 + SIGTERM))
        #expect(try position(talk).map { abs($0 - 20) < 0.5 } == true)
    }

    @Test func `positions in mpv's watch-later files are imported with their ages`() throws {
        let memory = daemon.directory.file("watch_later")
        mkdir(memory, 0o700)
        let other = daemon.directory.file("other.ogg")
        try Media.tone(other, seconds: 30)
        let options = ["--watch-later-directory=\(memory)", "--save-position-on-quit", "--pause"]
        for (file, more) in [(talk, []), (other, ["--write-filename-in-watch-later-config"])] {
            let player = try PlayerProcess(
                ["/usr/bin/mpv"],
                options + more + [file],
                in: daemon.directory,
                daemon: daemon.socket
            )
            try player.mpv.seek(20)
            try player.quit()
        }
        let first = try daemon.statectl("import", "--from", "mpv", memory)
        #expect(
            first.said == "statectl: mpv has stored 1 position of files that were not found: "
                + "give the directories to search\nimported 1 of 1 resume point\n"
        )
        #expect(try position(other).map { abs($0 - 20) < 0.1 } == true)
        let second = try daemon.statectl("import", "--from", "mpv", memory, daemon.directory.path)
        #expect(second.said.contains("imported 1 of 2 resume points; ignored 1 unchanged"))
        #expect(try position(talk).map { abs($0 - 20) < 0.1 } == true)
        // Two months later they are too old, unless one wants them all the same.
        for name in DaemonFiles.names(in: memory) {
            var times = [timeval](
                repeating: timeval(tv_sec: time(nil) - 5_184_000, tv_usec: 0),
                count: 2
            )
            #expect(utimes("\(memory)/\(name)", &times) == 0)
        }
        // What is observed before a clear never undoes it: the store has to know nothing.
        try daemon.stop()
        for name in DaemonFiles.names(in: daemon.storeFolder) {
            unlink(daemon.storeFolder + "/" + name)
        }
        try daemon.start()
        let late = try daemon.statectl("import", "--from", "mpv", memory, daemon.directory.path)
        #expect(late.said == "imported 0 of 2 resume points; ignored 2 expired\n")
        let kept = try daemon.statectl("import", "--from", "mpv", "--ttl", "90d", memory, talk)
        #expect(kept.exit == .status(0))
        let point = try daemon.client().playback("Get", ["item": .string(talk)])["point"]
        #expect(point?["at"]?.int.map { $0 < (time(nil) - 5_000_000) * 1_000 } == true)
    }
}
