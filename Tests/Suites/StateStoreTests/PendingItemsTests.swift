// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import SyncModel
import Testing

@testable import StateStore

@Suite struct `Items that the remote lacks` {
    @Test func `items to send are found in slices after many expired ones`() throws {
        let harness = try StoreHarness { $0.settings.syncs = true }
        for item in 0..<1_000 { try harness.save("short-\(item)", 1, ttl: minute) }
        for item in 0..<30 { try harness.save("long-\(item)", 1) }
        harness.now += hour
        func pending(_ limit: Int) throws -> PendingItems {
            let pending = try harness.store.sync.pendingItems(limit: limit, now: harness.now)
            try harness.store.commit()
            return pending
        }
        var pieces: [PendingItems] = []
        repeat { pieces.append(try pending(20)) } while pieces.last?.isCutShort == true
        #expect(pieces.map(\.items.count) == [0, 0, 0, 20])
        #expect(pieces.map(\.isCutShort) == [true, true, true, false])
        #expect(try pending(100).items.count == 30)
        #expect(try pending(100).isCutShort == false)
    }

    @Test func `a search for items to send that ends early returns those found so far`() throws {
        let harness = try StoreHarness { $0.settings.syncs = true }
        for item in 0..<400 {
            try harness.save("item-\(item)", 1, ttl: item.isMultiple(of: 2) ? minute : day)
        }
        for item in 0..<200 { try harness.save("short-\(item)", 1, ttl: minute) }
        harness.now += hour
        let first = try harness.store.sync.pendingItems(limit: 1_000, now: harness.now)
        #expect(first.items.count == 200 && first.isCutShort)
        let second = try harness.store.sync.pendingItems(limit: 1_000, now: harness.now)
        #expect(second.items.count == 200 && !second.isCutShort)
    }

    @Test func `a removal that one remote has forgotten is sent to another`() throws {
        let harness = try StoreHarness { $0.settings.syncs = true }
        let key = SyncKey(kind: .point, name: "a")
        func item() throws -> StoredItem? { try harness.store.sync.item(key) }
        try harness.save("a", 1)
        try harness.clear("a")
        let removed = try #require(try item())
        let origin = try harness.store.log.origin
        let version = removed.version(by: origin, strategy: .newest, now: harness.now)
        var changes = SyncChanges()
        changes.marks[key] = SyncMark(
            rowKey: removed.rowKey,
            version: version,
            acknowledged: version,
            tag: nil,
            round: 1
        )
        changes.acknowledged[key] = removed.rowKey
        try harness.store.sync.write(changes, now: harness.now)
        changes = SyncChanges()
        changes.forgottenRound = 1
        try harness.store.sync.write(changes, now: harness.now)
        try harness.commit()
        #expect(try item() == nil)
        try harness.store.sync.forgetAcknowledgements()
        try harness.commit()
        #expect(try item()?.value == .tombstone)
        #expect(try item()?.isPending == true)
    }

    @Test(arguments: ConflictStrategy.allCases)
    func `an expired item is forgotten after a while, except under the conflict rule furthest`(
        _ strategy: ConflictStrategy
    ) throws {
        let harness = try StoreHarness { $0.settings.syncs = true }
        let key = SyncKey(kind: .point, name: "a")
        func item() throws -> StoredItem? { try harness.store.sync.item(key) }
        try harness.save("a", 1)
        let saved = try #require(try item())
        let origin = try harness.store.log.origin
        let version = saved.version(by: origin, strategy: strategy, now: harness.now)
        var changes = SyncChanges()
        changes.marks[key] = SyncMark(
            rowKey: saved.rowKey,
            version: version,
            acknowledged: version,
            tag: nil,
            round: 1
        )
        try harness.store.sync.write(changes, now: harness.now)
        try harness.commit()
        harness.now += 2 * day
        #expect(try harness.sweep() == ["a"])
        for _ in 0..<2 {
            harness.now += 40 * day
            try harness.tidy()
        }
        #expect((try item() == nil) == (strategy != .furthest))
    }
}
