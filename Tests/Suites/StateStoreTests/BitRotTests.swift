// SPDX-License-Identifier: Apache-2.0
import Glibc
import ModelTesting
import StateModel
import StateTesting
import Testing

@testable import StateStore

/// One bit of a store's files changes, anywhere, and a store with known content is opened.
@Suite struct `A flipped bit` {
    /// What was acknowledged.
    private struct Truth {
        /// All values of an item, in order; `nil` is a removal.
        var values: [String: [Double?]] = [:]
        var events: [String] = []
        /// The number of values of each item when the backup was made.
        var backedUp: [String: Int] = [:]

        /// Returns true if the item has a value that the backup does not have.
        func isNewerThanBackup(_ item: String) -> Bool {
            values[item]?.count != backedUp[item]
        }

        mutating func note(_ value: Double?, of item: String) {
            values[item, default: []].append(value)
        }
    }

    private struct Kept {
        var harness: StoreHarness
        var truth: Truth
    }

    /// A store that was filled at random; it is flushed now and then, and at last perhaps.
    private func filled(_ random: inout Seeded, flushes: Bool) throws -> Kept {
        let harness = try StoreHarness { $0.flushRows = 1 << 30 }
        var truth = Truth()
        for step in 0..<160 {
            if step == 110 {
                try harness.backUp("one")
                truth.backedUp = truth.values.mapValues(\.count)
            }
            let item = "item-\(random.next(in: 0..<40))"
            harness.now += 700_000
            switch random.next(in: 0..<12) {
            case 0 where truth.values[item]?.last.map({ $0 != nil }) == true:
                try harness.clear(item)
                truth.note(nil, of: item)
            case 1:
                try harness.append("event-\(step)")
                truth.events.append("event-\(step)")
            case 2 where flushes && step < 120: try harness.store.flushAll(now: harness.now)
            case 3 where step < 60: try harness.emptyLog()
            default:
                try harness.save(item, Double(step), by: "player-\(step % 3)", ttl: 300 * day)
                truth.note(Double(step), of: item)
            }
        }
        if flushes, random.next(in: 0..<2) == 0 { try harness.store.flushAll(now: harness.now) }
        return Kept(harness: harness, truth: truth)
    }

    /// What opening a store came to.
    private struct Outcome {
        var isReported: Bool
        var lostEvents: Int
        var lostItems: [String]
    }

    /// Opens a store, verifies all of it as a daemon does, and checks that nothing of it was made up.
    private func open(_ directory: TemporaryDirectory, _ kept: Kept) throws -> Outcome {
        var options = kept.harness.options
        options.path = directory.file("state.db")
        let lock = try StoreLock(store: options.path)
        var opened: (store: Store, recovery: Store.Recovery?)?
        opened = try Store.open(options, lock: lock, now: 1)
        var complaint: String?
        do {
            // What is read before anything was looked for is right, or it is refused.
            if let store = opened?.store { try check(store, kept) }
            complaint = try StoreHarness.complaint(of: options.path)
        } catch let error as StoreError {
            #expect(error.kind == .corrupt)
            complaint = error.message
        }
        var isReported = opened?.recovery != nil
        if let complaint {
            // As the daemon does: it replaces the store.
            isReported = true
            opened = nil
            opened = try Store.open(options, lock: lock, now: 2, damage: complaint)
        }
        let lost = try check(try #require(opened).store, kept)
        return Outcome(isReported: isReported, lostEvents: lost.events, lostItems: lost.items)
    }

    /// Every value served is one that was acknowledged; answers with what is not the newest.
    @discardableResult
    private func check(
        _ store: Store,
        _ kept: Kept
    ) throws -> (items: [String], events: Int) {
        var lost: [String] = []
        for (item, values) in kept.truth.values {
            let served = try store.log.state(named: item)?.livePoint(at: kept.harness.now)?.position
            #expect(
                values.contains(served) || served == nil,
                "\(item) \(String(describing: served))"
            )
            if served != values[values.count - 1] { lost.append(item) }
        }
        let page = try store.items.list(
            player: nil,
            after: nil,
            limit: 1_000,
            now: kept.harness.now
        )
        for entry in page.entries {
            #expect(kept.truth.values[entry.point.item]?.contains(entry.point.position) == true)
        }
        for row in try store.log.page(after: 0, limit: 10_000).rows {
            guard case .item(let record) = row.body else { continue }
            #expect(kept.truth.values[record.point.item]?.contains(record.point.position) == true)
        }
        let events = try store.events.page(after: 0, limit: 1_000, bytes: 1 << 20).rows
        #expect(events.allSatisfy { kept.truth.events.contains($0.event.id) })
        return (lost, kept.truth.events.count - events.count)
    }

    /// Returns a directory with copies of a store's files and of its backup.
    private func copy(of source: String) throws -> TemporaryDirectory {
        let directory = try TemporaryDirectory()
        for suffix in ["", "-wal", ".lock"] {
            try directory.copy(source + suffix, as: "state.db" + suffix)
        }
        try BackupCatalog.makeFolder(of: directory.file("state.db"))
        try directory.copy(
            BackupCatalog.folder(of: source) + "/one.db",
            as: "backups/state.db/one.db"
        )
        return directory
    }

    @Test
    func `a flipped bit in a column name loses nothing that a backup has; any loss is reported`()
        throws
    {
        var random = Seeded(1)
        let kept = try filled(&random, flushes: true)
        try kept.harness.emptyLog()
        let source = kept.harness.options.path
        let bytes = try DaemonFiles.read(source)
        var count = 0
        for type in [" INTEGER", " TEXT", " BLOB"] {
            for range in bytes.ranges(of: Array(type.utf8)) {
                let space = UInt8(ascii: " ")
                let name = bytes[..<range.lowerBound].lastIndex { $0 != space } ?? 0
                let directory = try copy(of: source)
                try directory.flip("state.db", at: name, bit: 1)
                let outcome = try open(directory, kept)
                for item in outcome.lostItems { #expect(kept.truth.isNewerThanBackup(item)) }
                #expect(outcome.lostItems.isEmpty || outcome.isReported)
                count += 1
            }
        }
        #expect(count > 80)
    }

    @Test(arguments: 0..<6)
    func `a flipped bit adds nothing, loses nothing that a backup has, and its losses are reported`(
        seed: Int
    ) throws {
        var random = Seeded(UInt64(seed) &* 7_919 &+ 1)
        let kept = try filled(&random, flushes: seed % 3 != 0)
        let source = kept.harness.options.path
        for round in 0..<40 {
            let directory = try copy(of: source)
            let path = directory.file("state.db")
            let name = round % 2 == 0 ? "state.db-wal" : "state.db"
            let size = directory.size(of: name)
            guard size > 0 else { continue }
            let offset = random.next(in: 0..<size)
            let bit = random.next(in: 0..<8)
            try directory.flip(name, at: offset, bit: bit)
            // Damage to the last write looks like one that was cut off.
            let isTail = try WriteAheadLog.damage(besides: path) == nil && round % 2 == 0
            let outcome = try open(directory, kept)
            let what = "seed \(seed), round \(round): bit \(bit) at \(offset) of \(name)"
            for item in outcome.lostItems {
                #expect(kept.truth.isNewerThanBackup(item), "\(what): lost \(item)")
            }
            let lost = outcome.lostItems.count + outcome.lostEvents
            #expect(lost == 0 || isTail || outcome.isReported, "\(what): silent")
        }
    }
}

/// Random numbers that are the same for a seed.
private struct Seeded {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next(in range: Range<Int>) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return range.lowerBound + Int(state >> 33) % range.count
    }
}
