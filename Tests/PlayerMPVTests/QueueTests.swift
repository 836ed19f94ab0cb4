import StateModel
import Testing

@testable import PlayerMPV

/// mpv's playlist and the player's queue.
@Suite struct QueueTests {
    /// The first of some files plays, and the daemon has heard of all that.
    private func settled(_ names: [String] = ["a", "b", "c"]) -> Stage {
        var stage = Stage(attached: .some(nil))
        _ = stage.lists(names, current: 0)
        _ = stage.opens("a")
        _ = stage.hears(.settled(revision: 10))
        _ = stage.hears(.queueSet(revision: 11))
        _ = stage.hears(.settled(revision: 11))
        _ = stage.hears(changed(item: "/v/a", queue: names.dropFirst().map { "/v/\($0)" }, at: 11))
        return stage
    }

    private func changed(item: String?, queue: [String], at revision: Int) -> SurfaceEvent {
        let player = Player(
            player: "mpv",
            item: item,
            playing: true,
            phase: .foreground,
            surfaces: 1,
            queue: queue,
            revision: revision
        )
        let change = Change(
            kind: .player,
            revision: revision,
            player: "mpv",
            about: .player(player)
        )
        return .changes([change], isLive: true)
    }

    private func saved(_ item: String, at revision: Int) -> SurfaceEvent {
        .changes(
            [Change(kind: .saved, revision: revision, item: item, player: "mpv")],
            isLive: true
        )
    }

    @Test func `what comes after the file is the queue, once the file is told`() {
        var stage = Stage(attached: .some(nil))
        #expect(stage.lists(["a", "b", "http://X/c"], current: 0).isEmpty)
        _ = stage.opens("a")
        #expect(
            stage.hears(.settled(revision: 10)) == [
                #"queue ["/v/b", "http://x/c"] if 10"#
            ]
        )
        #expect(stage.hears(.settled(revision: 11)).isEmpty)
        #expect(
            stage.hears(changed(item: "/v/a", queue: ["/v/b", "http://x/c"], at: 11)).isEmpty
        )
        #expect(stage.lists(["a", "http://X/c"], current: 0) == [#"queue ["http://x/c"] if 11"#])
    }

    @Test func `a queue that the daemon knows is not told again`() {
        var stage = Stage(attached: "/v/a", queue: ["/v/b"])
        _ = stage.lists(["a", "b"], current: 0)
        _ = stage.opens("a")
        #expect(stage.hears(.settled(revision: 10)).isEmpty)
    }

    @Test func `an end that the daemon hears of moves its queue as it moves mpv's`() {
        var stage = settled()
        _ = stage.plays(99.9)
        #expect(stage.ends("eof") == ["save /v/a finished 100.0 stop"])
        #expect(stage.lists(["a", "b", "c"], current: 1).isEmpty)
        #expect(stage.opens("b") == ["resume /v/b", "save /v/b playing 0.0 load"])
        #expect(stage.hears(changed(item: "/v/b", queue: ["/v/c"], at: 12)).isEmpty)
        #expect(stage.hears(.settled(revision: 13)).isEmpty)
    }

    @Test func `between two files nothing is made of how the list looks`() {
        var stage = settled()
        _ = stage.plays(99.9)
        _ = stage.ends("eof")
        #expect(stage.hears(.settled(revision: 12)).isEmpty)
        #expect(stage.hears(changed(item: "/v/b", queue: ["/v/c"], at: 12)).isEmpty)
    }

    @Test func `an item that somebody wants played is played, after the current one`() {
        var stage = settled()
        #expect(
            stage.hears(changed(item: "/v/x", queue: ["/v/b", "/v/c"], at: 12)) == [
                #"mpv: append("/v/x")"#, "mpv: move(3, before: 1)", "mpv: play(1)", "mpv: unpause",
            ]
        )
        #expect(stage.ends("stop") == ["save /v/a paused 0.0 switch"])
        #expect(stage.lists(["a", "/v/x", "b", "c"], current: 1).isEmpty)
        #expect(
            stage.answer(
                "playlist",
                #"[{"filename":"a"},{"filename":"/v/x","current":true},"#
                    + #"{"filename":"b"},{"filename":"c"}]"#
            ).isEmpty
        )
        // Leaving the one file made it current once more; that was no order.
        #expect(stage.hears(saved("/v/a", at: 13)).isEmpty)
        #expect(stage.hears(changed(item: "/v/a", queue: ["/v/b", "/v/c"], at: 13)).isEmpty)
        #expect(stage.opens("/v/x").last == "save /v/x playing 0.0 load")
        #expect(stage.hears(.settled(revision: 14)).isEmpty)
    }

    @Test func `the next item of the queue is played where it stands`() {
        var stage = settled()
        #expect(
            stage.hears(changed(item: "/v/b", queue: ["/v/c"], at: 12)) == [
                "mpv: play(1)", "mpv: unpause",
            ]
        )
    }

    @Test func `an item further down is moved up, and the rest stays in order`() {
        var stage = settled()
        #expect(
            stage.hears(changed(item: "/v/c", queue: ["/v/b"], at: 12)) == [
                "mpv: move(2, before: 1)", "mpv: play(1)", "mpv: unpause",
            ]
        )
    }

    @Test func `nothing left to play ends what plays`() {
        var stage = settled(["a"])
        #expect(stage.hears(changed(item: nil, queue: [], at: 12)) == ["mpv: stop"])
    }

    @Test func `a queue that somebody changed is mpv's, too, from where it differs`() {
        var stage = settled()
        #expect(
            stage.hears(changed(item: "/v/a", queue: ["/v/b", "/v/c", "/v/d"], at: 12)) == [
                #"mpv: append("/v/d")"#
            ]
        )
        let list =
            #"[{"filename":"a","current":true},{"filename":"b"},{"filename":"c"},"#
            + #"{"filename":"/v/d"}]"#
        #expect(stage.lists(["a", "b"], current: 0).isEmpty)
        #expect(stage.answer("playlist", list).isEmpty)
        #expect(
            stage.hears(changed(item: "/v/a", queue: ["/v/x", "/v/c"], at: 13)) == [
                "mpv: remove(3)", "mpv: remove(2)", "mpv: remove(1)", #"mpv: append("/v/x")"#,
                #"mpv: append("/v/c")"#,
            ]
        )
    }

    @Test func `what another surface did is not undone by a playlist that changed meanwhile`() {
        var stage = settled()
        #expect(
            stage.lists(["a", "b"], current: 0) == [#"queue ["/v/b"] if 11"#]
        )
        // It was too late: somebody had added to the queue.
        #expect(stage.hears(.queueChanged(revision: 12)).isEmpty)
        #expect(stage.hears(.settled(revision: 11)).isEmpty)
        #expect(
            stage.hears(changed(item: "/v/a", queue: ["/v/b", "/v/c", "/v/d"], at: 12)) == [
                #"mpv: append("/v/c")"#, #"mpv: append("/v/d")"#,
            ]
        )
    }

    @Test func `a queue that ticks made late is told again`() {
        var stage = settled()
        _ = stage.lists(["a", "b"], current: 0)
        _ = stage.hears(.queueChanged(revision: 12))
        #expect(stage.hears(.settled(revision: 11)).isEmpty)
        #expect(stage.hears(saved("/v/a", at: 12)) == [#"queue ["/v/b"] if 12"#])
    }

    @Test func `what a snapshot of somebody else's made current is no order`() {
        var stage = settled()
        #expect(stage.hears(saved("/v/z", at: 12)).isEmpty)
        #expect(stage.hears(changed(item: "/v/z", queue: ["/v/b", "/v/c"], at: 12)).isEmpty)
    }

    @Test func `another surface that comes or goes is no order, whoever wrote meanwhile`() {
        var stage = settled()
        #expect(stage.hears(changed(item: "/v/a", queue: ["/v/b", "/v/c"], at: 99)).isEmpty)
    }

    @Test func `how things stood before is no order`() {
        var stage = Stage(attached: "/v/old", queue: ["/v/older"])
        var old = changed(item: "/v/old", queue: ["/v/older"], at: 5)
        if case .changes(let changes, _) = old { old = .changes(changes, isLive: false) }
        #expect(stage.hears(old).isEmpty)
        _ = stage.lists(["a"], current: 0)
        _ = stage.opens("a")
        // The daemon tells of our own coming, as the player still was then.
        #expect(stage.hears(changed(item: "/v/old", queue: ["/v/older"], at: 9)).isEmpty)
        #expect(stage.hears(.settled(revision: 10)) == ["queue [] if 10"])
    }

    @Test func `what a person does in mpv undoes no order that came at the same time`() {
        var stage = settled()
        _ = stage.property("pause", "true")
        #expect(stage.answer("time-pos", "5.0") == ["save /v/a paused 5.0 pause"])
        let queue = ["/v/b", "/v/c", "/v/d"]
        #expect(stage.hears(changed(item: "/v/a", queue: queue, at: 12)).isEmpty)
        #expect(stage.hears(.settled(revision: 13)) == [#"mpv: append("/v/d")"#])
    }

    @Test func `items may have other names of their own, and none of that is an order`() {
        var stage = Stage(attached: .some(nil))
        _ = stage.lists(["a", "b"], current: 0)
        _ = stage.says(#"{"event":"start-file"}"#)
        _ = stage.property("path", #""a""#)
        let point = stage.point("/old/a", 40)
        _ = stage.hears(
            .continuation(item: "/v/a", own: "/old/a", point: point, position: 40)
        )
        #expect(stage.loads() == ["mpv: seek(40.0)"])
        #expect(stage.jumps(to: "40.0") == ["save /v/a playing 40.0 load"])
        #expect(stage.hears(.settled(revision: 10)) == [#"queue ["/v/b"] if 10"#])
        _ = stage.hears(changed(item: "/old/a", queue: ["/old/b"], at: 11))
        _ = stage.hears(.queueSet(revision: 11))
        #expect(stage.hears(.settled(revision: 11)).isEmpty)
        #expect(stage.hears(changed(item: "/old/a", queue: ["/old/b"], at: 15)).isEmpty)
        // What somebody else wants is asked of mpv by the name that it knows.
        #expect(
            stage.hears(changed(item: "/old/b", queue: [], at: 16)) == [
                "mpv: play(1)", "mpv: unpause",
            ]
        )
    }

    @Test func `an alert that is tried again has its item played`() {
        var stage = settled()
        let alert = Alert(
            id: 1,
            kind: .streamFailed,
            state: .retrying,
            player: "mpv",
            item: "http://x/s",
            title: "",
            message: "",
            retryable: true,
            position: 40,
            raisedAt: 0
        )
        let change = Change(kind: .alert, revision: 12, player: "mpv", about: .alert(alert))
        #expect(
            stage.hears(.changes([change], isLive: true)) == [
                #"mpv: append("http://x/s")"#, "mpv: move(3, before: 1)", "mpv: play(1)",
                "mpv: unpause",
            ]
        )
    }

    @Test func `a list too long for the daemon is told as far as it takes it, and left alone`() {
        let names = (0..<10_050).map { "\($0)" }
        var list = MPVPlaylist()
        list.names = names
        list.current = 9
        #expect(list.queue == Array(names[10..<10_010]))
        #expect(list.arrange(["x"]).isEmpty)
        list.names = (0..<300).map { _ in String(repeating: "x", count: 1_000) }
        #expect(list.queue?.count == 131)
        list.current = nil
        #expect(list.queue == nil)
    }

    @Test func `an earlier item can be played again`() {
        var list = MPVPlaylist()
        list.names = ["a", "b", nil, "d"]
        list.current = 2
        #expect(list.play("a") == [.move(0, before: 3), .play(2), .unpause])
        #expect(list.names == ["b", nil, "a", "d"] && list.current == 2)
        #expect(list.play("a") == [.play(2), .unpause])
    }
}
