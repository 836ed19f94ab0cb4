// SPDX-License-Identifier: Apache-2.0
internal import ModelTesting
internal import ServiceTesting
internal import StateModel
internal import StateProtocol
internal import StateServices
internal import StateTesting
internal import Testing

/// What a player plays next.
@Suite("Queues")
struct QueueTests {
    /// The status of the item `a`, with the queue, when `item` is played now; the queue after that.
    private static let interruptions: [(Status, [String], item: String, [String])] = [
        (.playing, ["c"], item: "b", ["a", "c"]),
        (.playing, ["c", "b", "a"], item: "b", ["a", "c"]),
        (.playing, ["c"], item: "a", ["c"]),
        (.paused, ["c"], item: "b", ["c"]),
        (.failed, ["c"], item: "b", ["c"]),
    ]

    @Test(arguments: interruptions.indices)
    func `an item that is interrupted while it plays becomes the next in the queue`(
        row: Int
    ) throws {
        let (status, queue, item, after) = Self.interruptions[row]
        let harness = try ServicesHarness()
        let player = harness.connect()
        try player.save("a", 100, status)
        _ = try player.enqueue(queue)
        if status == .playing { player.tick("a", 101) }
        let reply = try player.call(Session.PlayNow.self, .init(player: "mpv", item: item))
        #expect(reply.queue == after)
        #expect(try player.get("a").position == (status == .playing ? 101 : 100))
        // Its player may never report that it does not play.
        let stands: Status = status == .playing && item == "b" ? .paused : status
        #expect(try player.get("a").status == stands)
        try player.save("b", 599, .finished, duration: 600)
        #expect(try player.players().map(\.item) == [item == "b" ? after.first : "c"])
    }

    @Test(
        arguments: [
            (97, .paused, .pause), (97, .paused, .background), (50, .paused, .stop),
            (97, .paused, .stop), (97, .paused, .switch), (100, .finished, nil),
        ] as [(Double, Status, Cause?)]
    )
    func `a later report about a finished item changes neither the next item nor the queue`(
        position: Double,
        status: Status,
        cause: Cause?
    ) throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        try player.save("a", 50, .playing, duration: 100)
        _ = try player.enqueue(["b", "c", "d"])
        try player.save("a", 100, .finished, duration: 100)
        try player.save("a", position, status, cause: cause, duration: 100)
        #expect(try player.players().map(\.item) == ["b"])
        #expect(try player.players().map(\.queue) == [["c", "d"]])
        // A player that plays it again makes it current again.
        harness.pass(5_000)
        try player.save("a", 3, .playing, cause: .seek, duration: 100)
        #expect(try player.players().map(\.item) == ["a"])
    }

    @Test func `a finish that is repeated after a restart does not advance the queue again`() throws
    {
        let harness = try ServicesHarness()
        let player = harness.connect()
        try player.save("a", 50, .playing, duration: 100)
        _ = try player.enqueue(["b", "c"])
        try player.save("a", 100, .finished, duration: 100)
        try harness.restart()
        let again = harness.connect()
        try again.save("a", 100, .finished, duration: 100)
        #expect(try again.players().map(\.item) == ["b"])
        #expect(try again.players().map(\.queue) == [["c"]])
        try again.save("b", 100, .finished, duration: 100)
        #expect(try again.players().map(\.item) == ["c"])
    }

    /// The limits of a queue are a number of items and a number of bytes.
    @Test(arguments: [10_000, 1_200])
    func `an item can be played even if the queue is full`(count: Int) throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        try player.save(String(repeating: "a", count: 300), 100, .playing)
        let queue = (10_000..<10_000 + count).map { number in
            "\(number)" + String(repeating: "x", count: (128 << 10) / count - 5)
        }
        _ = try player.call(Session.SetQueue.self, .init(player: "mpv", items: queue))
        let reply = try player.call(Session.PlayNow.self, .init(player: "mpv", item: "b"))
        #expect(reply.queue == queue)
        #expect(try player.players().map(\.item) == ["b"])
    }

    @Test func `Skip does not create an unknown player`() throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        let watcher = harness.connect()
        watcher.subscribe()
        _ = try watcher.received()
        let skipped = try player.call(Session.Skip.self, Session.Skip.Parameters(player: "mvp"))
        #expect(skipped.item == nil && skipped.queue == [] && skipped.revision == 0)
        #expect(try player.enqueue([]) == [])
        #expect(try player.players().isEmpty)
        #expect(try watcher.changes() == [])
    }

    @Test func `a queue that has changed in the meantime is not replaced`() throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        let first = try player.call(
            Session.SetQueue.self,
            Session.SetQueue.Parameters(player: "mpv", items: ["a"])
        )
        try player.save("z", 5)
        try player.save("z", 6)
        let now = try #require(try player.players().first?.revision)
        #expect(throws: StateError.queueChanged(revision: now)) {
            try player.call(
                Session.SetQueue.self,
                Session.SetQueue.Parameters(
                    player: "mpv",
                    items: ["b"],
                    ifRevision: first.revision
                )
            )
        }
        _ = try player.call(
            Session.SetQueue.self,
            Session.SetQueue.Parameters(player: "mpv", items: ["b"], ifRevision: now)
        )
        #expect(try player.players().first?.queue == ["b"])
    }

    @Test func `an attaching player receives its queue even if no item is current`() throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        _ = try player.enqueue(["a", "b"])
        #expect(try player.attach().queue == ["a", "b"])
        for _ in 0..<3 { _ = try player.call(Session.Skip.self, .init(player: "mpv")) }
        _ = try player.enqueue(["c"])
        #expect(try player.attach().queue == ["c"])
    }

    @Test func `an item that is asked for while it plays remains the one that plays`() throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        try player.attach()
        try player.save("a", 100, .playing)
        _ = try player.call(Session.PlayNow.self, .init(player: "mpv", item: "a"))
        #expect(try player.players().map(\.playing) == [true])
        harness.services.closed(player.id)
        #expect(try harness.connect().get("a").status == .paused)
    }

    /// The two names are canonically equivalent, but name two files.
    @Test func `names of files are compared byte by byte`() throws {
        let (composed, decomposed) = ("/\u{e9}", "/e\u{301}")
        let harness = try ServicesHarness()
        let player = harness.connect()
        try player.save(composed, 100, .playing)
        _ = try player.call(Session.PlayNow.self, .init(player: "mpv", item: decomposed))
        #expect(try player.get(composed).status == .paused)
        try player.save(composed, 101, .playing)
        try player.save(decomposed, 0, .playing, cause: .load)
        let item = try #require(try player.players().first?.item)
        #expect(Array(item.unicodeScalars) == Array(decomposed.unicodeScalars))
    }

    @Test func `a queue that an alias has made too long can be shortened`() throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        let long = String(repeating: "x", count: 1_024)
        try player.save(long, 100)
        _ = try player.enqueue(Array(repeating: "k", count: 200))
        _ = try player.call(Playback.AddAlias.self, .init(item: long, alias: "k"))
        let skipped = try player.call(Session.Skip.self, .init(player: "mpv"))
        #expect(skipped.queue.count == 199)
        #expect(throws: StateError.quotaExceeded(limit: "queue-bytes", value: 131_072)) {
            try player.enqueue(["b"])
        }
    }
}
