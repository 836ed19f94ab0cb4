// SPDX-License-Identifier: Apache-2.0
import ClientTesting
import Glibc
import StateProtocol
import StateTesting
import Testing
import Varlink

/// `statectl status --follow` with a real daemon.
@Suite struct StatusFollowTests {
    let daemon: DaemonProcess

    init() throws {
        daemon = try DaemonProcess()
    }

    /// Reads on until a line says that a bar should show `state`, and answers that line.
    private func awaits(_ state: String, _ watcher: Watcher) async throws -> String? {
        while let line = try await watcher.line() {
            if line.contains(#""class":["\#(state)""#) { return line }
        }
        return nil
    }

    @Test func `a status bar follows the daemon from before its start until after its end`()
        async throws
    {
        let bar = try Watcher("status", "--format", "waybar", "--follow", socket: daemon.socket)
        #expect(try await awaits("offline", bar) != nil)
        try daemon.start()
        #expect(try await awaits("idle", bar)?.hasPrefix(#"{"text":"","#) == true)
        try daemon.client().save("film", 61, ["status": "playing", "duration": 122.0])
        let playing = try await awaits("playing", bar)
        #expect(playing?.hasPrefix(#"{"text":"film 1:01","alt":"playing","#) == true)
        #expect(playing?.hasSuffix(#","percentage":50}"#) == true)
        try daemon.client().save("film", 62, ["status": "failed"])
        #expect(try await awaits("paused", bar)?.contains(#""class":["paused","alert"]"#) == true)
        try daemon.kill()
        #expect(try await awaits("offline", bar) != nil)
        try daemon.start()
        #expect(try await awaits("paused", bar)?.hasPrefix(#"{"text":"film 1:02","#) == true)
        #expect(await bar.interrupt() == 0)
        #expect(try await bar.notice() == nil)
    }

    @Test func `status --follow prints no state twice in a row`() async throws {
        try daemon.start()
        let follower = try Watcher("status", "--json", "--follow", socket: daemon.socket)
        let first = try await follower.line()
        #expect(first?.contains(#""players":[]"#) == true)
        _ = try daemon.surface(of: "mpv")
        let client = try daemon.client()
        try client.save("film", 61)
        var last = first
        while last?.contains(#""position":61"#) == false {
            let line = try await follower.line()
            #expect(line != last)
            last = line
        }
        #expect(await follower.interrupt() == 0)
    }

    @Test
    func `status --follow subscribes to changes only, without the current state`()
        async throws
    {
        try await withDaemon { daemon in
            let bar = try Watcher("status", "--json", "--follow", socket: daemon.socket)
            #expect(try await bar.line()?.contains(#""title":"Alien""#) == true)
            let calls = try await daemon.calls().filter { $0.method == Playback.Subscribe.name }
            #expect(
                try calls.map { try Playback.Subscribe.parameters(of: $0) }
                    == [.init(now: true)]
            )
            #expect(await bar.interrupt() == 0)
        }
        try daemon.start()
        let follower = try Watcher("status", "--json", "--follow", socket: daemon.socket)
        _ = try await follower.line()
        try daemon.client().save("film", 50)
        var line = try await follower.line()
        while line?.contains("film") == false { line = try await follower.line() }
        #expect(line?.contains(#""subscribers":1,"#) == true, "the first stream is over")
        #expect(await follower.interrupt() == 0)
    }

    @Test func `in a pipe, screens are printed one after another`() async throws {
        try daemon.start()
        let follower = try Watcher("status", "--follow", socket: daemon.socket)
        #expect(try await follower.line() == "Nothing is playing.")
        try daemon.client().save("film", 50)
        var line = try await follower.line()
        while line?.contains("1 resume point") == false {
            let before = line
            line = try await follower.line()
            if line == "mpv: paused film" { #expect(before == "") }
        }
        #expect(await follower.interrupt() == 0)
    }

    @Test func `a terminal shows one screen, which is redrawn`() async throws {
        try daemon.start()
        let terminal = try Terminal(columns: 80)
        let process = try terminal.start(
            ["status", "--follow"],
            socket: daemon.socket,
            environment: ["NO_COLOR": "1"]
        )
        _ = await terminal.text(until: "subscriber")
        try daemon.client().save("film", 61, ["duration": 122.0])
        // Up to where the first of its three lines was, and everything from there on is gone. It may
        // be drawn once more between the point and its player.
        let drawn = await terminal.text(until: "mpv: paused film")
        #expect(drawn.contains("\u{1B}[3A\u{1B}[J"))
        #expect(drawn.contains("A\u{1B}[Jmpv: paused film\n"))
        _ = await terminal.text(until: "1 resume point")
        try daemon.kill()
        let lost = await terminal.text(until: "waiting for it")
        #expect(lost.contains("statectl: the connection to the daemon ended; waiting for it"))
        try daemon.start()
        let back = await terminal.text(until: "1 resume point")
        #expect(back.contains("mpv: paused film\n  [############............]  1:01"))
        #expect(!back.contains("\u{1B}"))
        process.signal(SIGINT)
        #expect(process.wait() == 0)
    }

    @Test func `after Ctrl+Z, the screen is drawn below what the shell has written`() async throws {
        try daemon.start()
        let terminal = try Terminal(columns: 80)
        let process = try terminal.start(
            ["status", "--follow"],
            socket: daemon.socket,
            environment: ["NO_COLOR": "1"]
        )
        _ = await terminal.text(until: "subscriber")
        process.signal(SIGSTOP)
        process.signal(SIGCONT)
        try daemon.client().save("film", 61, ["duration": 122.0])
        let drawn = await terminal.text(until: "mpv: paused film")
        let first = drawn.prefix { $0 != "\u{1B}" }
        #expect(first.contains { $0.isLetter })
        process.signal(SIGINT)
        #expect(process.wait() == 0)
    }

    @Test
    func `status --follow ends by SIGPIPE, without a message, when its reader closes the pipe`()
        async throws
    {
        try daemon.start()
        let bar = try Watcher("status", "--format", "waybar", "--follow", socket: daemon.socket)
        _ = try await bar.line()
        bar.stopReading()
        var position = 60.0
        let end = try await bar.end {
            position += 1
            try daemon.client().save("film", position)
        }
        #expect(end == -SIGPIPE)
        #expect(try await bar.notice() == nil)
    }
}
