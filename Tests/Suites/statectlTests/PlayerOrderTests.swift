// SPDX-License-Identifier: Apache-2.0
import ClientTesting
import ModelTesting
import StateModel
import StateProtocol
import StateTesting
import Testing
import Varlink

@testable import statectl

/// The requests of `statectl player`.
@Suite struct PlayerOrderTests {
    @Test(arguments: [
        ("1:02:03", SeekTarget.position(3_723)), ("+30", .distance(30)), ("-1:00", .distance(-60)),
        ("30-", .distance(-30)), ("90s+", .distance(90)), ("\u{2212}10", .distance(-10)),
    ])
    func `the target of a seek is a position or an offset`(text: String, target: SeekTarget) throws
    {
        #expect(try SeekTarget(text: text) == target)
    }

    @Test func `a seek to a text that is not a position is refused`() {
        for text in ["", "+", "soon", "--5", "+-5"] {
            #expect(throws: BadValue.self) { try SeekTarget(text: text) }
        }
        #expect(
            SeekTarget.withoutDash(["player", "seek", "-10", "vlc", "--json"])
                == ["player", "seek", "\u{2212}10", "vlc", "--json"]
        )
        #expect(SeekTarget.withoutDash(["save", "i", "-5"]) == ["save", "i", "-5"])
    }

    @Test(
        arguments: [
            (.pause, .init(playing: false, position: 60), "paused at 1:00"),
            (.pause, .init(playing: false), "paused"), (.pause, .init(), "pause"),
            (.play, .init(playing: true, position: 60), "plays from 1:00"),
            (.toggle, .init(playing: false, position: 60), "paused at 1:00"),
            (.seek, .init(playing: true, position: 70), "at 1:10"), (.seek, .init(), "seek"),
            (.seek, .init(playing: false, position: 599.832), "at 10:00"),
            (.next, .init(), "next item"), (.previous, .init(), "previous item"),
            (.stop, .init(playing: false, position: 60), "stopped"),
        ] as [(RequestedAction, Session.Request.Reply, String)]
    )
    func `a request prints the new state of the player`(
        action: RequestedAction,
        reply: Session.Request.Reply,
        text: String
    ) {
        #expect(OrderedPlayer.outcome(of: action, reply) == text)
    }

    @Test(
        arguments: [
            (["toggle"], .init(player: "tv", action: .toggle)),
            (["stop", "vlc"], .init(player: "vlc", action: .stop)),
            (["seek", "1:00"], .init(player: "mpv", action: .seek, position: 60)),
            (["seek", "-30", "vlc"], .init(player: "vlc", action: .seek, offset: -30)),
        ] as [([String], Session.Request.Parameters)]
    )
    func `a request goes to the named player, or to the first one that accepts it`(
        words: [String],
        parameters: Session.Request.Parameters
    ) async throws {
        func player(_ name: String, _ obeys: [RequestedAction], playing: Bool = false) -> Player {
            Player(
                player: name,
                item: "film",
                playing: playing,
                phase: .foreground,
                surfaces: 1,
                queue: [],
                revision: 1,
                obeys: obeys
            )
        }
        let players = [
            player("radio", [], playing: true), player("tv", [.toggle], playing: true),
            player("mpv", [.seek]),
        ]
        try await withDaemon { call in
            switch call.method {
            case Session.ListPlayers.name: [Session.ListPlayers.answer(.init(players: players))]
            default: [Session.Request.answer(.init(playing: false, position: 60))]
            }
        } body: { daemon in
            let run = try await Program.run(["player"] + words, socket: daemon.socket)
            #expect(run.status == 0, "\(run.errors)")
            let call = try #require(try await daemon.calls().last)
            #expect(try Session.Request.parameters(of: call) == parameters)
        }
    }

    @Test(
        arguments: [
            (.init(playing: false, position: 60.5), #","playing":false,"position":60.5}"#),
            (.init(), "}"),
        ] as [(Session.Request.Reply, String)]
    )
    func `with --json, a request prints the player's new state as JSON`(
        reply: Session.Request.Reply,
        end: String
    ) async throws {
        try await withDaemon { _ in
            [Session.Request.answer(reply)]
        } body: { daemon in
            let run = try await Program.run(
                ["player", "toggle", "mpv", "--json"],
                socket: daemon.socket
            )
            #expect(run.output == #"{"player":"mpv","order":"toggle""# + end + "\n")
        }
    }

    @Test func `a refused request ends with status 75, and a missing player with status 1`()
        async throws
    {
        try await withDaemon { _ in
            [StateError.requestRefused(player: "mpv", reason: "it cannot seek").message]
        } body: { daemon in
            let run = try await Program.run("player", "seek", "5", "mpv", socket: daemon.socket)
            #expect(run.status == 75)
            #expect(run.errors == "statectl: mpv did not carry out the request: it cannot seek\n")
        }
        let daemon = try DaemonProcess.running()
        let named = try await Program.run("player", "pause", "mpv", socket: daemon.socket)
        #expect(named.status == 1)
        #expect(
            named.errors
                == "statectl: there is no player “mpv”; “statectl players” lists the players\n"
        )
        let any = try await Program.run("player", "seek", "-10", "--json", socket: daemon.socket)
        #expect(any.status == 1)
        #expect(
            any.errors.hasPrefix(
                #"{"error":"notThere","status":1,"message":"no followed player accepts “seek”;"#
            )
        )
        try daemon.client().save("film", 60, ["player": "mpv"])
        let away = try await Program.run("player", "pause", "mpv", socket: daemon.socket)
        #expect(away.status == 1)
        #expect(away.errors.contains("the player is not running, is not followed"))
    }
}
