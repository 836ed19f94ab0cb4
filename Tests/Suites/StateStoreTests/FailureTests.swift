// SPDX-License-Identifier: Apache-2.0
import CSQLite
import ModelTesting
import StateModel
import Testing

@testable import StateStore

@Suite struct `Failures of the store` {
    private func execute(_ sql: String, on harness: StoreHarness) throws {
        try RawSQLite.execute(sql, on: try harness.store.log.tables.file.handle)
    }

    @Test func `a failed commit loses only the uncommitted rows`() throws {
        let harness = try StoreHarness()
        try harness.save("film", 100)
        harness.isBatching = true
        try harness.save("film", 1000)
        try harness.save("song", 10)
        #expect(try harness.point("film") == "mpv 1000.0 paused")
        #expect(try harness.list() == ["film"])
        try harness.store.reopen()
        #expect(try harness.point("film") == "mpv 100.0 paused")
        #expect(try harness.point("song") == nil)
        #expect(try harness.store.log.statistics.lastSequence == 1)
        harness.isBatching = false
        #expect(try harness.save("song", 11).id == 2)
        #expect(try harness.store.log.statistics.revision == 2)
    }

    @Test func `a batch that SQLite has rolled back is not acknowledged`() throws {
        let harness = try StoreHarness()
        harness.isBatching = true
        try harness.save("film", 100)
        try execute("ROLLBACK", on: harness)
        #expect(try harness.store.log.isDirty)
        #expect(throws: StoreError.self) { try harness.commit() }
        #expect(throws: StoreError.self) { try harness.save("song", 1) }
        #expect(throws: StoreError.self) { try harness.commit() }
        try harness.store.reopen()
        #expect(try harness.point("film") == nil)
        harness.isBatching = false
        try harness.save("song", 1)
        #expect(try harness.list() == ["song"])
    }

    @Test func `a full disk makes the batch fail, and writes succeed once there is room`() throws {
        let harness = try StoreHarness()
        try harness.save("film", 100)
        try execute("PRAGMA max_page_count = 1", on: harness)
        harness.isBatching = true
        let error = #expect(throws: StoreError.self) {
            for step in 0..<10_000 { try harness.save("item-\(step)", 1) }
            try harness.commit()
        }
        #expect(error?.kind == .full)
        try harness.store.reopen()
        #expect(try harness.point("film") == "mpv 100.0 paused")
        #expect(try harness.list() == ["film"])
        harness.isBatching = false
        try harness.save("song", 1)
        try harness.restart()
        #expect(try harness.list() == ["song", "film"])
    }

    @Test func `a backup that fails reports the cause`() throws {
        let harness = try StoreHarness()
        let path = harness.options.path + ".copy"
        let target = try RawSQLite.open(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
        // SQLite cannot change the size of the pages of such a file.
        try RawSQLite.execute(
            "PRAGMA page_size = 512; PRAGMA journal_mode = WAL; CREATE TABLE a (b)",
            on: target
        )
        sqlite3_close_v2(target)
        let copy = try PageCopy(try harness.store.log.tables.file.handle, to: path)
        let error = #expect(throws: StoreError.self) { _ = try copy.step(pages: 100) }
        #expect(error?.message == "\(path): attempt to write a readonly database (SQLite 8)")
    }

    @Test func `after a slice of a flush fails, the reopened store flushes it again`() throws {
        let harness = try StoreHarness { $0.flushRows = 10 }
        for step in 0..<20 { try harness.save("item-\(step)", Double(step)) }
        let items = (0..<20).map { "item-\($0)" }
        let picture = try harness.picture(of: items)
        try harness.store.upkeep(rows: 3, now: harness.now)
        try execute("PRAGMA query_only = 1", on: harness)
        #expect(throws: StoreError.self) { try harness.upkeep() }
        try harness.store.reopen()
        #expect(try harness.picture(of: items) == picture)
        try harness.upkeep(slice: 3)
        #expect(try harness.picture(of: items) == picture)
        try harness.restart()
        #expect(try harness.picture(of: items) == picture)
    }

    /// Something that goes wrong in the middle of a call.
    private struct Refusal: Error {}

    @Test(arguments: [false, true])
    func `a call is executed completely or not at all`(isFirst: Bool) throws {
        let harness = try StoreHarness()
        harness.isBatching = true
        if !isFirst { try harness.save("film", 100) }
        var undone = false
        #expect(throws: Refusal.self) {
            try harness.store.log.atomically { () throws -> Void in
                try harness.save("film", 200)
                try harness.save("song", 1)
                throw Refusal()
            } orElse: { _ in
                undone = true
            }
        }
        #expect(undone)
        #expect(try harness.point("song") == nil)
        #expect(try harness.point("film") == (isFirst ? nil : "mpv 100.0 paused"))
        try harness.store.log.atomically { () throws -> Void in
            try harness.save("book", 3)
        } orElse: { _ in
        }
        try harness.commit()
        try harness.restart()
        #expect(try harness.list() == (isFirst ? ["book"] : ["book", "film"]))
        #expect(try harness.store.log.statistics.lastSequence == (isFirst ? 1 : 2))
    }

    @Test func `the limit on points counts uncommitted ones, and allows changes of stored ones`()
        throws
    {
        let harness = try StoreHarness { $0.settings.points = 2 }
        harness.isBatching = true
        try harness.save("film", 100)
        try harness.save("song", 100)
        let refusal = #expect(throws: StoreError.self) { try harness.save("book", 1) }
        #expect(refusal?.kind == .quota(limit: "points", value: 2))
        try harness.save("film", 101)
        try harness.archive("old", 3)
        try harness.commit()
        #expect(try harness.store.log.statistics.standing == 2)
        #expect(throws: StoreError.self) { try harness.save("old", 1) }
        try harness.clear("film")
        try harness.save("book", 1)
        try harness.commit()
        #expect(throws: StoreError.self) { try harness.undo("film") }
        #expect(try harness.store.log.statistics.standing == 2)
    }
}
