// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import StateSync
import SyncModel
import SyncTesting
import Testing

@Suite struct `Rounds of several devices` {
    private var server = SimulatedServer()
    private let attic = SimulatedDevice(1)
    private let cellar = SimulatedDevice(2)

    @Test mutating func `each change is sent once and received once`() {
        attic.store.save("book", 10, now: 1_000)
        let first = attic.round(&server, now: 2_000)
        #expect(first.pushed == 1 && first.error == nil)
        let second = cellar.round(&server, now: 3_000)
        #expect(second.changed == 1 && second.pushed == 0)
        // What was there before a device came did not arrive late.
        #expect(second.delays == [])
        #expect(cellar.store.position("book") == 10)
        cellar.store.save("book", 20, now: 4_000)
        #expect(cellar.round(&server, now: 5_000).pushed == 1)
        let third = attic.round(&server, now: 6_000)
        #expect(third.changed == 1 && third.delays == [2_000])
        #expect(attic.store.position("book") == 20)
        #expect(attic.store.disk.conflicts.isEmpty && cellar.store.disk.conflicts.isEmpty)
        let idle = attic.round(&server, now: 7_000)
        #expect(idle.pushed == 0 && idle.changed == 0)
        #expect(server.records.count == 2)
    }

    @Test(arguments: [Status.playing, .paused])
    mutating func `a seek during a push waits for the next round`(status: Status) {
        attic.store.save("book", 10, status: status, now: 1_000)
        attic.store.save("film", 10, status: status, now: 1_000)
        var position = 10.0
        let store = attic.store
        func seek(_ call: RemoteCall) -> CallFailure? {
            guard case .push = call else { return nil }
            position += 30
            store.save("film", position, status: status, now: Timestamp(1_000 + Int(position)))
            return nil
        }
        #expect(attic.round(&server, now: 2_000, failing: seek).pushed == 2)
        #expect(attic.store.backlog == 1)
        #expect(attic.round(&server, now: 3_000).pushed == 1)
        #expect(attic.store.backlog == 0)
        cellar.round(&server, now: 4_000)
        #expect(cellar.store.position("film") == position)
    }

    @Test mutating func `a merge during a round is sent by it, even of an item that it has sent`() {
        attic.settings.strategy = .furthest
        attic.store.save("film", 20, now: 1_000)
        cellar.store.save("film", 10, now: 1_500)
        cellar.round(&server, now: 2_000)
        #expect(attic.round(&server, now: 3_000).conflicts == 1)
        #expect(attic.store.backlog == 0)
        cellar.round(&server, now: 4_000)
        #expect(cellar.store.position("film") == 20)
    }

    @Test mutating func `1,000 saves of an item are sent as one record`() {
        for second in 0..<1_000 { attic.store.save("book", Double(second), now: Timestamp(second)) }
        #expect(attic.round(&server, now: 1_000_000).pushed == 1)
        cellar.round(&server, now: 1_000_001)
        #expect(cellar.store.position("book") == 999)
    }

    @Test mutating func `a synced point keeps its time to live even if the clocks differ`() {
        attic.skew = 10 * 365 * 86_400_000
        attic.store.save("book", 10, now: 1_000 + attic.skew, ttl: 60_000)
        attic.round(&server, now: 11_000)
        cellar.round(&server, now: 31_000)
        let key = SyncKey(kind: .point, name: "book")
        guard case .point(let point) = cellar.store.item(key)?.value else {
            Issue.record("no point came over")
            return
        }
        #expect(point.at == 1_000)
        #expect(point.expiresAt == 61_000)
    }

    @Test
    mutating func
        `a wrong time is corrected once the clock of the device that wrote it is known`()
    {
        let loft = SimulatedDevice(3)
        loft.skew = 5_000
        server.manners.measuresWaits = false
        attic.store.save("book", 10, now: 1_000)
        for _ in 0..<3 {
            attic.round(&server, now: 2_000)
            loft.round(&server, now: 2_000)
        }
        // The remote loses all of it, and the loft alone sends it again.
        server.rewind(by: server.count)
        loft.round(&server, now: 3_000)
        #expect(server.records.count == 1)
        func time() -> Timestamp? {
            guard case .point(let point) = cellar.store.item(key)?.value else { return nil }
            return point.at
        }
        let key = SyncKey(kind: .point, name: "book")
        cellar.round(&server, now: 60_000)
        #expect(time() == 6_000)
        for _ in 0..<2 {
            loft.round(&server, now: 61_000)
            cellar.round(&server, now: 61_000)
        }
        #expect(time() == 1_000)
    }

    @Test
    mutating func
        `the newer of two concurrent changes wins on both devices, and a conflict is listed`()
    {
        attic.store.save("book", 10, now: 1_000)
        cellar.store.save("book", 20, now: 2_000)
        attic.round(&server, now: 3_000)
        cellar.round(&server, now: 3_000)
        attic.round(&server, now: 4_000)
        #expect(attic.store.position("book") == 20)
        #expect(cellar.store.position("book") == 20)
        let conflict = cellar.store.disk.conflicts.first
        #expect(conflict?.reason == "newest: the later change wins")
        #expect(conflict?.loser.depth == 10)
        #expect(attic.store.disk.steps.first?.outcome == .applied)
        #expect(cellar.store.disk.steps.first?.outcome == .kept)
    }

    @Test mutating func `a point that was removed stays removed`() {
        attic.store.save("book", 10, now: 1_000)
        attic.round(&server, now: 1_001)
        cellar.round(&server, now: 1_002)
        attic.store.clear("book", now: 2_000)
        attic.round(&server, now: 2_001)
        cellar.round(&server, now: 2_002)
        #expect(cellar.store.position("book") == nil)
        let newcomer = SimulatedDevice(3)
        newcomer.round(&server, now: 3_000)
        #expect(newcomer.store.position("book") == nil)
        cellar.store.save("book", 5, now: 4_000)
        cellar.round(&server, now: 4_001)
        attic.round(&server, now: 4_002)
        #expect(attic.store.position("book") == 5)
    }

    @Test mutating func `aliases are synced like points`() {
        attic.store.alias("nick", of: "book", now: 1_000)
        attic.round(&server, now: 1_001)
        cellar.round(&server, now: 1_002)
        let key = SyncKey(kind: .alias, name: "nick")
        #expect(cellar.store.item(key)?.value == .alias(of: "book"))
    }

    @Test
    mutating func
        `an expired point is not sent, but a point cleared before its expiry is`()
    {
        attic.store.save("book", 10, now: 1_000, ttl: 1_000)
        attic.store.save("song", 10, now: 1_000, ttl: 1_000)
        attic.store.clear("song", now: 1_500)
        #expect(attic.round(&server, now: 5_000).pushed == 1)
    }

    @Test mutating func `a lost reply is harmless, because the operation is repeated unchanged`() {
        attic.store.save("book", 10, now: 1_000)
        attic.store.append("e1", now: 1_000)
        let lost = attic.round(&server, now: 2_000) { call in
            if case .push = call { .afterwards } else { nil }
        }
        #expect(lost.error == .offline("no route"))
        #expect(attic.store.backlog == 2)
        let again = attic.round(&server, now: 3_000)
        #expect(again.pushed == 2)
        #expect(server.records.count == 2)
        #expect(attic.store.backlog == 0)
    }

    @Test
    mutating func `entries to send are read until all are found, even if a page ends early`() {
        attic.store.hesitates = true
        for number in 0..<300 { attic.store.save("book \(number)", 10, now: 1_000) }
        attic.store.save("song", 10, now: 1_000, ttl: 1_000)
        #expect(attic.round(&server, now: 5_000).pushed == 300)
        #expect(attic.round(&server, now: 6_000).pushed == 0)
    }

    @Test
    mutating func `an entry that was being sent at a crash is sent again under the same number`()
        throws
    {
        attic.store.save("book", 10, now: 1_000)
        attic.store.append("e1", now: 1_000)
        let leased = try StoreStep.lease().perform(
            on: attic.store,
            settings: attic.settings,
            now: 2_000
        )
        guard case .leased(let records) = leased else {
            Issue.record("nothing was leased")
            return
        }
        _ = server.answer(.push(records), now: 2_000)
        attic.recover(now: 3_000)
        attic.round(&server, now: 3_001)
        #expect(server.records.map(\.operation) == records.map(\.operation))
        #expect(attic.store.disk.rows.isEmpty)
    }

    @Test
    mutating func
        `a change made during a push is sent by the next round, and the earlier one is acknowledged`()
    {
        attic.store.save("book", 10, now: 1_000)
        let store = attic.store
        attic.round(&server, now: 2_000) { call in
            if case .push(let batch) = call, batch.first?.operation.number == 1 {
                store.save("book", 20, now: 2_000)
            }
            return nil
        }
        #expect(server.records.count == 1 && attic.store.backlog == 1)
        #expect(attic.round(&server, now: 2_500).pushed == 1)
        #expect(attic.store.backlog == 0)
        cellar.round(&server, now: 3_000)
        #expect(cellar.store.position("book") == 20)
        #expect(cellar.store.disk.conflicts.isEmpty)
    }

    @Test mutating func `a store that cannot be written ends the round, and nothing is lost`() {
        attic.store.save("book", 10, now: 1_000)
        attic.store.failure = RemoteError.permanent("disk full")
        #expect(attic.round(&server, now: 2_000).error != nil)
        attic.store.failure = nil
        #expect(attic.round(&server, now: 3_000).pushed == 1)
    }
}
