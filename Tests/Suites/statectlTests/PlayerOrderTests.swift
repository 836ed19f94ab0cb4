// SPDX-License-Identifier: Apache-2.0
import Foundation
import StateBridge
import StateTesting
import Testing

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
        String(decoding: order.mpvLine, as: UTF8.self)
    }

    @Test func `mpv and MPRIS have words of their own`() {
        #expect(
            text(.pause) == #"{"command":["set_property","pause",true],"request_id":1}"# + "\n"
        )
        #expect(
            text(.seek(.distance(-10)))
                == #"{"command":["seek",-10.0,"relative+exact"],"request_id":1}"# + "\n"
        )
        #expect(PlayerOrder.toggle.mprisWords(position: 0) == ["PlayPause"])
        #expect(
            PlayerOrder.seek(.position(10)).mprisWords(position: 4_000_000)
                == ["Seek", "x", "6000000"]
        )
        #expect(PlayerOrder.mpvAnswer(Array(#"{"event":"pause"}"#.utf8)) == nil)
        #expect(
            PlayerOrder.mpvAnswer(Array(#"{"error":"success","request_id":1}"#.utf8)) == "success"
        )
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
                == "statectl: mpv does not run, or is not followed; “statectl players” shows them\n"
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
