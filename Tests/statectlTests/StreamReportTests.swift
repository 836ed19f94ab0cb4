import StateClient
import Testing

@testable import statectl

@Suite struct StreamReportTests {
    private let view = Viewpoint(now: 1_795_250_400_000, zone: .utc)
    private let point = ResumePoint(
        item: "/films/alien.mkv",
        player: "mpv",
        status: .paused,
        position: 3723.5,
        duration: 7020,
        title: nil,
        device: "desk",
        at: 1_795_250_100_000,
        expiresAt: 1_795_336_500_000,
        revision: 7
    )

    private func line(_ change: Change) -> String {
        ChangeLine(change: change, view: view).text(style: .plain)
    }

    @Test func `each kind of change is one line`() {
        #expect(
            line(Change(kind: .saved, revision: 7, item: "i", player: "mpv", point: point))
                == "08:35:00    saved     i  1:02:03 of 1:57:00 (53 %)  mpv"
        )
        #expect(
            line(Change(kind: .cleared, revision: 7, item: "i", player: "mpv", point: point))
                == "08:40:00    cleared   i  1:02:03 of 1:57:00 (53 %)  mpv"
        )
        let tick = Snapshot(item: "i", player: "vlc", status: .playing, position: 5)
        #expect(
            line(Change(kind: .observed, revision: 7, item: "i", player: "vlc", snapshot: tick))
                == "08:40:00    observed  i  0:05, playing  vlc"
        )
        #expect(line(Change(kind: .aliased, revision: 8, item: "i")) == "08:40:00    aliased   i")
    }

    @Test func `players and alerts are lines too`() {
        let player = Player(
            player: "mpv",
            item: "i",
            playing: true,
            phase: .foreground,
            surfaces: 1,
            queue: ["a"],
            revision: 9
        )
        #expect(
            line(
                Change(
                    kind: .player,
                    revision: 9,
                    item: "i",
                    player: "mpv",
                    about: .player(player)
                )
            )
                == "08:40:00    player    i  playing, in the foreground, 1 queued  mpv"
        )
        let alert = Alert(
            id: 1,
            kind: .streamFailed,
            state: .raised,
            player: "mpv",
            item: nil,
            title: "Broken off",
            message: "Try\nagain",
            retryable: true,
            position: 1,
            raisedAt: 0
        )
        #expect(
            line(Change(kind: .alert, revision: 9, player: "mpv", about: .alert(alert)))
                == #"08:40:00    alert     Broken off: Try\u{a}again  mpv"#
        )
    }

    @Test(arguments: [
        (#"{"a":1}"#, #"{"a":1,"token":"t\"1"}"#), ("{}", #"{"token":"t\"1"}"#),
        ("{ \n}", "{ \n\"token\":\"t\\\"1\"}"),
    ])
    func `a change gets its token as the last member`(object: String, added: String) {
        let result = Pick.adding("token", #"t"1"#, to: Array(object.utf8))
        #expect(String(decoding: result, as: UTF8.self) == added)
    }

    @Test func `parts of an answer are taken as they came`() throws {
        let json = Array(#"{"x":1,"points":[{"a": 1,"new":[]},2],"y":{}}"#.utf8)
        #expect(
            try Pick.elements("points", of: json).map { String(decoding: $0, as: UTF8.self) }
                == [#"{"a": 1,"new":[]}"#, "2"]
        )
        #expect(throws: StateClientError.self) { try Pick.member("z", of: json) }
        #expect(throws: StateClientError.self) { try Pick.elements("x", of: json) }
    }

    @Test func `a bar shows how far it is`() {
        #expect(ProgressBar.text("backup", 1, of: 4) == "backup  [######..................]   25 %")
        #expect(ProgressBar.text("backup", 4, of: 4) == "backup  [########################]  100 %")
        #expect(ProgressBar.text("backup", 0, of: 0) == "backup  [........................]    0 %")
    }
}
