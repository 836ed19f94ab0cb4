import StateModel
import Testing

@testable import StateStore

@Suite struct `Events` {
    @Test func `are numbered without a gap, across restarts and crashes`() throws {
        let shelf = try Shelf()
        #expect(try shelf.append("a") == "new 1")
        try shelf.save("film", 10)
        #expect(try shelf.append("b") == "new 2")
        try shelf.restart()
        #expect(try shelf.append("c") == "new 3")
        let survivor = try Shelf(after: shelf)
        #expect(try survivor.events() == ["1 a", "2 b", "3 c"])
        #expect(try survivor.append("d") == "new 4")
    }

    @Test func `are kept byte by byte as they came`() throws {
        let shelf = try Shelf()
        let body = #"{ "b" : 1e400, "a":[1.0 ,"ü\u0000"],"a":12345678901234567890 }"#
        try shelf.append("e\u{301}\0'\"", topic: "A.z_9-", body: body)
        try shelf.append("\u{e9}\0'\"", body: "{}")
        try shelf.restart()
        let row = try #require(try shelf.rows().first)
        #expect(row.event.id.utf8.elementsEqual("e\u{301}\0'\"".utf8))
        #expect(row.event.topic == "A.z_9-")
        #expect(row.event.body == Array(body.utf8))
        #expect(row.event.at == shelf.now)
        #expect(row.time == shelf.now)
        #expect(row.state == .pending)
        #expect(try shelf.store.statistics.events.held == 2)
    }

    @Test func `of one id are one, in a batch as well as later`() throws {
        let shelf = try Shelf()
        shelf.isBatching = true
        #expect(try shelf.append("a", body: "{}") == "new 1")
        #expect(try shelf.append("a", body: "[]") == "known 1")
        #expect(try shelf.append("b") == "new 2")
        try shelf.commit()
        #expect(try shelf.append("a") == "known 1")
        #expect(try !shelf.store.isDirty)
        try shelf.restart()
        #expect(try shelf.append("b") == "known 2")
        #expect(try shelf.append("c") == "new 3")
        #expect(try shelf.rows().first?.event.body == Array("{}".utf8))
    }

    @Test func `of a batch that failed were never there`() throws {
        let shelf = try Shelf()
        try shelf.append("a")
        shelf.isBatching = true
        try shelf.append("b")
        try shelf.append("c")
        try shelf.store.abandon()
        #expect(try shelf.events() == ["1 a"])
        #expect(try shelf.append("c") == "new 2")
        try shelf.store.reopen()
        #expect(try shelf.append("d") == "new 2")
        try shelf.commit()
        #expect(try shelf.events() == ["1 a", "2 d"])
        #expect(try shelf.rows().map(\.ordinal) == [1, 2])
        #expect(try shelf.store.statistics.events == EventStatistics(last: 2, held: 2, ordinal: 2))
    }

    @Test func `of a call that was undone leave no gap, and those before it stay`() throws {
        struct Refusal: Error {}
        let shelf = try Shelf()
        shelf.isBatching = true
        try shelf.append("a")
        #expect(throws: Refusal.self) {
            try shelf.store.atomically { () throws -> Void in
                try shelf.append("b")
                throw Refusal()
            } orElse: { _ in
            }
        }
        #expect(try shelf.append("c") == "new 2")
        try shelf.commit()
        try shelf.restart()
        #expect(try shelf.events() == ["1 a", "2 c"])
        #expect(try shelf.rows().map(\.ordinal) == [1, 2])
    }

    @Test func `come in pages, of one topic or of all`() throws {
        let shelf = try Shelf()
        shelf.isBatching = true
        let long = #"{"text":"\#(String(repeating: "x", count: 1000))"}"#
        for number in 1...20 {
            let topic = number % 5 == 0 ? "rare" : "usual"
            try shelf.append("e\(number)", topic: topic, body: number % 2 == 0 ? long : "{}")
        }
        try shelf.commit()
        let store = try shelf.store
        let first = try store.events(after: 0, limit: 3, bytes: 1 << 20)
        #expect(first.rows.map(\.sequence) == [1, 2, 3])
        #expect(first.next == 4)
        #expect(try store.events(after: 17, limit: 3, bytes: 1 << 20).next == nil)
        #expect(try store.events(after: 20, limit: 3, bytes: 1 << 20) == EventPage())
        #expect(try store.events(after: 0, upTo: 2, limit: 3, bytes: 1 << 20).rows.count == 2)
        let rare = try store.events(after: 5, topic: "rare", limit: 2, bytes: 1 << 20)
        #expect(rare.rows.map(\.sequence) == [10, 15])
        #expect(rare.next == 20)
        #expect(try store.events(after: 0, topic: "none", limit: 2, bytes: 9) == EventPage())
        let narrow = try store.events(after: 0, limit: 9, bytes: 2500)
        #expect(narrow.rows.map(\.sequence) == [1, 2, 3, 4, 5])
        #expect(narrow.next == 6)
        let tight = try store.events(after: 1, limit: 9, bytes: 1)
        #expect(tight.rows.map(\.sequence) == [2])
        #expect(tight.next == 3)
    }

    @Test func `of other devices get the next numbers here, and keep their own order`() throws {
        let shelf = try Shelf()
        try shelf.append("mine-1")
        #expect(try shelf.receive("theirs-7", from: 2, as: 7) == "new 2")
        #expect(try shelf.receive("theirs-8", from: 2, as: 8) == "new 3")
        #expect(try shelf.receive("theirs-7", from: 2, as: 7) == "known 2")
        try shelf.append("mine-2")
        try shelf.restart()
        try shelf.append("mine-3")
        let rows = try shelf.rows()
        #expect(rows.map(\.origin) == [1, 2, 2, 1, 1])
        #expect(rows.map(\.ordinal) == [1, 7, 8, 2, 3])
        #expect(rows.map(\.state) == [.pending, .synced, .synced, .pending, .pending])
        #expect(try shelf.store.origin(of: rows[0]) == "laptop")
        #expect(try shelf.store.origin(of: rows[1]) == "unknown")
    }

    @Test func `are found by where they stand on their way to the remote`() throws {
        let shelf = try Shelf()
        for number in 1...6 { try shelf.append("e\(number)") }
        try shelf.mark(1, .synced)
        try shelf.mark(2, .failed)
        try shelf.mark(4, .inFlight)
        func found(_ state: SyncState, after sequence: Int = 0) throws -> [Int] {
            try shelf.store.events(in: state, after: sequence, limit: 9, bytes: 1 << 20)
                .rows.map(\.sequence)
        }
        #expect(try found(.pending) == [3, 5, 6])
        #expect(try found(.pending, after: 3) == [5, 6])
        #expect(try found(.failed) == [2])
        #expect(try found(.inFlight) == [4])
        shelf.isBatching = true
        try shelf.mark(3, .synced)
        try shelf.restart()
        #expect(try found(.pending) == [3, 5, 6])
    }

    @Test func `beyond the limit are refused, what is not committed counted`() throws {
        let shelf = try Shelf { $0.eventLimit = 3 }
        try shelf.append("a")
        shelf.isBatching = true
        try shelf.append("b")
        try shelf.append("c")
        let refusal = #expect(throws: StoreError.self) { try shelf.append("d") }
        #expect(refusal?.kind == .quota(limit: "events", value: 3))
        #expect(try shelf.append("b") == "known 2")
        try shelf.commit()
        #expect(throws: StoreError.self) { try shelf.append("d") }
        shelf.now += 2 * day
        try shelf.sweepEvents()
        #expect(try shelf.append("d") == "new 4")
    }

    @Test func `that are gone leave room for others in a store that may not grow`() throws {
        let shelf = try Shelf { $0.byteLimit = 3 << 20 }
        shelf.isBatching = true
        let body = #"{"text":"\#(String(repeating: "x", count: 60_000))"}"#
        func fill() throws -> StoreError? {
            #expect(throws: StoreError.self) {
                for number in 1...200 {
                    try shelf.append("\(shelf.now) \(number)", body: body)
                    try shelf.commit()
                }
            }
        }
        #expect(try fill()?.kind == .quota(limit: "bytes-per-uid", value: 3 << 20))
        let held = try shelf.store.statistics.events.held
        #expect((20...60).contains(held))
        #expect(throws: StoreError.self) { try shelf.save("film", 10) }
        shelf.now += 2 * day
        try shelf.sweepEvents()
        try shelf.emptyLog()
        try shelf.save("film", 10)
        #expect(try fill() != nil)
        #expect(try shelf.store.statistics.events.held > held / 3)
    }

    @Test func `that cannot be read are passed over, and told`() throws {
        let shelf = try Shelf()
        try shelf.append("a")
        try shelf.append("b")
        let handle = try shelf.store.tables.file.handle
        try RawSQLite.execute("UPDATE event SET state = 9 WHERE sequence = 1", on: handle)
        try RawSQLite.execute("DELETE FROM event_body WHERE sequence = 2", on: handle)
        try shelf.append("c")
        #expect(try shelf.store.events(after: 0, limit: 1, bytes: 1).rows.map(\.sequence) == [3])
        let reported = try shelf.store.mend(now: shelf.now)
        #expect(reported.map(\.subject) == [.event(1), .event(2)])
        #expect(reported.allSatisfy { $0.outcome == .lost })
    }

    @Test func `find their place in a store of an earlier version`() throws {
        let shelf = try Shelf()
        try shelf.save("film", 10)
        try RawSQLite.execute(
            "DROP TABLE event; DROP TABLE event_body; "
                + "DROP TABLE damaged; ALTER TABLE change DROP COLUMN checksum; "
                + "DELETE FROM grdb_migrations WHERE identifier IN ('4: events', '6: checksums')",
            on: try shelf.store.tables.file.handle
        )
        try shelf.restart()
        #expect(try shelf.append("a") == "new 1")
        #expect(try shelf.point("film") == "mpv 10.0 paused")
    }

    @Test func `are in a backup, whose numbers go on from there`() throws {
        let shelf = try Shelf()
        for id in ["a", "b"] { try shelf.append(id) }
        try Store.makeBackupFolder(of: shelf.options.path)
        let path = Store.backupFolder(of: shelf.options.path) + "/one.db"
        let backup = try StoreBackup(of: shelf.store, to: path)
        while try !backup.step() {}
        try shelf.append("c")
        let copy = try Shelf(file: path, like: shelf)
        #expect(try copy.events() == ["1 a", "2 b"])
        #expect(try copy.append("d") == "new 3")
        #expect(try copy.append("a") == "known 1")
        let (old, new) = (try shelf.store.statistics.identity, try copy.store.statistics.identity)
        #expect(new.epoch > old.epoch)
    }
}
