// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import StateProtocol
import Testing
import Varlink

@testable import StateClient

/// A surface's link to a daemon that a test plays, on a clock of its own.
@Suite struct SurfaceLinkTests {
    private func at(
        _ position: Double,
        _ cause: Cause = .tick,
        item: String = "a"
    ) -> Snapshot {
        Snapshot(item: item, player: "mpv", status: .playing, position: position, cause: cause)
    }

    @Test func `the link attaches a surface and follows the player's changes`() throws {
        var scene = Scene()
        try scene.event(.wake)
        #expect(scene.others == ["connect"])
        try scene.event(.connected)
        #expect(scene.calls.map(\.method) == [Session.Attach.name])
        #expect(scene.subscriptions.isEmpty)
        try scene.answers(
            Session.Attach.Reply(item: "a", queue: ["b"], autoplay: false, expired: false)
        )
        #expect(scene.subscriptions == [.init(player: "mpv")])
        #expect(scene.heard == [.attached(item: "a", queue: ["b"])])
        #expect(scene.link.isAttached)
    }

    @Test func `recent items come newest first, and the first 20 with their other names`() throws {
        var scene = Scene()
        try scene.attach()
        scene.heard = []
        try scene.call(.recent)
        #expect(scene.calls.map(\.method) == [Playback.ListRemoved.name])
        try scene.answers(Playback.ListRemoved.Reply(entries: []))
        #expect(scene.calls.map(\.method) == [Playback.List.name])
        let points = (0..<22).map { number in
            ResumePoint(
                item: "\(number)",
                player: "mpv",
                status: .paused,
                position: 1,
                duration: nil,
                title: nil,
                device: "here",
                at: Timestamp(number),
                expiresAt: 100,
                revision: 1
            )
        }
        try scene.answers(Playback.List.Reply(points: points))
        for number in (2..<22).reversed() {
            let call = try #require(scene.calls.last)
            let asked = try Playback.ListAliases.Parameters(json: call.parameters)
            #expect(asked.item == "\(number)" && scene.heard.isEmpty)
            try scene.answers(Playback.ListAliases.Reply(aliases: ["/\(number)"]))
        }
        let items = (0..<22).reversed().map { number in
            let names = number > 1 ? ["/\(number)"] : []
            return ObservedItem("\(number)", at: Timestamp(number), names: names)
        }
        #expect(scene.heard == [.recent(items), .settled(revision: 0)])
    }

    @Test func `a request is delivered, and its answer is sent as a call`() throws {
        var scene = Scene()
        try scene.attach()
        #expect(scene.obeyed == [.init(player: "mpv", actions: RequestedAction.controls)])
        scene.heard = []
        let request = Session.Obey.Reply(request: 7, action: .seek, offset: -10)
        try scene.event(.received(.requests, Session.Obey.answer(request, continues: true)))
        #expect(scene.heard == [.request(SurfaceRequest(7, .seek, offset: -10))])
        try scene.call(.answer(SurfaceAnswer(7, isPlaying: true, position: 50)))
        let call = try #require(scene.calls.last)
        #expect(call.method == Session.AnswerRequest.name)
        #expect(
            try Session.AnswerRequest.Parameters(json: call.parameters)
                == .init(request: 7, playing: true, position: 50)
        )
        try scene.answers(NoMembers())
        #expect(scene.calls.isEmpty)
    }

    @Test func `a link that only describes its player accepts requests once it follows it`()
        throws
    {
        var scene = Scene()
        scene.link = SurfaceLink(
            player: "mpv",
            hearsChanges: true,
            obeys: [],
            isAutomatic: true
        )
        try scene.attach()
        try scene.call(.describe(label: "A player", obstacle: .noName))
        #expect(scene.obeyed.isEmpty)
        scene.link.obeys = RequestedAction.allCases
        try scene.event(.wake)
        try scene.event(.wake)
        let stream = Session.Obey.Parameters(player: "mpv", actions: RequestedAction.allCases)
        #expect(scene.obeyed == [stream])
        // So it does on the next connection.
        try scene.event(.closed(share: 0))
        scene.passes(10_000)
        try scene.attach()
        #expect(scene.obeyed == [stream, stream])
    }

    @Test func `a player's long refusal is shortened to the limit`() throws {
        var scene = Scene()
        try scene.attach()
        try scene.call(.answer(SurfaceAnswer(7, refusal: String(repeating: "x", count: 2_000_000))))
        let call = try #require(scene.calls.last)
        let parameters = try Session.AnswerRequest.Parameters(json: call.parameters)
        #expect(parameters.refusal?.utf8.count == Limits.reasonBytes)
    }

    @Test func `a long reason why an item is gone is shortened to the limit`() throws {
        var scene = Scene()
        try scene.attach()
        try scene.call(.unavailable(item: "a", reason: String(repeating: "x", count: 5_000)))
        let call = try #require(scene.calls.last)
        let parameters = try Session.ReportUnavailable.Parameters(json: call.parameters)
        #expect(parameters.reason?.utf8.count == Limits.reasonBytes)
    }

    @Test func `a stream that the daemon refuses temporarily is opened again after a pause`() throws
    {
        var scene = Scene()
        scene.link.session = PlayerSessionStateMachine(player: "mpv")
        try scene.attach()
        try scene.delivers(ready: true, token: "t")
        let full = StateError.quotaExceeded(limit: "subscriptions", value: 1).message
        try scene.event(.received(.requests, full))
        try scene.event(.received(.changes, StateError.storageUnavailable(reason: "w").message))
        #expect(scene.states.map(\.isConnected) == [true, false])
        #expect(scene.link.wakeAt == scene.now.elapsed + 1_000)
        scene.passes(999)
        try scene.call(.save(at(1)))
        #expect(scene.obeyed.count == 1 && scene.subscriptions.count == 1)
        #expect(try scene.saves.count == 1)
        scene.passes(1)
        try scene.event(.wake)
        #expect(scene.obeyed.count == 2 && scene.link.wakeAt == nil)
        #expect(scene.subscriptions.last == .init(token: "t", player: "mpv"))
        try scene.delivers(ready: true, token: "t")
        #expect(scene.states.map(\.isConnected) == [true, false, true])
    }

    @Test func `only changes after the current state are marked as live`() throws {
        var scene = Scene()
        try scene.attach()
        scene.heard = []
        let change = Change(kind: .saved, revision: 3, item: "a", player: "mpv")
        try scene.delivers(ready: false, token: "1", [change])
        try scene.delivers(ready: true, token: "2", [change])
        try scene.delivers(ready: true, token: "3", [change])
        #expect(
            scene.heard == [
                .changes([change], isLive: false), .changes([change], isLive: false),
                .changes([change], isLive: true),
            ]
        )
    }

    @Test func `reports are sent in batches that have only the newest report of each item`() throws
    {
        var scene = Scene()
        try scene.attach()
        scene.heard = []
        try scene.call(.save(at(1)))
        try scene.call(.save(at(2)))
        try scene.call(.save(at(9, item: "b")))
        try scene.call(.save(at(3)))
        #expect(try scene.saves.map(\.position) == [1])
        try scene.stored(7)
        #expect(try scene.saves.map(\.position) == [9, 3])
        #expect(scene.heard.isEmpty)
        try scene.stored(8)
        try scene.stored(9)
        #expect(scene.heard == [.settled(revision: 9)])
        #expect(scene.link.unacknowledged == 0)
    }

    @Test func `a tick is sent at once, but after earlier reports`() throws {
        var scene = Scene()
        try scene.attach()
        try scene.call(.tick(at(1)))
        #expect(scene.ticks.map(\.position) == [1])
        try scene.call(.save(at(2)))
        try scene.call(.save(at(50, .seek)))
        try scene.call(.tick(at(51)))
        #expect(scene.ticks.count == 1)
        try scene.stored(7)
        // The place that a person chose stays chosen.
        #expect(try scene.saves.map(\.position) == [51])
        #expect(try scene.saves.map(\.cause) == [.seek])
    }

    @Test func `a report without a reply is sent to the next daemon with its age`() throws {
        var scene = Scene()
        try scene.attach()
        try scene.call(.save(at(1, .pause)))
        scene.passes(10)
        try scene.event(.closed(share: 0.5))
        #expect(scene.heard.last == .detached)
        #expect(scene.others.last == "close")
        try scene.call(.tick(at(2, item: "b")))
        scene.passes(30_000)
        try scene.call(.save(at(3, item: "c")))
        try scene.event(.wake)
        try scene.event(.connected)
        try scene.answers(
            Session.Attach.Reply(queue: [], autoplay: false, expired: false)
        )
        let saves = try scene.saves
        #expect(saves.map(\.item) == ["a", "b", "c"])
        #expect(saves.map(\.position) == [1, 2, 3])
        let wall = scene.now.wall
        #expect(saves.map(\.at) == [wall - 30_012, wall - 30_000, nil])
    }

    @Test func `a session sends its label and its phase on each new connection`() throws {
        var scene = Scene()
        scene.link.session = PlayerSessionStateMachine(player: "mpv")
        scene.link.label = "A player"
        scene.link.surfacePhase = .background
        for isSecond in [false, true] {
            try scene.attach()
            #expect(
                scene.calls.map(\.method) == [Session.DescribePlayer.name, Session.SetPhase.name]
            )
            try scene.delivers(ready: true, token: "t")
            #expect(scene.states.map(\.isConnected) == (isSecond ? [true, false, true] : [true]))
            if !isSecond { try scene.event(.closed(share: 0)) }
        }
        try scene.delivers(ready: true, token: "t")
        #expect(scene.states.count == 3)
    }

    @Test func `a clock step does not change the age of a report`() throws {
        var scene = Scene()
        try scene.event(.wake)
        try scene.event(.failed(reason: "w", share: 1))
        try scene.call(.save(at(1)))
        scene.now.elapsed += 2_000
        scene.now.wall += 400_000_000
        try scene.event(.wake)
        try scene.event(.connected)
        try scene.answers(Session.Attach.Reply(queue: [], autoplay: false, expired: false))
        #expect(try scene.saves.map(\.at) == [scene.now.wall - 2_000])
    }

    @Test func `the link reconnects after increasing delays`() throws {
        var scene = Scene()
        try scene.event(.wake)
        for wait in [100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000] {
            try scene.event(.failed(reason: "nobody", share: 1))
            #expect(scene.link.wakeAt == scene.now.elapsed + wait)
            scene.passes(wait - 1)
            try scene.event(.wake)
            scene.passes(1)
            try scene.event(.wake)
        }
        #expect(scene.others.filter { $0 == "connect" }.count == 9)
        // That is news once.
        #expect(scene.others.filter { $0 == "absent: nobody" }.count == 1)
    }

    @Test func `a stream continues from its token unless the store is another one`() throws {
        var scene = Scene()
        try scene.attach()
        try scene.delivers(ready: true, token: "t1")
        try scene.event(.closed(share: 0))
        try scene.attach()
        #expect(scene.subscriptions.last == .init(token: "t1", player: "mpv"))
        try scene.event(.received(.changes, StateError.resyncRequired(reason: "w").message))
        #expect(scene.subscriptions.last == .init(player: "mpv"))
        #expect(scene.subscriptions.count == 3)
    }

    @Test func `a report that is refused temporarily is repeated; an invalid report is not`()
        throws
    {
        var scene = Scene()
        try scene.attach()
        try scene.call(.save(at(1)))
        try scene.refuses(.storageUnavailable(reason: "full"))
        #expect(try scene.saves.isEmpty)
        #expect(scene.link.unacknowledged == 1)
        #expect(scene.link.wakeAt == scene.now.elapsed + 1_000)
        scene.passes(1_000)
        try scene.event(.wake)
        #expect(try scene.saves.map(\.position) == [1])
        try scene.refuses(.invalidSnapshot(field: "position", reason: "w"))
        #expect(scene.link.unacknowledged == 0)
    }

    @Test func `a question is answered, or dropped if there is no daemon`() throws {
        var scene = Scene()
        try scene.call(.resume(item: "before"))
        try scene.attach()
        scene.heard = []
        try scene.call(.resume(item: "a"))
        try scene.call(.resume(item: "b"))
        try scene.answers(Playback.Resume.Reply(item: "own", position: 5, autoplay: false))
        try scene.refuses(.notFound(item: "b", player: nil))
        #expect(
            scene.heard == [
                .continuation(item: "a", own: "own", point: nil, position: 5),
                .continuation(item: "b", own: "b", point: nil, position: 0), .settled(revision: 0),
            ]
        )
    }

    @Test
    func `a replaced file's position moves to the previous contents, and loses the alias`()
        throws
    {
        var scene = Scene()
        try scene.attach()
        let point = ResumePoint(
            item: "/v/a.ogg",
            player: "vlc",
            status: .playing,
            position: 40,
            duration: 100,
            title: nil,
            device: "desk",
            at: 5_000,
            expiresAt: 65_000,
            revision: 1
        )
        try scene.call(.replaced(item: "/v/a.ogg", point: point, contents: ["content:1-a"]))
        #expect(
            scene.calls.map(\.method).suffix(3) == [
                Playback.RemoveAlias.name, Playback.Clear.name, Playback.Save.name,
            ]
        )
        let moved = try #require(try scene.saves.last)
        #expect(moved.item == "content:1-a" && moved.position == 40 && moved.title == "a.ogg")
        // It is not what the other player plays.
        #expect(moved.player == "mpv")
        #expect(moved.at == 5_000 && moved.ttl == 60)
        // Another name of an item becomes free.
        try scene.call(.replaced(item: "/v/copy", point: point, contents: ["content:1-a"]))
        #expect(scene.calls.last?.method == Playback.RemoveAlias.name)
    }

    @Test func `a queue refused because of a stale revision is reported as stale`() throws {
        var scene = Scene()
        try scene.attach()
        scene.heard = []
        try scene.call(.setQueue(["x"], ifRevision: 3))
        try scene.refuses(.queueChanged(revision: 4))
        #expect(scene.heard == [.queueChanged(revision: 4), .settled(revision: 0)])
        try scene.call(.setQueue(["x"], ifRevision: 4))
        try scene.answers(RevisionReply(revision: 5))
        #expect(scene.heard.suffix(2) == [.queueSet(revision: 5), .settled(revision: 5)])
    }

    @Test func `the link leaves a daemon that violates the protocol, and tries again`() throws {
        var scene = Scene()
        try scene.attach()
        try scene.event(.received(.calls, Array("nonsense\0".utf8)))
        #expect(scene.others.last == "close")
        #expect(!scene.link.isAttached)
        #expect(scene.link.wakeAt == scene.now.elapsed + 100)
    }

    @Test func `a daemon without the call Attach is reported as absent`() throws {
        var scene = Scene()
        try scene.event(.wake)
        try scene.event(.connected)
        try scene.refuses(.methodNotImplemented("io.stated.Session.Attach"))
        #expect(
            scene.others.last == "absent: this daemon does not know io.stated.Session.Attach"
        )
    }

    @Test func `giving an item the name of another item merges the two`() throws {
        var scene = Scene()
        try scene.attach()
        scene.heard = []
        try scene.call(.name(item: "/new", alias: "content:1-a"))
        #expect(try scene.naming() == ["/new", "content:1-a"])
        try scene.refuses(.aliasConflict(alias: "content:1-a", item: "/old"))
        // The surface is informed before the daemon.
        #expect(scene.heard == [.same(item: "/new", own: "/old")])
        #expect(try scene.naming() == ["/old", "/new"])
        try scene.answers(RevisionReply(revision: 7))
        #expect(scene.heard.last == .settled(revision: 7))
    }

    @Test func `a name that the daemon refuses has no effect`() throws {
        var scene = Scene()
        try scene.attach()
        scene.heard = []
        try scene.call(.name(item: "/new", alias: "content:1-a"))
        try scene.refuses(.notFound(item: "/new", player: nil))
        #expect(scene.heard == [.settled(revision: 0)] && scene.calls.isEmpty)
    }
}
