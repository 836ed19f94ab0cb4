// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import StateTesting
import Testing

@testable import StateStore

@Suite struct `The version of a store's tables` {
    private let known = ["1", "2", "3"]

    @Test func `a file is newer by its number or by a migration that is not known`() {
        func newer(_ number: Int, _ migrations: [String]) -> Int? {
            SchemaVersion(number: number, migrations: migrations).newer(than: known)
        }
        #expect(newer(3, ["1", "2", "3"]) == nil)
        #expect(newer(0, ["1", "2", "3"]) == nil)
        #expect(newer(0, ["1"]) == nil)
        #expect(newer(1, ["1", "2"]) == nil)
        #expect(newer(-5, ["1", "2"]) == nil)
        #expect(newer(4, ["1", "2", "3"]) == 4)
        #expect(newer(0, ["1", "2", "3", "4"]) == 4)
        #expect(newer(3, ["1", "2", "other"]) == 4)
    }

    @Test func `a store bears the number of its migrations`() throws {
        let harness = try StoreHarness()
        #expect(try harness.number("PRAGMA user_version") == SchemaVersion.own)
        #expect(SchemaVersion.own >= 5)
        for wrong in [0, 2, -1] {
            let sql = "PRAGMA user_version = \(wrong)"
            try RawSQLite.execute(sql, on: harness.store.log.tables.file.handle)
            try harness.restart()
            #expect(try harness.number("PRAGMA user_version") == SchemaVersion.own)
        }
    }

    @Test(arguments: [
        "PRAGMA user_version = 99", "INSERT INTO grdb_migrations VALUES ('99: more')",
    ])
    func `a store from a newer version is refused, and left as it is`(sql: String) throws {
        let harness = try StoreHarness()
        try harness.save("film", 10)
        try RawSQLite.execute(sql, on: harness.store.log.tables.file.handle)
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
        #expect(error?.message.contains("up to \(SchemaVersion.own)") == true)
        #expect(try FileSystem.content(harness.options.path) == before)
        let names = FileSystem.names(in: harness.directory.path).sorted()
        #expect(names == ["state.db", "state.db.lock"])
    }
}
