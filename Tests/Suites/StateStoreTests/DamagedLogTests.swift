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
        #expect(try harness.complaint() == nil)
    }

    @Test func `a write-ahead log that is cut off does not count as damaged`() throws {
        let harness = try busy()
        let size = DaemonFiles.size(harness.options.path + "-wal")
        for end in [size - 1, size - Self.frame, size - 5_000, size / 2, size / 3, 4_200] {
            let killed = try harness.killed { directory in
                truncate(directory.file("state.db-wal"), end)
            }
            #expect(killed.recovery == nil)
            #expect(try killed.complaint() == nil)
            #expect(
                !DaemonFiles.names(in: killed.directory.path).contains { $0.contains("damaged") }
            )
        }
    }

    @Test func `zeros or older frames at the end of a write-ahead log do not count as damage`()
        throws
    {
        let harness = try busy()
        let zeros = try harness.killed { directory in
            let wal = try DaemonFiles.read(directory.file("state.db-wal"))
            try directory.overwrite(
                "state.db-wal",
                with: wal.dropLast(9_000) + [UInt8](repeating: 0, count: 9_000)
            )
        }
        #expect(zeros.recovery == nil)
        // The log starts over: newest frames first, then those of before.
        _ = try RawSQLite.checkpoint(try harness.store.log.tables.file.handle)
        try harness.save("item-3", 3)
        let again = try harness.killed { _ in }
        #expect(again.recovery == nil)
        try check(again)
    }

    @Test func `a commit that was not completely written does not count as damage`() throws {
        let harness = try busy()
        let before = DaemonFiles.size(harness.options.path + "-wal")
        harness.isBatching = true
        for number in 0..<200 { try harness.save("last-\(number)", 1) }
        try harness.commit()
        let killed = try harness.killed { directory in
            // A power cut while the pages were on their way.
            try directory.flip("state.db-wal", at: before + 100)
        }
        #expect(killed.recovery == nil)
        try check(killed)
    }

    @Test
    func `a flipped bit within the log loses only the later commits, and is reported`() throws {
        let harness = try busy()
        let size = DaemonFiles.size(harness.options.path + "-wal")
        for offset in stride(from: 60, to: size - 12 * Self.frame, by: 9_001) {
            let killed = try harness.killed { try $0.flip("state.db-wal", at: offset) }
            let recovery = try #require(killed.recovery)
            #expect(recovery.reason == "its log is damaged in the middle")
            #expect(recovery.recovered?.lostPoints == .some(nil))
            #expect(DaemonFiles.size(try #require(recovery.damaged) + "-wal") == size)
            let lost = try (0..<120).filter { try killed.point("item-\($0)") == nil }
            // Commits are lost from the end alone.
            #expect(lost == Array(0..<120).suffix(lost.count))
            try check(killed, lost: Set(lost))
            try killed.restart()
            #expect(killed.recovery == nil)
            try check(killed, lost: Set(lost))
            try killed.tidy()
            try check(killed, lost: Set(lost))
        }
    }

    @Test func `a backup restores commits that damage within the log has lost`() throws {
        let harness = try busy()
        try harness.backUp("one")
        let backedUp = try harness.store.log.statistics.lastTime
        let backups = BackupCatalog.folder(of: harness.options.path)
        try harness.save("late", 1)
        for number in 0..<9 { try harness.save("later-\(number)", 1) }
        let killed = try harness.killed { directory in
            try directory.flip("state.db-wal", at: 17_201)
            try BackupCatalog.makeFolder(of: directory.file("state.db"))
            try directory.copy(backups + "/one.db", as: "backups/state.db/one.db")
        }
        #expect(killed.recovery?.restored?.hasSuffix("one.db") == true)
        #expect(killed.recovery?.recovered?.since == backedUp)
        try check(killed)
    }

    @Test func `damage in the write-ahead log makes earlier tokens invalid`() throws {
        let harness = try busy()
        let before = try harness.store.log.statistics
        let killed = try harness.killed { try $0.flip("state.db-wal", at: 17_201) }
        let after = try killed.store.log.statistics
        #expect(after.identity.store == before.identity.store)
        #expect(after.identity.epoch > before.identity.epoch)
        #expect(after.origin != before.origin)
        #expect(try killed.save("new", 1).sequence == after.lastSequence + 1)
        #expect(try killed.append("new") == "new \(after.events.last + 1)")
    }

    @Test func `a damaged header of the write-ahead log is reported`() throws {
        let harness = try busy()
        for offset in [0, 9, 17, 22, 25, 30] {
            let killed = try harness.killed { try $0.flip("state.db-wal", at: offset) }
            #expect(killed.recovery?.reason == "the header of its log is damaged")
        }
    }

    @Test func `a missing or empty log is reported, except after an orderly shutdown`() throws {
        let harness = try busy()
        let gone = try harness.killed { $0.remove("state.db-wal") }
        #expect(gone.recovery?.reason.contains("missing or empty") == true)
        let empty = try harness.killed { truncate($0.file("state.db-wal"), 0) }
        #expect(empty.recovery?.reason.contains("missing or empty") == true)
        try empty.restart()
        #expect(empty.recovery == nil)
        try harness.restart()
        #expect(harness.recovery == nil)
        try check(harness)
    }

    @Test func `a backup copied over the file of a killed daemon is opened without the old log`()
        throws
    {
        let harness = try busy()
        try harness.backUp("one")
        let backup = BackupCatalog.folder(of: harness.options.path) + "/one.db"
        try harness.save("late", 1)
        let killed = try harness.killed { directory in
            directory.remove("state.db-wal")
            try directory.copy(backup, as: "state.db")
        }
        #expect(killed.recovery == nil)
        try check(killed)
    }

    @Test func `a recovery that is killed is completed at the next start`() throws {
        let harness = try busy()
        try harness.settle()
        harness.stop()
        // The replacement by an empty store is complete, and no row is in it yet.
        let aside = harness.options.path + ".damaged-1"
        rename(harness.options.path, aside)
        let intent = ReplacementIntent(
            phase: .moved,
            cause: .damage,
            aside: aside,
            source: nil,
            reason: "a row does not verify"
        )
        try FileSystem.replace(harness.options.path + ".replacing", with: intent.bytes)
        harness.directory.remove("state.db-wal")
        try harness.restart()
        #expect(harness.recovery?.recovered?.rows == 120)
        try check(harness)
    }

    @Test func `rows newer than the backup are recovered from a damaged store`() throws {
        let harness = try busy()
        try harness.backUp("one")
        for number in 0..<40 { try harness.save("item-\(number)", Double(number) + 0.5) }
        try harness.append("late")
        try harness.settle()
        try harness.damage("UPDATE head SET at = at + 1 WHERE id = 7")
        let recovered = try harness.replace()
        #expect(harness.recovery?.restored?.hasSuffix("one.db") == true)
        #expect(recovered.rows == 40 && recovered.events == 1 && recovered.lostPoints == 0)
        for number in 0..<40 {
            #expect(try harness.point("item-\(number)") == "mpv \(Double(number) + 0.5) paused")
        }
        #expect(try harness.store.log.statistics.standing == 120)
    }

    @Test func `without a backup, each row that SQLite can read is recovered`() throws {
        let harness = try busy()
        try harness.settle()
        let page = try harness.number(
            "SELECT pageno FROM dbstat WHERE name = 'change' AND pagetype = 'leaf' "
                + "ORDER BY path LIMIT 1 OFFSET 1"
        )
        let lost = try harness.number("SELECT ncell FROM dbstat WHERE pageno = \(page)")
        harness.stop()
        var bytes = try DaemonFiles.read(harness.options.path)
        bytes[(page - 1) * 4_096] = 0xFF
        try harness.directory.overwrite("state.db", with: bytes)
        try harness.replace(because: "a page is damaged")
        #expect(harness.recovery?.recovered?.rows == 120 - lost)
        #expect(harness.recovery?.recovered?.lostPoints == lost)
        #expect(try harness.list().count == 120 - lost)
        #expect(try harness.store.log.statistics.events.held == 10)
    }
}
