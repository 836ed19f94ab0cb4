// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import SyncModel
import Testing

@testable import StateStore

@Suite struct `What is looked up before a long batch` {
    private let harness: StoreHarness
    private let names = (0..<6).map { "item-\($0)" }

    init() throws {
        harness = try StoreHarness {
            $0.settings.syncs = true
            $0.flushRows = 1
        }
    }

    /// Fixed seeds, and one that nobody has tried yet; a failure names it.
    static let seeds: [UInt64] = [1, 2, 3, .random(in: 0 ... .max)]

    @Test(arguments: seeds)
    func `is as in the file, whatever sync records and takes back`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var deeds: [String] = []
        harness.isBatching = true
        for _ in 0..<600 {
            let name = names.randomElement(using: &random) ?? ""
            let deed = Int.random(in: 0..<9, using: &random)
            deeds.append("\(deed) \(name)")
            harness.now += 1_000
            switch deed {
            case 0: try harness.save(name, 10)
            case 1: if try harness.point(name) != nil { try harness.clear(name) }
            case 2: try note(name, target: Bool.random(using: &random) ? "other" : nil)
            case 3: try takeBack { try note(name, target: nil) }
            case 4: try harness.store.log.abandon()
            case 5: try harness.commit()
            case 6: try forgetTombstones()
            default:
                try harness.commit()
                try harness.store.upkeep(rows: 8, now: harness.now)
            }
            #expect(try harness.staleReads(of: names) == [], "\(deeds.suffix(5))")
        }
    }

    private func note(_ name: String, target: String?) throws {
        try harness.store.sync.note(
            SyncKey(kind: .point, name: name),
            target: target,
            isPending: false,
            now: harness.now
        )
    }

    /// Lets all devices know of the tombstones.
    private func forgetTombstones() throws {
        let file = try harness.store.log.tables.file
        try RawSQLite.execute("UPDATE sync_item SET round = 1", on: file.handle)
        var changes = SyncChanges()
        changes.forgottenRound = .max
        try harness.store.sync.write(changes, now: harness.now)
    }

    /// Does something in a call that fails, after others have read what it wrote.
    private func takeBack(_ body: () throws -> Void) throws {
        struct Refused: Error {}
        let log = try harness.store.log
        try log.openForMany(harness.reads)
        do {
            try log.atomically {
                try body()
                for name in names { _ = try log.tables.syncedName(ExactString(name)) }
                throw Refused()
            } orElse: { _ in
            }
        } catch is Refused {}
    }

    @Test func `queues the items of a call together, each once, and counts them`() throws {
        for name in names.prefix(3) { try harness.save(name, 10) }
        // Nothing has counted the queue yet.
        try harness.restart()
        harness.isBatching = true
        let log = try harness.store.log
        for round in 0..<2 {
            try log.openForMany()
            log.hold()
            for number in 0..<200 { try harness.save("film \(number % 150)", Double(number)) }
            for name in names.prefix(3) { try harness.save(name, 20) }
            #expect(try log.takeHeld().isEmpty)
            try harness.commit()
            #expect(try harness.count("sync_queue") == 153)
            #expect(try log.syncStatistics().queued == 153, "round \(round)")
        }
        try log.openForMany()
        log.hold()
        struct Refused: Error {}
        #expect(throws: Refused.self) {
            try log.atomically {
                for number in 0..<100 { try harness.save("other \(number)", 1) }
                _ = try log.takeHeld()
                throw Refused()
            } orElse: { _ in
            }
        }
        try harness.commit()
        #expect(try harness.count("sync_queue") == 153)
        #expect(try log.syncStatistics().queued == 153)
    }

    @Test func `is used for the batch: nothing is read again`() throws {
        for name in names.prefix(3) { try harness.save(name, 10) }
        try harness.tidy()
        let log = try harness.store.log
        try #require(names.allSatisfy { log.knownID(ExactString($0)) == nil })
        var reads = TableReads()
        try log.lookUp(names, into: &reads)
        #expect(!log.isDirty)
        try log.openForMany(reads)
        // The file says something else behind the store's back: who reads it again would know.
        try RawSQLite.execute("DELETE FROM name", on: log.tables.file.handle)
        for name in names.prefix(3) { #expect(try log.state(named: name) != nil) }
        log.abandon()
        #expect(try log.state(named: names[0]) != nil)
    }

    @Test func `includes the items that names are aliases of`() throws {
        try harness.save("a", 10)
        let item = try #require(try harness.store.log.state(named: "a"))
        let alias = AliasRecord(name: "b", isRemoved: false)
        try harness.store.log.append(alias, of: item.id, now: harness.now)
        try harness.commit()
        try harness.tidy()
        var reads = TableReads()
        try harness.store.log.lookUp(["b"], into: &reads)
        #expect(reads.item(named: ExactString("b"))??.id == item.id)
        #expect(reads.item(named: ExactString("a"))??.id == item.id)
    }
}
