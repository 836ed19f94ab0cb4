// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import Testing

@testable import PlayerMPV

/// mpv's playlist and the player's queue.
@Suite struct QueueTests {
    /// The first of some files plays, and the daemon has heard of all that.
    private func settled(_ names: [String] = ["a", "b", "c"]) -> FollowerHarness {
        var harness = FollowerHarness(attached: .some(nil))
        _ = harness.lists(names, current: 0)
        _ = harness.opens("a")
        _ = harness.hears(.settled(revision: 10))
        _ = harness.hears(.queueSet(revision: 11))
        _ = harness.hears(.settled(revision: 11))
        _ = harness.hears(
            changed(item: "/v/a", queue: names.dropFirst().map { "/v/\($0)" }, at: 11)
        )
        return harness
    }

    private func changed(item: String?, queue: [String], at revision: Revision) -> SurfaceEvent {
        let player = Player(playing: item, queue: queue, at: revision)
        let change = Change(
            kind: .player,
            revision: revision,
            player: "mpv",
            about: .player(player)
        )
        return .changes([change], isLive: true)
    }

    private func saved(_ item: String, at revision: Revision) -> SurfaceEvent {
        .changes(
            [Change(kind: .saved, revision: revision, item: item, player: "mpv")],
            isLive: true
        )
    }

    @Test func `the entries after the current file become the queue once the file is stored`() {
        var harness = FollowerHarness(attached: .some(nil))
        #expect(harness.lists(["a", "b", "http://X/c"], current: 0).isEmpty)
        _ = harness.opens("a")
        #expect(
            harness.hears(.settled(revision: 10)) == [
                #"queue ["/v/b", "http://x/c"] if 0"#
            ]
        )
        #expect(harness.hears(.settled(revision: 11)).isEmpty)
        #expect(
            harness.hears(changed(item: "/v/a", queue: ["/v/b", "http://x/c"], at: 11)).isEmpty
        )
        #expect(harness.lists(["a", "http://X/c"], current: 0) == [#"queue ["http://x/c"] if 11"#])
    }

    @Test func `an unchanged queue is not sent again`() {
        var harness = FollowerHarness(attached: "/v/a", queue: ["/v/b"])
        _ = harness.lists(["a", "b"], current: 0)
        _ = harness.opens("a")
        #expect(harness.hears(.settled(revision: 10)).isEmpty)
    }

    @Test func `a finished file advances both the daemon's queue and mpv's playlist`() {
        var harness = settled()
        _ = harness.plays(99.9)
        #expect(harness.ends("eof") == ["save /v/a finished 100.0 stop"])
        #expect(harness.lists(["a", "b", "c"], current: 1).isEmpty)
        #expect(harness.opens("b") == ["resume /v/b", "save /v/b playing 0.0 load"])
        #expect(harness.hears(changed(item: "/v/b", queue: ["/v/c"], at: 12)).isEmpty)
        #expect(harness.hears(.settled(revision: 13)).isEmpty)
    }

    @Test func `changes of the playlist between two files are ignored`() {
        var harness = settled()
        _ = harness.plays(99.9)
        _ = harness.ends("eof")
        #expect(harness.hears(.settled(revision: 12)).isEmpty)
        #expect(harness.hears(changed(item: "/v/b", queue: ["/v/c"], at: 12)).isEmpty)
    }

    @Test func `a requested new item is inserted after the current one and plays`() {
        var harness = settled()
        #expect(
            harness.hears(changed(item: "/v/x", queue: ["/v/b", "/v/c"], at: 12)) == [
                #"mpv: append("/v/x")"#, "mpv: move(3, before: 1)", "mpv: play(1)",
                "mpv: pause(false)",
            ]
        )
        #expect(harness.ends("stop") == ["save /v/a paused 0.0 switch"])
        #expect(harness.lists(["a", "/v/x", "b", "c"], current: 1).isEmpty)
        #expect(
            harness.answer(
                "playlist",
                #"[{"filename":"a"},{"filename":"/v/x","current":true},"#
                    + #"{"filename":"b"},{"filename":"c"}]"#
            ).isEmpty
        )
        // Leaving the one file made it current once more; that was no order.
        #expect(harness.hears(saved("/v/a", at: 13)).isEmpty)
        #expect(harness.hears(changed(item: "/v/a", queue: ["/v/b", "/v/c"], at: 13)).isEmpty)
        #expect(harness.opens("/v/x").last == "save /v/x playing 0.0 load")
        #expect(harness.hears(.settled(revision: 14)).isEmpty)
    }

    /// The daemon stores an item that is replaced during playback as paused, in the same change.
    @Test func `a request to a playing player is obeyed, though it also saves the former item`() {
        let orders: [(item: String?, queue: [String], expected: [String])] = [
            ("/v/b", ["/v/c"], ["mpv: play(1)", "mpv: pause(false)"]),
            (nil, [], ["mpv: stop"]),
            (
                "/v/c", ["/v/a", "/v/b"],
                [
                    "mpv: move(2, before: 1)", "mpv: play(1)", "mpv: pause(false)",
                    #"mpv: append("/v/a")"#, "mpv: move(3, before: 2)",
                ]
            ),
        ]
        for order in orders {
            var harness = settled()
            #expect(harness.hears(saved("/v/a", at: 12)).isEmpty)
            let player = changed(item: order.item, queue: order.queue, at: 12)
            #expect(harness.hears(player) == order.expected)
        }
    }

    @Test func `the next item of the queue plays without moving in the playlist`() {
        var harness = settled()
        #expect(
            harness.hears(changed(item: "/v/b", queue: ["/v/c"], at: 12)) == [
                "mpv: play(1)", "mpv: pause(false)",
            ]
        )
    }

    @Test func `a requested item from further down moves up; the others keep their order`() {
        var harness = settled()
        #expect(
            harness.hears(changed(item: "/v/c", queue: ["/v/b"], at: 12)) == [
                "mpv: move(2, before: 1)", "mpv: play(1)", "mpv: pause(false)",
            ]
        )
    }

    @Test func `an emptied queue ends playback`() {
        var harness = settled(["a"])
        #expect(harness.hears(changed(item: nil, queue: [], at: 12)) == ["mpv: stop"])
    }

    @Test func `a changed queue moves the entries of mpv's playlist that it has`() {
        var harness = settled()
        #expect(
            harness.hears(changed(item: "/v/a", queue: ["/v/b", "/v/c", "/v/d"], at: 12)) == [
                #"mpv: append("/v/d")"#
            ]
        )
        let list =
            #"[{"filename":"a","current":true},{"filename":"b"},{"filename":"c"},"#
            + #"{"filename":"/v/d"}]"#
        #expect(harness.lists(["a", "b"], current: 0).isEmpty)
        #expect(harness.answer("playlist", list).isEmpty)
        #expect(
            harness.hears(changed(item: "/v/a", queue: ["/v/x", "/v/c"], at: 13)) == [
                "mpv: remove(3)", "mpv: remove(1)", #"mpv: append("/v/x")"#,
                "mpv: move(2, before: 1)",
            ]
        )
    }

    /// The entries after the current one, the queue, and the commands; "t" stands for a new entry.
    static let arrangements: [([String?], [String], [MPVCommand])] = [
        (["b", "c", "d"], ["d", "b", "c"], [.move(3, before: 1)]),
        (["b", "c", "d"], ["c", "b", "d"], [.move(2, before: 1)]),
        (["b", "c", "d"], ["d", "c", "b"], [.move(3, before: 1), .move(3, before: 2)]),
        (["b", "c", "d"], ["b", "d"], [.remove(2)]),
        (["b", "c"], ["t", "b", "c"], [.append("t"), .move(3, before: 1)]),
        (["b", "b", "c"], ["c", "b"], [.remove(2), .move(2, before: 1)]),
        (["b"], ["b", "b"], [.append("b")]),
        (["b", nil, "c"], ["c", "b"], [.remove(2), .move(2, before: 1)]),
        (["b"], [], [.remove(1)]),
    ]

    @Test(arguments: arrangements)
    func `an entry of the playlist is never replaced by its name`(
        _ entries: [String?],
        _ queue: [String],
        _ commands: [MPVCommand]
    ) {
        var list = MPVPlaylist()
        list.names = ["a"] + entries
        list.current = 0
        #expect(list.arrange(queue) == commands)
        #expect(list.names == ["a"] + queue)
    }

    @Test func `a changed playlist does not undo another surface's change of the queue`() {
        var harness = settled()
        #expect(
            harness.lists(["a", "b"], current: 0) == [#"queue ["/v/b"] if 11"#]
        )
        // It was too late: somebody had added to the queue.
        #expect(harness.hears(.queueChanged(revision: 12)).isEmpty)
        #expect(harness.hears(.settled(revision: 11)).isEmpty)
        #expect(
            harness.hears(changed(item: "/v/a", queue: ["/v/b", "/v/c", "/v/d"], at: 12)) == [
                #"mpv: append("/v/d")"#
            ]
        )
    }

    @Test func `a queue that is refused because a tick has raised the revision is sent again`() {
        var harness = settled()
        _ = harness.lists(["a", "b"], current: 0)
        _ = harness.hears(.queueChanged(revision: 12))
        #expect(harness.hears(.settled(revision: 11)).isEmpty)
        #expect(harness.hears(saved("/v/a", at: 12)) == [#"queue ["/v/b"] if 12"#])
    }

    @Test func `an item made current by another client's snapshot is not taken for a request`() {
        var harness = settled()
        #expect(harness.hears(saved("/v/z", at: 12)).isEmpty)
        #expect(harness.hears(changed(item: "/v/z", queue: ["/v/b", "/v/c"], at: 12)).isEmpty)
    }

    @Test func `a surface that attaches or detaches causes no playback`() {
        var harness = settled()
        #expect(harness.hears(changed(item: "/v/a", queue: ["/v/b", "/v/c"], at: 99)).isEmpty)
    }

    @Test func `a state from before the bridge attached is not taken for a request`() {
        var harness = FollowerHarness(attached: "/v/old", queue: ["/v/older"])
        var old = changed(item: "/v/old", queue: ["/v/older"], at: 5)
        if case .changes(let changes, _) = old { old = .changes(changes, isLive: false) }
        #expect(harness.hears(old).isEmpty)
        _ = harness.lists(["a"], current: 0)
        _ = harness.opens("a")
        // The daemon publishes our own attaching, with the player as it still was then.
        #expect(harness.hears(changed(item: "/v/old", queue: ["/v/older"], at: 9)).isEmpty)
        #expect(harness.hears(.settled(revision: 10)) == ["queue [] if 5"])
    }

    @Test func `what the user does in mpv does not undo a request made at the same time`() {
        var harness = settled()
        _ = harness.property("pause", "true")
        #expect(harness.answer("time-pos", "5.0") == ["save /v/a paused 5.0 pause"])
        let queue = ["/v/b", "/v/c", "/v/d"]
        #expect(harness.hears(changed(item: "/v/a", queue: queue, at: 12)).isEmpty)
        #expect(harness.hears(.settled(revision: 13)) == [#"mpv: append("/v/d")"#])
    }

    @Test func `aliases of items are not taken for requests`() {
        var harness = FollowerHarness(attached: .some(nil))
        _ = harness.lists(["a", "b"], current: 0)
        _ = harness.says(#"{"event":"start-file"}"#)
        _ = harness.property("path", #""a""#)
        let point = harness.point("/old/a", 40)
        _ = harness.hears(
            .continuation(item: "/v/a", own: "/old/a", point: point, position: 40)
        )
        #expect(harness.loads() == ["mpv: seek(40.0)"])
        #expect(harness.jumps(to: "40.0") == ["save /v/a playing 40.0 load"])
        #expect(harness.hears(.settled(revision: 10)) == [#"queue ["/v/b"] if 0"#])
        _ = harness.hears(changed(item: "/old/a", queue: ["/old/b"], at: 11))
        _ = harness.hears(.queueSet(revision: 11))
        #expect(harness.hears(.settled(revision: 11)).isEmpty)
        #expect(harness.hears(changed(item: "/old/a", queue: ["/old/b"], at: 15)).isEmpty)
        // What somebody else wants is asked of mpv by the name that it knows.
        #expect(
            harness.hears(changed(item: "/old/b", queue: [], at: 16)) == [
                "mpv: play(1)", "mpv: pause(false)",
            ]
        )
    }

    /// The daemon makes the alert's item current, which it may be already.
    @Test(arguments: ["http://x/s", "/v/a"])
    func `the retry of an alert plays the alert's item`(_ item: String) {
        var harness = settled()
        _ = harness.plays(50)
        _ = harness.ends("error", error: "loading failed")
        _ = harness.hears(.settled(revision: 12))
        _ = harness.lists(["a", "b", "c"], current: nil)
        _ = harness.hears(.settled(revision: 12))
        let alert = Alert(
            id: 1,
            kind: .streamFailed,
            state: .retrying,
            player: "mpv",
            item: item,
            title: "",
            message: "",
            retryable: true,
            position: 40,
            raisedAt: 0
        )
        let retry = Change(kind: .alert, revision: 13, player: "mpv", about: .alert(alert))
        #expect(harness.hears(.changes([retry], isLive: true)).isEmpty)
        let orders = harness.hears(changed(item: item, queue: ["/v/b", "/v/c"], at: 13))
        #expect(orders.contains { $0.hasPrefix("mpv: play(") }, "\(orders)")
        #expect(orders.contains("mpv: pause(false)"))
    }

    @Test func `a playlist that is too long for the daemon is shortened and otherwise unchanged`() {
        let names = (0..<10_050).map { "\($0)" }
        var list = MPVPlaylist()
        list.names = names
        list.current = 9
        #expect(list.queue == Array(names[10..<10_010]))
        let commands = list.arrange(["x"])
        #expect(
            commands.count == 10_002 && commands.suffix(2) == [.append("x"), .move(50, before: 10)]
        )
        #expect(list.names == names[..<10] + ["x"] + names[10_010...])
        list.names = (0..<300).map { _ in String(repeating: "x", count: 1_000) }
        #expect(list.queue?.count == 131)
        list.current = nil
        #expect(list.queue == nil)
    }

    @Test func `an idle player's playlist becomes the queue`() {
        var list = MPVPlaylist()
        #expect(list.arrange(["a", "b"]) == [.append("a"), .append("b")])
        #expect(list.arrange(["b", "c"]) == [.remove(0), .append("c")])
        #expect(list.names == ["b", "c"])
    }

    @Test func `a request is carried out while a live stream plays`() {
        var harness = FollowerHarness(attached: .some(nil))
        let radio = #"[{"filename":"http://x/radio","current":true,"id":1}]"#
        _ = harness.property("playlist", radio)
        _ = harness.says(#"{"event":"start-file","playlist_entry_id":1}"#)
        _ = harness.hears(.settled(revision: 10))
        #expect(
            harness.hears(changed(item: "/v/c", queue: [], at: 12)) == [
                #"mpv: append("/v/c")"#, "mpv: play(1)", "mpv: pause(false)",
            ]
        )
    }

    @Test func `an earlier entry of the playlist can be played again`() {
        var list = MPVPlaylist()
        list.names = ["a", "b", nil, "d"]
        list.current = 2
        #expect(list.play("a") == [.move(0, before: 3), .play(2), .pause(false)])
        #expect(list.names == ["b", nil, "a", "d"] && list.current == 2)
        #expect(list.play("a") == [.play(2), .pause(false)])
    }
}
