// SPDX-License-Identifier: Apache-2.0
import Glibc
import ModelTesting
import StateModel
import StateTesting
import Testing

@testable import StateStore

extension StoreHarness {
    /// The store as a kill at this very moment leaves it, with the lock's file, harmed and opened again.
    func killed(_ harm: (TemporaryDirectory) throws -> Void) throws -> StoreHarness {
        let killed = try StoreHarness()
        killed.stop()
        let path = killed.options.path
        killed.options = options
        killed.options.path = path
        killed.now = now
        for suffix in ["", "-wal", ".lock"] {
            killed.directory.remove("state.db" + suffix)
            try killed.directory.copy(options.path + suffix, as: "state.db" + suffix)
        }
        try harm(killed.directory)
        try killed.restart()
        return killed
    }
}

extension TemporaryDirectory {
    /// Changes one bit of the file of that name.
    func flip(_ name: String, at offset: Int, bit: Int = 2) throws {
        var bytes = try DaemonFiles.read(file(name))
        bytes[offset] ^= 1 << UInt8(bit)
        try overwrite(name, with: bytes)
    }

    /// The size of the file of that name.
    func size(of name: String) -> Int { DaemonFiles.size(file(name)) }
}

@Suite struct `Damage in the write-ahead log` {
    private static let frame = 4_120

    /// A store of which the log alone has most: 120 items and 10 events, a commit each.
    private func busy() throws -> StoreHarness {
        let harness = try StoreHarness()
        try harness.emptyLog()
        for number in 0..<120 {
            try harness.save("item-\(number)", Double(number))
            if number % 12 == 0 { try harness.append("event-\(number)") }
            harness.now += 1_000
        }
        return harness
    }

    private func check(_ harness: StoreHarness, lost: Set<Int> = []) throws {
        for number in 0..<120 where !lost.contains(number) {
            #expect(try harness.point("item-\(number)") == "mpv \(Double(number)) paused")
        }
        #expect(try harness.store.log.statistics.standing == 120 - lost.count)
        #expect(try harness.list().count == 120 - lost.count)
    }

    @Test func `a log that was cut off anywhere is no damage`() throws {
        let harness = try busy()
        let size = DaemonFiles.size(harness.options.path + "-wal")
        for end in [size - 1, size - Self.frame, size - 5_000, size / 2, size / 3, 40, 32] {
            let killed = try harness.killed { directory in
                truncate(directory.file("state.db-wal"), end)
            }
            // A log cut to nothing is one that is gone.
            #expect(try killed.store.logLoss == nil || end < 100)
            #expect(try killed.store.mend(now: killed.now).isEmpty)
            #expect(
                !DaemonFiles.names(in: killed.directory.path).contains { $0.contains("damaged") }
            )
        }
    }

    @Test func `a tail of zeros or of an earlier turn is no damage`() throws {
        let harness = try busy()
        let zeros = try harness.killed { directory in
            let wal = try DaemonFiles.read(directory.file("state.db-wal"))
            try directory.overwrite(
                "state.db-wal",
                with: wal.dropLast(9_000) + [UInt8](repeating: 0, count: 9_000)
            )
        }
        #expect(try zeros.store.logLoss == nil)
        // The log starts over: newest frames first, then those of before.
        _ = try RawSQLite.checkpoint(try harness.store.log.tables.file.handle)
        try harness.save("item-3", 3)
        let again = try harness.killed { _ in }
        #expect(try again.store.logLoss == nil)
        try check(again)
    }

    @Test func `one bit in the middle costs that one row at most, and is reported`() throws {
        let harness = try busy()
        let size = DaemonFiles.size(harness.options.path + "-wal")
        for offset in stride(from: 60, to: size - 8 * Self.frame, by: 9_001) {
            let killed = try harness.killed { try $0.flip("state.db-wal", at: offset) }
            let loss = try #require(try killed.store.logLoss)
            #expect(loss.cause == .middle)
            #expect(loss.isSerious)
            let kept = try #require(loss.kept)
            #expect(DaemonFiles.size(kept) == size)
            let lost = try (0..<120).filter { try killed.point("item-\($0)") == nil }
            #expect(lost.count <= 1)
            #expect(loss.missing >= lost.count)
            try check(killed, lost: Set(lost))
            #expect(try killed.rows().count >= 9)
            try killed.restart()
            #expect(try killed.store.logLoss == nil)
            try check(killed, lost: Set(lost))
            try killed.tidy()
            try check(killed, lost: Set(lost))
        }
    }

    @Test func `behind damage numbers are not used twice, and tokens are void`() throws {
        let harness = try busy()
        let before = try harness.store.log.statistics
        let killed = try harness.killed { try $0.flip("state.db-wal", at: 17_201) }
        let after = try killed.store.log.statistics
        #expect(after.lastSequence == before.lastSequence)
        #expect(after.identity.store == before.identity.store)
        #expect(after.identity.epoch > before.identity.epoch)
        #expect(after.origin != before.origin)
        #expect(try killed.save("new", 1).sequence == before.lastSequence + 1)
        #expect(try killed.append("new") == "new \(before.events.last + 1)")
    }

    @Test func `a damaged header hides nothing`() throws {
        let harness = try busy()
        for offset in [0, 6, 9, 17, 22, 25, 30] {
            let killed = try harness.killed { try $0.flip("state.db-wal", at: offset) }
            #expect(try killed.store.logLoss?.cause == .header)
            try check(killed)
            #expect(try killed.rows().count == 10)
        }
    }

    @Test func `a log that is gone or empty is reported, but not after a good stop`() throws {
        let harness = try busy()
        let gone = try harness.killed { $0.remove("state.db-wal") }
        #expect(try gone.store.logLoss?.cause == .missing)
        let empty = try harness.killed { truncate($0.file("state.db-wal"), 0) }
        #expect(try empty.store.logLoss?.cause == .missing)
        try empty.restart()
        #expect(try empty.store.logLoss == nil)
        // An older version's lock says nothing of a log.
        let older = try harness.killed { directory in
            directory.remove("state.db-wal")
            try directory.overwrite("state.db.lock", with: Array("4711\n".utf8))
        }
        #expect(try older.store.logLoss == nil)
        try harness.restart()
        #expect(try harness.store.logLoss == nil)
        try check(harness)
    }

    @Test func `a start that is killed before the rows are in brings them in at the next`() throws {
        let harness = try busy()
        let killed = try harness.killed { directory in
            try directory.flip("state.db-wal", at: 17_201)
            // The copy is whole, and SQLite has written over the damage already.
            try directory.copy(directory.file("state.db-wal"), as: "state.db-wal.salvage")
            truncate(directory.file("state.db-wal"), 4 * Self.frame + 32)
        }
        #expect(try killed.store.logLoss?.isSerious == true)
        #expect(try killed.list().count >= 119)
    }

    @Test func `rows of a damaged store that are newer than its backup come back`() throws {
        let harness = try busy()
        try harness.backUp("one")
        for number in 0..<40 { try harness.save("item-\(number)", Double(number) + 0.5) }
        try harness.append("late")
        try harness.settle()
        harness.stop()
        let path = harness.options.path
        var bytes = try DaemonFiles.read(path)
        // The root of every tree but the first is gone, and some rows with them.
        for page in 1..<12 { bytes[page * 4_096] = 0xFF }
        try harness.directory.overwrite("state.db", with: bytes)
        let lock = try StoreLock(store: path)
        let opened = try Store.open(harness.options, lock: lock, now: harness.now)
        #expect(opened.recovery?.restored?.hasSuffix("one.db") == true)
        let loss = try #require(opened.store.logLoss)
        #expect(loss.cause == .file && loss.rows == 40 && loss.events == 1 && loss.missing == 0)
        for number in 0..<40 {
            let head = try opened.store.log.state(named: "item-\(number)")
            #expect(head?.record.point.position == Double(number) + 0.5)
        }
        #expect(opened.store.log.statistics.standing == 120)
    }

    @Test func `without a backup all that verifies comes back`() throws {
        let harness = try busy()
        try harness.settle()
        harness.stop()
        var bytes = try DaemonFiles.read(harness.options.path)
        for place in 0..<100 { bytes[place] = 0 }
        try harness.directory.overwrite("state.db", with: bytes)
        let lock = try StoreLock(store: harness.options.path)
        let opened = try Store.open(harness.options, lock: lock, now: harness.now)
        #expect(opened.recovery != nil)
        #expect(opened.store.log.statistics.standing == 120)
        #expect(opened.store.log.statistics.events.held == 10)
        for number in 0..<120 {
            let head = try opened.store.log.state(named: "item-\(number)")
            #expect(head?.record.point.position == Double(number))
        }
    }
}
