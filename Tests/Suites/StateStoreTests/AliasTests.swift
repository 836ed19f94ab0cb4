// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import Testing

@testable import StateStore

@Suite struct `Names in the store` {
    private func name(_ harness: StoreHarness, _ alias: String, of item: String) throws {
        let head = try #require(try harness.store.log.state(named: item))
        try harness.store.log.append(
            AliasRecord(name: alias, isRemoved: false),
            of: head.id,
            now: harness.now
        )
        try harness.store.commit()
    }

    private func drop(_ harness: StoreHarness, _ alias: String) throws {
        let head = try #require(try harness.store.log.state(named: alias))
        try harness.store.log.append(
            AliasRecord(name: alias, isRemoved: true),
            of: head.id,
            now: harness.now
        )
        try harness.store.commit()
    }

    private func own(_ harness: StoreHarness, _ name: String) throws -> String? {
        try harness.store.log.state(named: name)?.record.point.item
    }

    private func aliases(_ harness: StoreHarness, _ item: String) throws -> [String] {
        let head = try #require(try harness.store.log.state(named: item))
        return try harness.store.log.aliases(of: head.id)
    }

    /// When the memtable's changes are carried into the tables.
    enum Flushing: CaseIterable { case never, atTheEnd, always }

    @Test(arguments: Flushing.allCases)
    func `an alias has the same meaning before and after a flush and a restart`(
        flushing: Flushing
    ) throws {
        let harness = try StoreHarness()
        let flush = { if flushing == .always { try harness.store.flushAll(now: harness.now) } }
        try harness.save("a", 1)
        try flush()
        try name(harness, "x", of: "a")
        try name(harness, "y", of: "a")
        try flush()
        try drop(harness, "x")
        try flush()
        try harness.save("x", 2)
        try flush()
        try harness.save("z", 3)
        try flush()
        // As a merge does with an item of its own.
        try harness.clear("z")
        try name(harness, "z", of: "x")
        try flush()
        if flushing == .atTheEnd { try harness.store.flushAll(now: harness.now) }
        for _ in 0...1 {
            #expect(try own(harness, "y") == "a")
            #expect(try own(harness, "x") == "x")
            #expect(try own(harness, "z") == "x")
            #expect(try aliases(harness, "a") == ["y"])
            #expect(try aliases(harness, "x") == ["z"])
            try harness.restart()
        }
    }

    @Test func `an alias that is removed before a flush is not in the tables`() throws {
        let harness = try StoreHarness()
        try harness.save("a", 1)
        try name(harness, "x", of: "a")
        try drop(harness, "x")
        try harness.store.flushAll(now: harness.now)
        #expect(try own(harness, "x") == nil)
        #expect(try harness.count("alias") == 0)
        #expect(try harness.count("name") == 1)
    }

    @Test func `an item that is forgotten loses its aliases`() throws {
        let harness = try StoreHarness()
        try harness.save("a", 1)
        try name(harness, "x", of: "a")
        try harness.clear("a")
        harness.now += 40 * day
        try harness.tidy()
        try harness.tidy()
        #expect(try own(harness, "x") == nil)
        #expect(try harness.count("alias") == 0)
        #expect(try harness.count("name") == 0)
        #expect(try harness.count("change") == 0)
    }

    @Test func `the row of an alias is read back unchanged`() {
        for isRemoved in [false, true] {
            let body = LogRow.Body.alias(AliasRecord(name: "päth/é", isRemoved: isRemoved))
            #expect(RecordCodec.decode(RecordCodec.encode(body), kind: .aliased) == body)
        }
    }
}
