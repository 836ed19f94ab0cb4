// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import StateTesting
import Testing

@testable import StateStore

extension StoreHarness {
    /// Runs SQL on the open store, as bit rot would, past everything that keeps it in order.
    func damage(_ sql: String) throws {
        try RawSQLite.execute(sql, on: try store.log.tables.file.handle)
    }

    /// Changes one bit of the body of a row.
    func damage(row sequence: SequenceNumber) throws {
        let tables = try store.log.tables
        var row = try #require(try tables.storedRow(sequence))
        row.body[row.body.count / 2] ^= 4
        try tables.replace(row)
        try #require(try tables.storedRow(sequence)?.row == nil)
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

    /// Mends what was met, and answers with what became of it: `film older 10.0`.
    func mended() throws -> [String] {
        try store.mend(now: now).map { finding in
            let words =
                switch finding.outcome {
                case .healed: "healed"
                case .restored: "restored"
                case .older(_, nil): "older"
                case .older: "older from a backup"
                case .unaffected: "unaffected"
                case .lost: "lost"
                }
            return "\(finding.item ?? "-") \(words)"
        }
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

    @Test func `is never served: the value before it stands, and is reported once`() throws {
        let harness = try storied()
        try harness.damage(row: 3)
        #expect(try harness.point("film") == "mpv 500.0 paused")
        #expect(try harness.list() == ["other", "film"] || harness.list() == ["other"])
        #expect(try harness.store.log.page(after: 0, limit: 10).rows.map(\.sequence) == [1, 2, 4])
        let identity = try harness.store.log.statistics.identity
        #expect(try harness.mended() == ["film older"])
        #expect(try harness.mended() == [])
        #expect(try harness.store.log.statistics.identity.epoch > identity.epoch)
        #expect(try harness.point("film") == "mpv 500.0 paused")
        #expect(try harness.list() == ["other", "film"])
        #expect(try harness.history("film") == ["10.0 replaced"])
        try harness.restart()
        try harness.store.scrubber.verifyAll(now: harness.now)
        #expect(try harness.mended() == [])
        #expect(try harness.point("film") == "mpv 500.0 paused")
        #expect(try harness.store.log.statistics.standing == 2)
        #expect(try harness.count("damaged") == 1)
        try harness.save("film", 1_100)
        #expect(try harness.point("film") == "mpv 1100.0 paused")
    }

    @Test func `that was its item's only one leaves no item behind`() throws {
        let harness = try storied()
        try harness.damage(row: 4)
        #expect(try harness.point("other") == nil)
        #expect(try harness.mended() == ["other lost"])
        #expect(try harness.store.log.statistics.standing == 1)
        #expect(try harness.list() == ["film"])
        try harness.save("other", 9)
        try harness.settle()
        #expect(try harness.point("other") == "mpv 9.0 paused")
        #expect(try harness.store.log.statistics.standing == 2)
    }

    @Test func `of the history leaves what is older in it`() throws {
        let harness = try storied()
        try harness.damage(row: 2)
        #expect(try harness.point("film") == "mpv 1000.0 paused")
        _ = try harness.history("film")
        #expect(try harness.mended() == ["film unaffected"])
        #expect(try harness.history("film") == ["10.0 replaced"])
        try harness.tidy()
        #expect(try harness.history("film") == ["10.0 replaced"])
    }

    @Test func `is whole again from a backup`() throws {
        let harness = try storied()
        try harness.backUp("one")
        let identity = try harness.store.log.statistics.identity
        let picture = try harness.picture(of: ["film", "other"])
        for row in 1...4 { try harness.damage(row: SequenceNumber(row)) }
        try harness.store.scrubber.verifyAll(now: harness.now)
        let reported = try harness.mended()
        #expect(reported == ["film restored", "film restored", "film restored", "other restored"])
        #expect(try harness.picture(of: ["film", "other"]) == picture)
        #expect(try harness.store.log.statistics.identity == identity)
        #expect(try harness.count("damaged") == 0)
    }

    @Test func `is replaced by a newer value of a backup than the log has`() throws {
        let harness = try StoreHarness()
        try harness.save("film", 10)
        harness.now += minute
        // Each goes on a little from the one before, which is garbage then.
        try harness.save("film", 20)
        try harness.backUp("one")
        harness.now += minute
        try harness.save("film", 30)
        try harness.tidy()
        try harness.restart()
        try harness.damage(row: 3)
        #expect(try harness.point("film") == nil)
        #expect(try harness.mended() == ["film older from a backup"])
        #expect(try harness.point("film") == "mpv 20.0 paused")
        try harness.restart()
        #expect(try harness.point("film") == "mpv 20.0 paused")
    }

    @Test func `another store's backup heals nothing`() throws {
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
        try harness.store.scrubber.verifyAll(now: harness.now)
        #expect(try harness.mended() == ["film older"])
        #expect(try harness.point("film") == "mpv 500.0 paused")
    }

    @Test func `that memory still knows is whole again from there`() throws {
        let harness = try storied()
        try harness.save("film", 2_000)
        try harness.damage(row: 5)
        try harness.store.scrubber.verifyAll(now: harness.now)
        #expect(try harness.mended() == ["film healed"])
        try harness.restart()
        #expect(try harness.point("film") == "mpv 2000.0 paused")
    }

    @Test func `met by a start leaves the rows around it`() throws {
        let harness = try storied()
        try harness.save("film", 2_000)
        try harness.save("new", 3)
        try harness.save("newer", 4)
        try harness.damage(row: 5)
        try harness.damage(row: 6)
        try harness.restart()
        #expect(try harness.point("film") == "mpv 1000.0 paused")
        #expect(try harness.point("new") == nil)
        #expect(try harness.point("newer") == "mpv 4.0 paused")
        #expect(try harness.mended() == ["film older", "new lost"])
        #expect(try harness.store.log.statistics.standing == 3)
        try harness.settle()
        #expect(try harness.point("film") == "mpv 1000.0 paused")
        #expect(try harness.point("newer") == "mpv 4.0 paused")
    }

    @Test func `at the end of the log does not give its number away`() throws {
        let harness = try storied()
        try harness.damage(row: 4)
        try harness.restart()
        try harness.store.scrubber.verifyAll(now: harness.now)
        _ = try harness.mended()
        try harness.restart()
        #expect(try harness.save("next", 1).sequence == 5)
    }

    @Test func `at the end of the unflushed log stops no write, and keeps its item's number`()
        throws
    {
        let harness = try StoreHarness()
        try harness.save("film", 10)
        try harness.save("other", 20)
        let last = try harness.store.log.lastWritten
        try harness.damage(row: last)
        try harness.restart()
        let third = try harness.save("third", 30)
        #expect(third.sequence == last + 1)
        #expect(third.id == 3)
        #expect(try harness.point("third") == "mpv 30.0 paused")
        try harness.restart()
        #expect(try harness.point("film") == "mpv 10.0 paused")
        #expect(try harness.point("third") == "mpv 30.0 paused")
        _ = try harness.mended()
        #expect(try harness.point("third") == "mpv 30.0 paused")
        #expect(try harness.point("other") == nil)
    }

    @Test func `does not end a reader's page early`() throws {
        let harness = try storied()
        for row in 1...2 { try harness.damage(row: SequenceNumber(row)) }
        #expect(try harness.store.log.page(after: 0, limit: 2).rows.map(\.sequence) == [3, 4])
    }

    @Test func `is not swept away by what it says of itself`() throws {
        let harness = try storied()
        try harness.damage(row: 2)
        try harness.tidy()
        #expect(try harness.store.log.hasDamage)
        #expect(try harness.mended() == ["film unaffected"])
    }

    // MARK: What repeats rows

    @Test(arguments: [
        "sequence = 1", "sequence = 4", "sequence = 99", "at = at + 1", "expires = 5",
    ])
    func `a head that is wrong gives way to its rows`(change: String) throws {
        let harness = try storied()
        let picture = try harness.picture(of: ["film", "other"])
        try harness.damage("UPDATE head SET \(change) WHERE id = 1")
        #expect(try harness.point("film") == "mpv 1000.0 paused")
        #expect(try harness.mended().last == "film healed")
        #expect(try harness.picture(of: ["film", "other"]) == picture)
        try harness.store.scrubber.verifyAll(now: harness.now)
        #expect(try harness.mended() == [])
    }

    @Test(arguments: [
        "UPDATE head SET state = 2 WHERE id = 1", "UPDATE head SET state = 0 WHERE id = 1",
        "UPDATE head SET playing = 1 WHERE id = 1", "UPDATE head SET ordinal = 700 WHERE id = 1",
        "UPDATE head SET aside = 2 WHERE id = 1", "DELETE FROM head WHERE id = 1",
        "UPDATE head SET id = 77 WHERE id = 1", "DELETE FROM recent", "DELETE FROM due",
        "UPDATE recent SET at = at + 64", "UPDATE name SET name = 'fil' WHERE id = 1",
        "UPDATE name SET id = 2 WHERE id = 1", "UPDATE name SET id = 9 WHERE id = 1",
    ])
    func `the scrub finds every table that disagrees with the rows`(sql: String) throws {
        let harness = try storied()
        let picture = try harness.picture(of: ["film", "other"])
        let looks = try harness.looks()
        try harness.damage(sql)
        // Whatever is read meanwhile is right, or is not there.
        #expect(try [nil, "mpv 1000.0 paused"].contains(harness.point("film")))
        var reported: [String] = []
        for _ in 0..<3 {
            try harness.store.scrubber.verifyAll(now: harness.now)
            reported += try harness.mended()
        }
        #expect(!reported.isEmpty)
        #expect(reported.allSatisfy { $0.hasSuffix("healed") })
        #expect(try harness.picture(of: ["film", "other"]) == picture)
        #expect(try harness.looks().keys == looks.keys)
        #expect(try harness.looks().allSatisfy { $0.value <= harness.now + day })
        try harness.tidy()
        #expect(try harness.picture(of: ["film", "other"]) == picture)
    }

    @Test func `a sweep drops no history by a head's wrong number`() throws {
        let harness = try storied()
        let picture = try harness.picture(of: ["film", "other"])
        try harness.damage("UPDATE head SET ordinal = ordinal + 64 WHERE id = 1")
        try harness.tidy()
        _ = try harness.mended()
        #expect(try harness.picture(of: ["film", "other"]) == picture)
    }

    @Test func `a sweep drops no rows because their item's head is missing`() throws {
        let harness = try storied()
        let picture = try harness.picture(of: ["film", "other"])
        try harness.damage("DELETE FROM head WHERE id = 1")
        try harness.tidy()
        #expect(try harness.mended() == ["film healed"])
        #expect(try harness.picture(of: ["film", "other"]) == picture)
    }

    @Test func `an item that was forgotten stays so, whatever of its rows is left`() throws {
        let harness = try StoreHarness()
        try harness.save("film", 10, ttl: 300 * day)
        let row = try #require(try harness.store.log.tables.storedRow(1))
        try harness.clear("film")
        harness.now += 40 * day
        try harness.tidy()
        try #require(try harness.count("change") == 0)
        try harness.store.log.tables.replace(row)
        try harness.store.scrubber.verifyAll(now: harness.now)
        #expect(try harness.mended() == [])
        #expect(try harness.point("film") == nil)
    }

    @Test func `a number that was noted wrong is no item's second time`() throws {
        let harness = try storied()
        try harness.damage("UPDATE meta SET value = '1' WHERE key = 'nextID'")
        try harness.restart()
        #expect(try harness.save("third", 1).id == 3)
    }

    @Test func `a damaged player or alert is passed over, and reported`() throws {
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
        for table in ["player", "alert"] {
            try harness.damage(
                "UPDATE \(table) SET body = CAST(substr(body, 1, 20) || x'00' AS BLOB) "
                    + "|| substr(body, 22)"
            )
        }
        try harness.restart()
        #expect(try harness.store.log.player(named: "vlc")?.queue == ["other"])
        #expect(try harness.store.log.statistics.alerts[alert.id] == alert)
        #expect(try harness.mended().count == 3)
        try harness.restart()
        #expect(try harness.mended() == [])
        #expect(try harness.store.log.player(named: "vlc")?.queue == ["other"])
    }

    @Test func `a damaged event is passed over, and comes back from a backup`() throws {
        let harness = try StoreHarness()
        for id in ["a", "b", "c"] { try harness.append(id) }
        try harness.backUp("one")
        try harness.append("d")
        try harness.damage("UPDATE event_body SET body = x'7b7c' WHERE sequence IN (2, 4)")
        #expect(try harness.events() == ["1 a", "3 c"])
        #expect(try harness.mended() == ["- restored", "- lost"])
        #expect(try harness.events() == ["1 a", "2 b", "3 c"])
        #expect(try harness.store.log.statistics.events.held == 3)
        try harness.restart()
        #expect(try harness.append("e") == "new 5")
        try harness.store.scrubber.verifyAll(now: harness.now)
        #expect(try harness.mended() == [])
        #expect(try harness.store.log.statistics.events.held == 4)
    }
}
