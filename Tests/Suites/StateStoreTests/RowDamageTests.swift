// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import StateTesting
import SyncModel
import Testing

@testable import StateStore

extension StoreHarness {
    /// Runs SQL on the open store, as bit rot would, past everything that keeps it in order.
    func damage(_ sql: String) throws {
        try RawSQLite.execute(sql, on: try store.log.tables.file.handle)
    }

    /// Changes one bit of a row.
    func damage(row sequence: SequenceNumber) throws {
        try damage("UPDATE change SET time = (time | 4) - (time & 4) WHERE sequence = \(sequence)")
    }

    /// Flushes all there is, and forgets what memory knows of it.
    func settle() throws {
        try store.flushAll(now: now)
        try restart()
    }

    /// Copies the store into its backups.
    func backUp(_ name: String) throws {
        try BackupCatalog.makeFolder(of: options.path)
        let path = BackupCatalog.folder(of: options.path) + "/\(name).db"
        let backup = try StoreBackup(of: store.log, to: path)
        while try !backup.step() {}
    }

    /// Returns what the check of the whole file finds.
    func complaint() throws -> String? { try Self.complaint(of: options.path) }

    /// Returns what the check of an open store's whole file finds.
    static func complaint(of path: String) throws -> String? {
        let side = try SideConnection(path: path)
        return try withExtendedLifetime(side) {
            try StoreVerification(handle: side.handle).complaint()
        }
    }

    /// Replaces the store, as the daemon does once it has met damage, and checks the new one.
    @discardableResult
    func replace() throws -> RecoveredRows {
        try replace(because: "a row does not verify")
        #expect(try complaint() == nil)
        return try #require(recovery?.recovered)
    }
}

@Suite struct `A damaged row` {
    /// A store with an item of three values, the first two of which are history.
    private func storied() throws -> StoreHarness {
        let harness = try StoreHarness()
        for position in [10.0, 500, 1_000] {
            try harness.save("film", position)
            harness.now += minute
        }
        try harness.save("other", 7)
        try harness.settle()
        return harness
    }

    private func refuses<Value>(_ read: () throws -> Value) {
        let error = #expect(throws: StoreError.self) { _ = try read() }
        #expect(error?.kind == .corrupt)
    }

    @Test
    func `a damaged row is not served, and after the repair the previous value is served`()
        throws
    {
        let harness = try storied()
        try harness.damage(row: 3)
        refuses { try harness.point("film") }
        refuses { try harness.list() }
        refuses { try harness.store.log.page(after: 0, limit: 10) }
        #expect(try harness.point("other") == "mpv 7.0 paused")
        #expect(try harness.complaint()?.contains("row 3") == true)
        let before = try harness.store.log.statistics
        let recovered = try harness.replace()
        #expect(recovered.rows == 3 && recovered.lostPoints == 1 && recovered.since == nil)
        #expect(harness.recovery?.restored == nil)
        #expect(harness.recovery?.damaged != nil)
        let after = try harness.store.log.statistics
        #expect(after.identity.store == before.identity.store)
        #expect(after.identity.epoch > before.identity.epoch)
        #expect(after.origin.device == before.origin.device && after.origin != before.origin)
        #expect(try harness.point("film") == "mpv 500.0 paused")
        #expect(try harness.list() == ["other", "film"])
        #expect(try harness.history("film") == ["10.0 replaced"])
        #expect(after.standing == 2)
        try harness.save("film", 1_100)
        try harness.settle()
        #expect(harness.recovery == nil)
        #expect(try harness.point("film") == "mpv 1100.0 paused")
    }

    @Test(arguments: [1, 3])
    func `compaction finds damage in a row of the history and in a current point`(
        row: Int
    ) throws {
        let harness = try StoreHarness()
        for position in [10.0, 500, 1_000] {
            try harness.save("film", position)
            harness.now += minute
        }
        try harness.store.flushAll(now: harness.now)
        try harness.damage(row: SequenceNumber(row))
        refuses { try harness.tidy() }
    }

    @Test func `an item whose only row is damaged is removed`() throws {
        let harness = try storied()
        try harness.damage(row: 4)
        #expect(try harness.replace().lostPoints == 1)
        #expect(try harness.point("other") == nil)
        #expect(try harness.list() == ["film"])
        try harness.save("other", 9)
        try harness.settle()
        #expect(try harness.point("other") == "mpv 9.0 paused")
        #expect(try harness.store.log.statistics.standing == 2)
    }

    @Test func `a damaged row that is history only loses no point`() throws {
        let harness = try storied()
        try harness.damage(row: 2)
        #expect(try harness.point("film") == "mpv 1000.0 paused")
        refuses { try harness.history("film") }
        #expect(try harness.replace().lostPoints == 0)
        #expect(try harness.point("film") == "mpv 1000.0 paused")
        try harness.tidy()
        #expect(try harness.point("film") == "mpv 1000.0 paused")
    }

    @Test func `a damaged row that a later save replaced loses no point`() throws {
        let harness = try StoreHarness()
        for position in [1.0, 2, 3] { try harness.save("film", position) }
        try harness.damage(row: 2)
        #expect(try harness.replace().lostPoints == 0)
        #expect(try harness.point("film") == "mpv 3.0 paused")
    }

    @Test func `a backup restores a damaged row`() throws {
        let harness = try storied()
        try harness.backUp("one")
        try harness.save("new", 3)
        var picture = try harness.picture(of: ["film", "other", "new"])
        for row in 1...4 { try harness.damage(row: SequenceNumber(row)) }
        let recovered = try harness.replace()
        #expect(recovered.rows == 1 && recovered.lostPoints == 0)
        #expect(harness.recovery?.restored?.hasSuffix("one.db") == true)
        let now = try harness.picture(of: ["film", "other", "new"])
        picture.revision = now.revision
        #expect(now == picture)
    }

    @Test func `a damaged row newer than the backup is reported as a point lost since the backup`()
        throws
    {
        let harness = try storied()
        try harness.backUp("one")
        let backedUp = try harness.store.log.statistics.lastTime
        harness.now += minute
        try harness.save("film", 2_000)
        try harness.save("other", 8)
        try harness.damage(row: 5)
        let recovered = try harness.replace()
        #expect(recovered.rows == 1 && recovered.lostPoints == 1 && recovered.since == backedUp)
        #expect(try harness.point("film") == "mpv 1000.0 paused")
        #expect(try harness.point("other") == "mpv 8.0 paused")
    }

    @Test func `an older backup is used if the newer backup is damaged as well`() throws {
        let harness = try storied()
        try harness.backUp("one")
        try harness.damage(row: 3)
        try harness.backUp("two")
        #expect(try harness.replace().lostPoints == 0)
        #expect(harness.recovery?.restored?.hasSuffix("one.db") == true)
        #expect(try harness.point("film") == "mpv 1000.0 paused")
    }

    @Test func `another store's backup does not repair a row`() throws {
        let harness = try storied()
        let other = try StoreHarness()
        for position in [1.0, 2_000, 4_000] { try other.save("film", position) }
        try other.save("other", 1)
        try other.backUp("one")
        try BackupCatalog.makeFolder(of: harness.options.path)
        try harness.directory.copy(
            BackupCatalog.folder(of: other.options.path) + "/one.db",
            as: String(
                BackupCatalog.folder(of: harness.options.path)
                    .dropFirst(harness.directory.path.count + 1)
            ) + "/one.db"
        )
        try harness.damage(row: 3)
        try harness.replace()
        #expect(harness.recovery?.restored == nil)
        #expect(try harness.point("film") == "mpv 500.0 paused")
    }

    @Test func `damage found at startup replaces the store at once, and no number is used twice`()
        throws
    {
        let harness = try storied()
        try harness.save("film", 2_000)
        try harness.save("new", 3)
        try harness.save("newer", 4)
        try harness.damage(row: 5)
        try harness.damage(row: 7)
        try harness.restart()
        #expect(harness.recovery?.recovered?.lostPoints == 2)
        #expect(try harness.point("film") == "mpv 1000.0 paused")
        #expect(try harness.point("new") == "mpv 3.0 paused")
        #expect(try harness.point("newer") == nil)
        #expect(try harness.save("next", 1).sequence == 8)
    }

    // MARK: What repeats rows

    @Test(arguments: [
        "UPDATE head SET sequence = 1 WHERE id = 1", "UPDATE head SET sequence = 4 WHERE id = 1",
        "UPDATE head SET sequence = 99 WHERE id = 1", "UPDATE head SET at = at + 1 WHERE id = 1",
        "UPDATE head SET expires = 5 WHERE id = 1", "UPDATE head SET state = 2 WHERE id = 1",
        "UPDATE head SET state = 0 WHERE id = 1", "UPDATE head SET playing = 1 WHERE id = 1",
        "UPDATE head SET ordinal = 700 WHERE id = 1", "UPDATE head SET aside = 4 WHERE id = 1",
        "DELETE FROM head WHERE id = 1", "UPDATE head SET id = 77 WHERE id = 1",
        "UPDATE name SET name = 'fil' WHERE id = 1", "UPDATE name SET id = 2 WHERE id = 1",
        "UPDATE name SET id = 9 WHERE id = 1",
    ])
    func `a table that disagrees with the rows is found and built again`(
        sql: String
    )
        throws
    {
        let harness = try storied()
        var picture = try harness.picture(of: ["film", "other"])
        try harness.damage(sql)
        // A read meanwhile is right, finds nothing or is refused.
        if let served = try? harness.point("film") { #expect(served == "mpv 1000.0 paused") }
        #expect(try harness.complaint() != nil)
        #expect(try harness.replace().rows == 4)
        let now = try harness.picture(of: ["film", "other"])
        picture.revision = now.revision
        #expect(now == picture)
    }

    @Test func `no history is lost if an item state has a wrong number`() throws {
        let harness = try storied()
        try harness.damage("UPDATE head SET ordinal = ordinal + 64 WHERE id = 1")
        refuses { try harness.tidy() }
        try harness.replace()
        #expect(try harness.history("film").count == 2)
    }

    @Test func `no point is lost if the state of an item is missing`() throws {
        let harness = try storied()
        try harness.damage("DELETE FROM head WHERE id = 1")
        refuses { try harness.tidy() }
        try harness.replace()
        #expect(try harness.point("film") == "mpv 1000.0 paused")
    }

    @Test func `a new item gets an unused ID even if the stored next ID is wrong`() throws {
        let harness = try storied()
        try harness.damage("UPDATE meta SET value = '1' WHERE key = 'nextID'")
        try harness.restart()
        #expect(try harness.save("third", 1).id == 3)
    }

    @Test(arguments: ["player", "alert"])
    func `a player or an alert whose newest row is damaged is recovered`(table: String) throws {
        let harness = try storied()
        let player = PlayerRecord(
            name: "vlc",
            item: "film",
            playing: false,
            queue: ["other"],
            revision: 0
        )
        try harness.store.log.append(player, now: harness.now)
        try harness.commit()
        let alert = try harness.store.log.append(
            Alert(
                id: 0,
                kind: .streamFailed,
                state: .raised,
                player: "vlc",
                item: nil,
                title: "gone",
                message: "the stream is gone, and with it the film",
                retryable: false,
                position: nil,
                raisedAt: harness.now
            ),
            now: harness.now
        )
        try harness.commit()
        try harness.settle()
        try harness.damage(
            "UPDATE \(table) SET body = CAST(substr(body, 1, 20) || x'00' AS BLOB) "
                + "|| substr(body, 22)"
        )
        #expect(try harness.complaint()?.contains(table) == true)
        try harness.restart()
        #expect(harness.recovery != nil)
        #expect(try harness.store.log.player(named: "vlc")?.queue == ["other"])
        #expect(try harness.store.log.statistics.alerts[alert.id] == alert)
    }

    @Test(arguments: [
        "UPDATE event_body SET body = x'7b7c' WHERE sequence IN (2, 4)",
        "DELETE FROM event_body WHERE sequence IN (2, 4)",
        "UPDATE event SET state = 9 WHERE sequence IN (2, 4)",
    ])
    func `a damaged event is not served, and is recovered from a backup`(sql: String) throws {
        let harness = try StoreHarness()
        for id in ["a", "b", "c"] { try harness.append(id) }
        try harness.backUp("one")
        for id in ["d", "e"] { try harness.append(id) }
        try harness.damage(sql)
        refuses { try harness.events() }
        #expect(try harness.replace().events == 1)
        #expect(try harness.events() == ["1 a", "2 b", "3 c", "5 e"])
        #expect(try harness.store.log.statistics.events.held == 4)
        #expect(try harness.append("f") == "new 6")
    }
}
