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

    @Test mutating func `this player's own queue is not taken for a request`() {
        orders.attached(item: "a", queue: [])
        let told = orders.step(playing: "a", queue: ["b"])
        #expect(told == .tell(queue: ["b"], ifRevision: nil))
        // The stream is faster than the reply.
        hears("a", ["b"], at: 7)
        hears("a", ["b"], at: 8, with: .saved, of: "a")
        orders.queueSet(revision: 7)
        orders.settled(revision: 8)
        let next = orders.step(playing: "a", queue: ["b", "c"])
        #expect(next == .tell(queue: ["b", "c"], ifRevision: 8))
    }
}
