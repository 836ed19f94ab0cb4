// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import Testing

@testable import PlayerMPV

/// Requests that meet a change of the player's own.
@Suite struct SurfaceOrdersTests {
    private var orders = SurfaceOrders()

    private mutating func hears(
        _ item: String?,
        _ queue: [String],
        at revision: Revision,
        with kind: ChangeKind? = nil,
        of own: String? = nil
    ) {
        let player = Player(playing: item, queue: queue, at: revision)
        let point = kind.map { Change(kind: $0, revision: revision, item: own, player: "mpv") }
        let change = Change(
            kind: .player,
            revision: revision,
            player: "mpv",
            about: .player(player)
        )
        orders.handle([point, change].compactMap(\.self), isLive: true)
    }

    private mutating func ends(_ item: String, then next: String?, _ queue: [String]) {
        orders.attached(item: item, queue: queue)
        orders.finished()
        orders.settled(revision: 10)
        hears(next, [], at: 10, with: .cleared, of: item)
        #expect(orders.step(playing: item, queue: queue) == nil)
    }

    @Test mutating func `a queue for a file that is kept open at its end follows it`() {
        ends("a", then: nil, [])
        hears(nil, ["b"], at: 11)
        #expect(orders.step(playing: "a", queue: []) == .arrange(queue: ["b"]))
        #expect(orders.step(playing: "a", queue: ["b"]) == nil)
    }

    @Test mutating func `the entry after a file that is kept open stays before the queue`() {
        ends("a", then: "b", ["b"])
        hears("b", ["c"], at: 11)
        #expect(orders.step(playing: "a", queue: ["b"]) == .arrange(queue: ["b", "c"]))
    }

    @Test mutating func `a queue from while the first file loads follows mpv's own`() {
        orders.attached(item: nil, queue: [])
        hears(nil, ["c"], at: 5)
        let order = orders.step(playing: "a", queue: ["b"], tells: false)
        #expect(order == .arrange(queue: ["b", "c"]))
        #expect(orders.step(playing: "a", queue: ["b", "c"], tells: false) == nil)
        orders.began("a")
        orders.settled(revision: 6)
        hears("a", ["c"], at: 6, with: .saved, of: "a")
        let told = orders.step(playing: "a", queue: ["b", "c"])
        #expect(told == .tell(queue: ["b", "c"], ifRevision: 6))
    }

    /// The item that is current for the daemon, the one that mpv loads, and both queues.
    @Test(
        arguments: [
            ("a", ["b", "c"], "b", ["c"], ["b", "c", "x"], ["c", "x"]),
            ("a", ["b", "c"], "b", ["c"], ["c"], ["c"]),
            ("a", ["b", "c"], "b", ["c"], ["x"], ["x"]),
            ("b", ["c"], "a", ["b", "c"], ["x", "c"], ["b", "x", "c"]),
        ] as [(String, [String], String, [String], [String], [String])]
    )
    mutating func `a queue from while another file loads keeps mpv's place in its playlist`(
        _ current: String,
        _ known: [String],
        _ loading: String,
        _ own: [String],
        _ wanted: [String],
        _ arranged: [String]
    ) {
        orders.attached(item: current, queue: known)
        hears(current, wanted, at: 5)
        let order = orders.step(playing: loading, queue: own, tells: false)
        #expect(order == (own == arranged ? nil : .arrange(queue: arranged)))
    }

    @Test mutating func `a file that was left is not taken for a request while the next loads`() {
        orders.attached(item: nil, queue: ["b"])
        orders.began("a")
        orders.finished()
        orders.settled(revision: 10)
        hears("b", ["b"], at: 10, with: .cleared, of: "a")
        #expect(orders.step(playing: "a", queue: ["b"]) == nil)
        // The user went back in the file, which was kept open, before the next one.
        hears("a", ["b"], at: 13)
        #expect(orders.step(playing: "b", queue: [], tells: false) == nil)
    }

    @Test mutating func `a copy that is found later is not taken for a change of the queue`() {
        orders.attached(item: "a", queue: ["/other/b"])
        orders.learned(own: "/other/b", called: "/v/b")
        hears("a", ["/other/b"], at: 5)
        #expect(orders.step(playing: nil, queue: nil) == nil)
    }

    @Test mutating func `an item that is to be played while a file loads replaces only that`() {
        orders.attached(item: nil, queue: [])
        hears("e", [], at: 5)
        let order = orders.step(playing: "a", queue: ["b"], tells: false)
        #expect(order == .play(item: "e", queue: ["b"]))
    }

    @Test mutating func `a name that is learned after a change applies to the change`() {
        orders.attached(item: "/old/a", queue: [])
        hears("/old/a", ["/old/b"], at: 5)
        orders.learned(own: "/old/a", called: "/v/a")
        orders.learned(own: "/old/b", called: "/v/b")
        #expect(orders.step(playing: "/v/a", queue: ["/v/b"], tells: false) == nil)
        #expect(orders.step(playing: "/v/a", queue: ["/v/b"]) == nil)
    }

    @Test mutating func `a queue is based on the player's last change, not on that of a position`()
    {
        orders.attached(item: nil, queue: [])
        orders.began("a")
        orders.settled(revision: 1)
        hears("a", [], at: 1, with: .saved, of: "a")
        #expect(orders.step(playing: "a", queue: []) == nil)
        // Ticks, which this player or another one has sent.
        let saved = Change(kind: .saved, revision: 6, item: "a", player: "mpv")
        orders.handle([saved], isLive: true)
        orders.settled(revision: 6)
        let told = orders.step(playing: "a", queue: ["b"])
        #expect(told == .tell(queue: ["b"], ifRevision: 1))
        // A refusal is answered once, with the revision that it names.
        orders.queueChanged(revision: 4)
        orders.settled(revision: 6)
        let again = orders.step(playing: "a", queue: ["b"])
        #expect(again == .tell(queue: ["b"], ifRevision: 4))
        orders.queueSet(revision: 7)
        orders.settled(revision: 7)
        #expect(orders.step(playing: "a", queue: ["b"]) == nil)
    }

    @Test mutating func `this player's own queue is not taken for a request`() {
        orders.attached(item: "a", queue: [])
        let told = orders.step(playing: "a", queue: ["b"])
        #expect(told == .tell(queue: ["b"], ifRevision: 0))
        // The stream is faster than the reply.
        hears("a", ["b"], at: 7)
        hears("a", ["b"], at: 8, with: .saved, of: "a")
        orders.queueSet(revision: 7)
        orders.settled(revision: 8)
        let next = orders.step(playing: "a", queue: ["b", "c"])
        #expect(next == .tell(queue: ["b", "c"], ifRevision: 8))
    }
}
