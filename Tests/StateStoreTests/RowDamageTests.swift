import StateModel
import StateTesting
import Testing

@testable import StateStore

extension Shelf {
    /// Runs SQL on the open store, as bit rot would, past everything that keeps it in order.
    func damage(_ sql: String) throws {
        try RawSQLite.execute(sql, on: try store.tables.file.handle)
    }

    /// Changes one bit of the body of a row.
    func damage(row sequence: Int) throws {
        let tables = try store.tables
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
        try Store.makeBackupFolder(of: options.path)
        let path = Store.backupFolder(of: options.path) + "/\(name).db"
        let backup = try StoreBackup(of: store, to: path)
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
    private func storied() throws -> Shelf {
        let shelf = try Shelf()
        for position in [10.0, 500, 1_000] {
            try shelf.save("film", position)
            shelf.now += minute
        }
        try shelf.save("other", 7)
        try shelf.settle()
        return shelf
    }

    @Test func `is never served: the value before it stands, and is told once`() throws {
        let shelf = try storied()
        try shelf.damage(row: 3)
        #expect(try shelf.point("film") == "mpv 500.0 paused")
        #expect(try shelf.list() == ["other", "film"] || shelf.list() == ["other"])
        #expect(try shelf.store.rows(after: 0, limit: 10).map(\.sequence) == [1, 2, 4])
        let identity = try shelf.store.statistics.identity
        #expect(try shelf.mended() == ["film older"])
        #expect(try shelf.mended() == [])
        #expect(try shelf.store.statistics.identity.epoch > identity.epoch)
        #expect(try shelf.point("film") == "mpv 500.0 paused")
        #expect(try shelf.list() == ["other", "film"])
        #expect(try shelf.history("film") == ["10.0 replaced"])
        try shelf.restart()
        try shelf.store.scrubAll(now: shelf.now)
        #expect(try shelf.mended() == [])
        #expect(try shelf.point("film") == "mpv 500.0 paused")
        #expect(try shelf.store.statistics.standing == 2)
        #expect(try shelf.count("damaged") == 1)
        try shelf.save("film", 1_100)
        #expect(try shelf.point("film") == "mpv 1100.0 paused")
    }

    @Test func `that was its item's only one leaves no item behind`() throws {
        let shelf = try storied()
        try shelf.damage(row: 4)
        #expect(try shelf.point("other") == nil)
        #expect(try shelf.mended() == ["other lost"])
        #expect(try shelf.store.statistics.standing == 1)
        #expect(try shelf.list() == ["film"])
        try shelf.save("other", 9)
        try shelf.settle()
        #expect(try shelf.point("other") == "mpv 9.0 paused")
        #expect(try shelf.store.statistics.standing == 2)
    }

    @Test func `of the history leaves what is older in it`() throws {
        let shelf = try storied()
        try shelf.damage(row: 2)
        #expect(try shelf.point("film") == "mpv 1000.0 paused")
        _ = try shelf.history("film")
        #expect(try shelf.mended() == ["film unaffected"])
        #expect(try shelf.history("film") == ["10.0 replaced"])
        try shelf.tidy()
        #expect(try shelf.history("film") == ["10.0 replaced"])
    }

    @Test func `is whole again from a backup`() throws {
        let shelf = try storied()
        try shelf.backUp("one")
        let identity = try shelf.store.statistics.identity
        let picture = try shelf.picture(of: ["film", "other"])
        for row in 1...4 { try shelf.damage(row: row) }
        try shelf.store.scrubAll(now: shelf.now)
        let reported = try shelf.mended()
        #expect(reported == ["film restored", "film restored", "film restored", "other restored"])
        #expect(try shelf.picture(of: ["film", "other"]) == picture)
        #expect(try shelf.store.statistics.identity == identity)
        #expect(try shelf.count("damaged") == 0)
    }

    @Test func `is replaced by a newer value of a backup than the log has`() throws {
        let shelf = try Shelf()
        try shelf.save("film", 10)
        shelf.now += minute
        // Each goes on a little from the one before, which is garbage then.
        try shelf.save("film", 20)
        try shelf.backUp("one")
        shelf.now += minute
        try shelf.save("film", 30)
        try shelf.tidy()
        try shelf.restart()
        try shelf.damage(row: 3)
        #expect(try shelf.point("film") == nil)
        #expect(try shelf.mended() == ["film older from a backup"])
        #expect(try shelf.point("film") == "mpv 20.0 paused")
        try shelf.restart()
        #expect(try shelf.point("film") == "mpv 20.0 paused")
    }

    @Test func `another store's backup heals nothing`() throws {
        let shelf = try storied()
        let other = try Shelf()
        for position in [1.0, 2_000, 4_000] { try other.save("film", position) }
        try other.save("other", 1)
        try other.backUp("one")
        try Store.makeBackupFolder(of: shelf.options.path)
        try shelf.directory.copy(
            Store.backupFolder(of: other.options.path) + "/one.db",
            as: String(
                Store.backupFolder(of: shelf.options.path)
                    .dropFirst(shelf.directory.path.count + 1)
            ) + "/one.db"
        )
        try shelf.damage(row: 3)
        try shelf.store.scrubAll(now: shelf.now)
        #expect(try shelf.mended() == ["film older"])
        #expect(try shelf.point("film") == "mpv 500.0 paused")
    }

    @Test func `that memory still knows is whole again from there`() throws {
        let shelf = try storied()
        try shelf.save("film", 2_000)
        try shelf.damage(row: 5)
        try shelf.store.scrubAll(now: shelf.now)
        #expect(try shelf.mended() == ["film healed"])
        try shelf.restart()
        #expect(try shelf.point("film") == "mpv 2000.0 paused")
    }

    @Test func `met by a start leaves the rows around it`() throws {
        let shelf = try storied()
        try shelf.save("film", 2_000)
        try shelf.save("new", 3)
        try shelf.save("newer", 4)
        try shelf.damage(row: 5)
        try shelf.damage(row: 6)
        try shelf.restart()
        #expect(try shelf.point("film") == "mpv 1000.0 paused")
        #expect(try shelf.point("new") == nil)
        #expect(try shelf.point("newer") == "mpv 4.0 paused")
        #expect(try shelf.mended() == ["film older", "new lost"])
        #expect(try shelf.store.statistics.standing == 3)
        try shelf.settle()
        #expect(try shelf.point("film") == "mpv 1000.0 paused")
        #expect(try shelf.point("newer") == "mpv 4.0 paused")
    }

    @Test func `at the end of the log does not give its number away`() throws {
        let shelf = try storied()
        try shelf.damage(row: 4)
        try shelf.restart()
        try shelf.store.scrubAll(now: shelf.now)
        _ = try shelf.mended()
        try shelf.restart()
        #expect(try shelf.save("next", 1).sequence == 5)
    }

    @Test func `does not end a reader's page early`() throws {
        let shelf = try storied()
        for row in 1...2 { try shelf.damage(row: row) }
        #expect(try shelf.store.rows(after: 0, limit: 2).map(\.sequence) == [3, 4])
    }

    @Test func `is not swept away by what it says of itself`() throws {
        let shelf = try storied()
        try shelf.damage(row: 2)
        try shelf.tidy()
        #expect(try shelf.store.hasDamage)
        #expect(try shelf.mended() == ["film unaffected"])
    }

    // MARK: What repeats rows

    @Test(arguments: [
        "sequence = 1", "sequence = 4", "sequence = 99", "at = at + 1", "expires = 5",
    ])
    func `a head that is wrong gives way to its rows`(change: String) throws {
        let shelf = try storied()
        let picture = try shelf.picture(of: ["film", "other"])
        try shelf.damage("UPDATE head SET \(change) WHERE id = 1")
        #expect(try shelf.point("film") == "mpv 1000.0 paused")
        #expect(try shelf.mended().last == "film healed")
        #expect(try shelf.picture(of: ["film", "other"]) == picture)
        try shelf.store.scrubAll(now: shelf.now)
        #expect(try shelf.mended() == [])
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
        let shelf = try storied()
        let picture = try shelf.picture(of: ["film", "other"])
        let looks = try shelf.looks()
        try shelf.damage(sql)
        // Whatever is read meanwhile is right, or is not there.
        #expect(try [nil, "mpv 1000.0 paused"].contains(shelf.point("film")))
        var reported: [String] = []
        for _ in 0..<3 {
            try shelf.store.scrubAll(now: shelf.now)
            reported += try shelf.mended()
        }
        #expect(!reported.isEmpty)
        #expect(reported.allSatisfy { $0.hasSuffix("healed") })
        #expect(try shelf.picture(of: ["film", "other"]) == picture)
        #expect(try shelf.looks().keys == looks.keys)
        #expect(try shelf.looks().allSatisfy { $0.value <= shelf.now + day })
        try shelf.tidy()
        #expect(try shelf.picture(of: ["film", "other"]) == picture)
    }

    @Test func `a sweep drops no history by a head's wrong number`() throws {
        let shelf = try storied()
        let picture = try shelf.picture(of: ["film", "other"])
        try shelf.damage("UPDATE head SET ordinal = ordinal + 64 WHERE id = 1")
        try shelf.tidy()
        _ = try shelf.mended()
        #expect(try shelf.picture(of: ["film", "other"]) == picture)
    }

    @Test func `a sweep drops no rows because their item's head is missing`() throws {
        let shelf = try storied()
        let picture = try shelf.picture(of: ["film", "other"])
        try shelf.damage("DELETE FROM head WHERE id = 1")
        try shelf.tidy()
        #expect(try shelf.mended() == ["film healed"])
        #expect(try shelf.picture(of: ["film", "other"]) == picture)
    }

    @Test func `an item that was forgotten stays so, whatever of its rows is left`() throws {
        let shelf = try Shelf()
        try shelf.save("film", 10, ttl: 300 * day)
        let row = try #require(try shelf.store.tables.storedRow(1))
        try shelf.clear("film")
        shelf.now += 40 * day
        try shelf.tidy()
        try #require(try shelf.count("change") == 0)
        try shelf.store.tables.replace(row)
        try shelf.store.scrubAll(now: shelf.now)
        #expect(try shelf.mended() == [])
        #expect(try shelf.point("film") == nil)
    }

    @Test func `a number that was noted wrong is no item's second time`() throws {
        let shelf = try storied()
        try shelf.damage("UPDATE meta SET value = '1' WHERE key = 'nextID'")
        try shelf.restart()
        #expect(try shelf.save("third", 1).id == 3)
    }

    @Test func `a damaged player or alert is passed over, and told`() throws {
        let shelf = try storied()
        let player = PlayerRecord(
            name: "vlc",
            item: "film",
            playing: false,
            queue: ["other"],
            revision: 0
        )
        try shelf.store.write(player, now: shelf.now)
        try shelf.commit()
        let alert = try shelf.store.write(
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
                raisedAt: shelf.now
            ),
            now: shelf.now
        )
        try shelf.commit()
        try shelf.settle()
        for table in ["player", "alert"] {
            try shelf.damage(
                "UPDATE \(table) SET body = CAST(substr(body, 1, 20) || x'00' AS BLOB) "
                    + "|| substr(body, 22)"
            )
        }
        try shelf.restart()
        #expect(try shelf.store.player(named: "vlc")?.queue == ["other"])
        #expect(try shelf.store.statistics.alerts[alert.id] == alert)
        #expect(try shelf.mended().count == 3)
        try shelf.restart()
        #expect(try shelf.mended() == [])
        #expect(try shelf.store.player(named: "vlc")?.queue == ["other"])
    }

    @Test func `a damaged event is passed over, and comes back from a backup`() throws {
        let shelf = try Shelf()
        for id in ["a", "b", "c"] { try shelf.append(id) }
        try shelf.backUp("one")
        try shelf.append("d")
        try shelf.damage("UPDATE event_body SET body = x'7b7c' WHERE sequence IN (2, 4)")
        #expect(try shelf.events() == ["1 a", "3 c"])
        #expect(try shelf.mended() == ["- restored", "- lost"])
        #expect(try shelf.events() == ["1 a", "2 b", "3 c"])
        #expect(try shelf.store.statistics.events.held == 3)
        try shelf.restart()
        #expect(try shelf.append("e") == "new 5")
        try shelf.store.scrubAll(now: shelf.now)
        #expect(try shelf.mended() == [])
        #expect(try shelf.store.statistics.events.held == 4)
    }
}
