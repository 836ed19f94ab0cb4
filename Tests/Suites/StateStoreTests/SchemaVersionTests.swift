// SPDX-License-Identifier: Apache-2.0
import CSQLite
import ModelTesting
import StateModel
import StateTesting
import SystemSupport
import Testing

@testable import StateStore

@Suite struct `The version of a store's tables` {
    @Test func `a version number that does not fit the tables counts as damage`() throws {
        let harness = try StoreHarness()
        try harness.save("film", 10)
        #expect(try harness.number("PRAGMA user_version") == Schema.version)
        try harness.damage("PRAGMA user_version = 0")
        try harness.restart()
        #expect(harness.recovery?.reason.contains("version") == true)
        #expect(try harness.number("PRAGMA user_version") == Schema.version)
        #expect(try harness.point("film") == "mpv 10.0 paused")
    }

    @Test func `a store of a newer version is refused and left unchanged`() throws {
        let harness = try StoreHarness()
        try harness.save("film", 10)
        try harness.damage("PRAGMA user_version = 99")
        _ = try RawSQLite.checkpoint(harness.store.log.tables.file.handle)
        harness.stop()
        harness.directory.remove("state.db-wal")
        let before = try FileSystem.content(harness.options.path)
        let lock = try StoreLock(store: harness.options.path)
        let error = #expect(throws: StoreError.self) {
            try Store.open(harness.options, lock: lock, now: 1)
        }
        #expect(error?.kind == .newer)
        #expect(error?.message.contains(harness.options.path) == true)
        #expect(error?.message.contains("at most version \(Schema.version);") == true)
        #expect(try FileSystem.content(harness.options.path) == before)
        let names = Directory.names(in: harness.directory.path)
        #expect(names == ["state.db", "state.db.lock"])
    }

    @Test func `a damaged store is replaced by the newest backup that this version can open`()
        throws
    {
        let harness = try StoreHarness()
        try harness.save("film", 10)
        try harness.backUp("old")
        try harness.save("song", 20)
        try harness.backUp("newer")
        let path = BackupCatalog.folder(of: harness.options.path) + "/newer.db"
        let file = try RawSQLite.open(path, SQLITE_OPEN_READWRITE)
        try RawSQLite.execute("PRAGMA user_version = 99", on: file)
        sqlite3_close_v2(file)
        try harness.damage("UPDATE head SET at = at + 1")
        _ = try harness.replace()
        #expect(harness.recovery?.restored?.hasSuffix("old.db") == true)
        #expect(try harness.point("film") == "mpv 10.0 paused")
        #expect(try harness.point("song") == "mpv 20.0 paused")
    }
}
