// SPDX-License-Identifier: Apache-2.0
import Foundation
import StateBridge
import StateTesting
import Testing
import Varlink

@testable import statectl

/// Orders to players: their words, and the way to an mpv and to a player on the bus.
@Suite struct PlayerOrderTests {
    @Test(arguments: [
        ("1:02:03", SeekTarget.position(3_723)), ("+30", .distance(30)), ("-1:00", .distance(-60)),
        ("30-", .distance(-30)), ("90s+", .distance(90)), ("\u{2212}10", .distance(-10)),
    ])
    func `a place is a position or a distance`(text: String, target: SeekTarget) throws {
        #expect(try SeekTarget(text: text) == target)
    }

    @Test func `what is no place is refused`() {
        for text in ["", "+", "soon", "--5", "+-5"] {
            #expect(throws: BadValue.self) { try SeekTarget(text: text) }
        }
        #expect(
            SeekTarget.withoutDash(["player", "seek", "-10", "vlc", "--json"])
                == ["player", "seek", "\u{2212}10", "vlc", "--json"]
        )
        #expect(SeekTarget.withoutDash(["save", "i", "-5"]) == ["save", "i", "-5"])
    }

    private func text(_ order: PlayerOrder) -> String {
        String(decoding: MPVCommands.line(order.mpvWords, request: 1), as: UTF8.self)
    }

    @Test func `mpv and MPRIS have different words`() throws {
        #expect(
            text(.pause) == #"{"command":["set_property","pause",true],"request_id":1}"# + "\n"
        )
        #expect(
            text(.seek(.distance(-10)))
                == #"{"command":["seek",-10.0,"relative+exact"],"request_id":1}"# + "\n"
        )
        #expect(try PlayerOrder.toggle.mprisWords(OrderedState()) == ["PlayPause"])
        #expect(
            try PlayerOrder.seek(.position(10)).mprisWords(OrderedState(position: 4))
                == ["Seek", "x", "6000000"]
        )
        #expect(throws: OrderRefusal.self) {
            try PlayerOrder.seek(.position(10)).mprisWords(OrderedState())
        }
        #expect(MPVCommands.Answer(Array(#"{"event":"pause"}"#.utf8)) == nil)
        let answer = MPVCommands.Answer(
            Array(#"{"data":5,"error":"success","request_id":1}"#.utf8)
        )
        #expect(answer?.error == "success" && answer?.data == .int(5))
    }

    @Test(arguments: [
        (PlayerOrder.pause, "paused at 1:00"), (.play, "plays from 1:00"),
        (.toggle, "paused at 1:00"), (.seek(.position(70)), "at 1:10"),
        (.seek(.distance(-90)), "at 0:00"), (.seek(.distance(900)), "at 2:00"),
        (.seek(.position(121)), "2:01 is beyond its end at 2:00"), (.next, "next item"),
        (.previous, "there is no previous item"),
    ])
    func `an order says what the player does, or why it cannot`(order: PlayerOrder, text: String) {
        let state = OrderedState(
            isPaused: false,
            position: 60,
            duration: 120,
            hasNext: true,
            hasPrevious: false
        )
        #expect(order.obstacle(state) ?? order.outcome(state) == text)
    }

    @Test(arguments: [
        (PlayerOrder.pause, "paused"), (.toggle, "toggle"), (.seek(.distance(5)), "seek"),
        (.seek(.position(9_999)), "at 2:46:39"), (.previous, "previous item"),
    ])
    func `a player that says nothing of itself is given every order`(
        order: PlayerOrder,
        text: String
    ) {
        #expect(order.obstacle(OrderedState()) == nil)
        #expect(order.outcome(OrderedState()) == text)
    }

    @Test func `an address is found while the player's name is locked`() throws {
        let directory = try TemporaryDirectory()
        var nameLock: PlayerNameLock? = PlayerNameLock("mpv", in: directory.path)
        nameLock?.hold(for: 7, at: .mpv(socket: "/run/a b"))
        #expect(
            PlayerNameLock.address(of: "mpv", in: directory.path) == .mpv(socket: "/run/a b")
        )
        #expect(PlayerNameLock.holders(in: directory.path) == [7])
        nameLock?.hold(for: nil, at: .mpris(owner: ":1.7"))
        #expect(PlayerNameLock.address(of: "mpv", in: directory.path) == .mpris(owner: ":1.7"))
        #expect(PlayerNameLock.holders(in: directory.path) == [])
        nameLock = nil
        #expect(PlayerNameLock.address(of: "mpv", in: directory.path) == nil)
        #expect(PlayerNameLock.address(of: "vlc", in: directory.path) == nil)
    }

    @Test(
        arguments: [
            (PlayerOrder.seek(.position(70)), 70.0), (.seek(.position(-5)), 0),
            (.seek(.distance(-90)), 0), (.seek(.distance(900)), 120), (.pause, nil), (.next, nil),
        ] as [(PlayerOrder, Double?)]
    )
    func `a jump has a target`(order: PlayerOrder, target: Double?) {
        #expect(order.target(OrderedState(position: 60, duration: 120)) == target)
        #expect(PlayerOrder.seek(.distance(5)).target(OrderedState()) == nil)
    }

    @Test(arguments: [("Paused", 1_200.0), ("Playing", 60)])
    func `a jump of a paused player is stored at once`(status: String, stored: Double) async throws
    {
        let daemon = try DaemonProcess.running()
        let client = try daemon.client()
        try client.save("/f/film.mkv", 60, ["player": "vlc", "duration": 6000.0])
        let bin = daemon.directory.file("bin")
        let folder = "\(daemon.directory.path)/stated/players"
        _ = try daemon.shell("mkdir -p \(bin) && mkdir -p -m 700 \(folder)")
        let script = """
            #!/bin/sh
            case "$*" in
            *PlaybackStatus*) echo 's "\(status)"' ;;
            *Position*) echo 'x 60000000' ;;
            esac
            """
        try script.write(toFile: "\(bin)/busctl", atomically: true, encoding: .utf8)
        _ = try daemon.shell("chmod +x \(bin)/busctl")
        let nameLock = PlayerNameLock("vlc", in: folder)
        nameLock.hold(for: nil, at: .mpris(owner: ":1.7"))
        let run = try await Program.run(
            ["player", "seek", "20:00", "vlc"],
            socket: daemon.socket,
            environment: ["XDG_RUNTIME_DIR": daemon.directory.path, "PATH": "\(bin):/usr/bin:/bin"]
        )
        #expect(run.output == "vlc: at 20:00\n")
        let point = try client.playback("Get", ["item": "/f/film.mkv"])["point"]
        #expect(point?["position"] == .double(stored))
        withExtendedLifetime(nameLock) {}
    }

    @Test func `a player that does not run takes no orders`() async throws {
        let daemon = try DaemonProcess.running()
        let environment = ["XDG_RUNTIME_DIR": daemon.directory.path]
        let named = try await Program.run(
            ["player", "pause", "mpv"],
            socket: daemon.socket,
            environment: environment
        )
        #expect(named.status == 1)
        #expect(
            named.errors
                == "statectl: there is no player “mpv”; “statectl players” lists them\n"
        )
        let any = try await Program.run(
            ["player", "seek", "-10", "--json"],
            socket: daemon.socket,
            environment: environment
        )
        #expect(any.status == 1)
        #expect(any.errors.hasPrefix(#"{"error":"notThere","status":1,"message":"no player is"#))
    }
}
