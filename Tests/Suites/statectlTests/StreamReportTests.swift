// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateClient
import StateModel
import Testing

@testable import statectl

@Suite struct StreamReportTests {
    private let context = TimeContext(now: 1_795_250_400_000, zone: .utc)
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
        ChangeLine(change: change, context: context).text(style: .plain)
    }

    @Test func `a change is printed as one line that fits the terminal`() {
        #expect(
            line(Change(kind: .saved, revision: 7, item: "i", player: "mpv", point: point))
                == "08:35:00    saved     i  1:02:03 of 1:57:00 (53 %)  mpv"
        )
        #expect(
            line(Change(kind: .cleared, revision: 7, item: "i", player: "mpv", point: point))
                == "08:40:00    cleared   i  1:02:03 of 1:57:00 (53 %)  mpv"
        )
        var old = point
        old.at -= 86_400_000
        let before = Change(kind: .saved, revision: 7, item: "i", player: "mpv", point: old)
        #expect(line(before) == "2026-11-20 08:35:00  saved     i  1:02:03 of 1:57:00 (53 %)  mpv")
        #expect(
            ChangeLine(change: before, context: context).text(width: 40, style: .plain)
                == "2026-11-20  saved     i  1:02:03 o…  mpv"
        )
        let wide = Change(kind: .cleared, revision: 1, item: "漢字漢字漢字", player: "a-long-player")
        #expect(
            TextWidth.of(ChangeLine(change: wide, context: context).text(width: 38, style: .plain))
                <= 38
        )
        let tick = Snapshot(item: "i", player: "vlc", status: .playing, position: 5)
        #expect(
            line(Change(kind: .observed, revision: 7, item: "i", player: "vlc", snapshot: tick))
                == "08:40:00    observed  i  0:05, playing  vlc"
        )
        #expect(line(Change(kind: .aliased, revision: 8, item: "i")) == "08:40:00    aliased   i")
    }

    private func line(_ player: Player, width: Int = .max) -> String {
        let change = Change(kind: .player, revision: 9, player: "mpv", about: .player(player))
        return ChangeLine(change: change, context: context).text(width: width, style: .plain)
    }

    @Test func `a changed player is shown with its state, item, surfaces and queue`() {
        var player = Player(
            player: "mpv",
            item: "/films/alien.mkv",
            playing: true,
            phase: .foreground,
            surfaces: 2,
            queue: ["a", "b"],
            revision: 9
        )
        let start = "08:40:00    player    "
        #expect(
            line(player) == start
                + "mpv playing  alien.mkv  2 surfaces in the foreground, 2 queued"
        )
        player.playing = false
        player.phase = .background
        player.surfaces = 1
        #expect(
            line(player) == start
                + "mpv paused  alien.mkv  1 surface in the background, 2 queued"
        )
        player.surfaces = 0
        player.queue = []
        player.item = nil
        #expect(line(player) == start + "mpv idle  no surface")
    }

    private func line(_ state: AlertState, item: String?, width: Int = .max) -> String {
        let alert = Alert(
            id: 12,
            kind: .streamFailed,
            state: state,
            player: "mpv",
            item: item,
            title: "Broken off",
            message: "Try\nagain, for it was a connection that somebody else had reset",
            retryable: true,
            position: 61,
            raisedAt: 0
        )
        let change = Change(kind: .alert, revision: 9, player: "mpv", about: .alert(alert))
        return ChangeLine(change: change, context: context).text(width: width, style: .plain)
    }

    @Test
    func `an alert's line has its state, title and player, and its message while it is raised`() {
        let start = "08:40:00    alert     12 "
        #expect(
            line(.raised, item: "i") == start
                + #"raised  Broken off  Try\u{a}again, for it was a connection that somebody else"#
                + " had reset  mpv"
        )
        #expect(line(.retrying, item: "/a/i") == start + "retrying  Broken off  i from 1:01  mpv")
        #expect(line(.retrying, item: nil) == start + "retrying  Broken off  from 1:01  mpv")
        #expect(line(.dismissed, item: "/a/i") == start + "dismissed  Broken off  i  mpv")
        #expect(line(.dismissed, item: nil) == start + "dismissed  Broken off  mpv")
    }

    @Test func `a line that is too long loses its least important part`() {
        #expect(
            line(.raised, item: "i", width: 80)
                == #"08:40:00    alert     12 raised  Broken off  Try\u{a}again, for it was a c…  mpv"#
        )
        let player = Player(
            player: "org.videolan.vlc",
            item: "/films/A film with a long name.mkv",
            playing: true,
            phase: .foreground,
            surfaces: 12,
            queue: Array(repeating: "i", count: 400),
            revision: 9
        )
        #expect(
            line(player, width: 80)
                == "08:40:00    player    org.videolan.vlc playing  A film …  12 surfaces in the fo…"
        )
        let anonymous = Player(
            player: String(repeating: "p", count: 64),
            item: nil,
            playing: false,
            phase: .background,
            surfaces: 0,
            queue: [],
            revision: 9
        )
        #expect(
            line(anonymous, width: 60)
                == "08:40:00    player    pppppppppppppppppppp… idle  no surface"
        )
        var long = point
        long.title = String(repeating: "日本", count: 40)
        let saved = Change(kind: .saved, revision: 7, item: "i", player: "mpv", point: long)
        for width in [20, 40, 79, 80] {
            let text = ChangeLine(change: saved, context: context).text(width: width, style: .plain)
            #expect(TextWidth.of(text) <= max(width, 40), "\(width): \(text)")
        }
        let text = ChangeLine(change: saved, context: context).text(width: 80, style: .plain)
        #expect(text.hasSuffix("…  1:02:03 of 1:57:00 (53 %)  mpv"))
    }

    @Test(arguments: [
        (#"{"a":1}"#, #"{"a":1,"token":"t\"1"}"#), ("{}", #"{"token":"t\"1"}"#),
        ("{ \n}", "{ \n\"token\":\"t\\\"1\"}"),
    ])
    func `in JSON, the token is the last member of a change`(object: String, added: String) {
        let result = RawJSON.adding("token", #"t"1"#, to: Array(object.utf8))
        #expect(String(decoding: result, as: UTF8.self) == added)
    }

    @Test func `the elements of an array in a reply are taken unchanged from its JSON`() throws {
        let json = Array(#"{"x":1,"points":[{"a": 1,"new":[]},2],"y":{}}"#.utf8)
        #expect(
            try RawJSON.elements("points", of: json).map { String(decoding: $0, as: UTF8.self) }
                == [#"{"a": 1,"new":[]}"#, "2"]
        )
        #expect(throws: StateClientError.self) { try RawJSON.member("z", of: json) }
        #expect(throws: StateClientError.self) { try RawJSON.elements("x", of: json) }
    }

    @Test func `a progress bar shows how much is done`() {
        #expect(ProgressBar.text("backup", 1, of: 4) == "backup  [######..................]   25 %")
        #expect(ProgressBar.text("backup", 4, of: 4) == "backup  [########################]  100 %")
        #expect(ProgressBar.text("backup", 0, of: 0) == "backup  [........................]    0 %")
    }

    @Test func `after a second, a progress bar shows the time that remains`() {
        #expect(ProgressBar.left(1, of: 4, after: 999) == nil)
        #expect(ProgressBar.left(1, of: 4, after: 1000) == "3 s")
        #expect(ProgressBar.left(1, of: 4000, after: 1000) == "1 h")
        #expect(ProgressBar.left(399, of: 400, after: 120_000) == "1 s")
        #expect(ProgressBar.left(0, of: 4, after: 5000) == nil)
        #expect(ProgressBar.left(4, of: 4, after: 5000) == nil)
    }
}
