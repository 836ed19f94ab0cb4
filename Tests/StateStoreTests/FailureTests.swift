import StateModel
import Testing

@testable import StateStore

@Suite struct `Failures of the store` {
    private func execute(_ sql: String, on shelf: Shelf) throws {
        try RawSQLite.execute(sql, on: try shelf.store.tables.file.handle)
    }

    @Test func `what was not committed is gone after a failure, and nothing else`() throws {
        let shelf = try Shelf()
        try shelf.save("film", 100)
        shelf.isBatching = true
        try shelf.save("film", 1000)
        try shelf.save("song", 10)
        #expect(try shelf.point("film") == "mpv 1000.0 paused")
        #expect(try shelf.list() == ["film"])
        try shelf.store.reopen()
        #expect(try shelf.point("film") == "mpv 100.0 paused")
        #expect(try shelf.point("song") == nil)
        #expect(try shelf.store.statistics.lastSequence == 1)
        shelf.isBatching = false
        #expect(try shelf.save("song", 11).id == 2)
        #expect(try shelf.store.statistics.revision == 2)
    }

    @Test func `a batch that SQLite rolled back by itself is never acknowledged`() throws {
        let shelf = try Shelf()
        shelf.isBatching = true
        try shelf.save("film", 100)
        try execute("ROLLBACK", on: shelf)
        #expect(try shelf.store.isDirty)
        #expect(throws: StoreError.self) { try shelf.commit() }
        #expect(throws: StoreError.self) { try shelf.save("song", 1) }
        #expect(throws: StoreError.self) { try shelf.commit() }
        try shelf.store.reopen()
        #expect(try shelf.point("film") == nil)
        shelf.isBatching = false
        try shelf.save("song", 1)
        #expect(try shelf.list() == ["song"])
    }

    @Test func `a full disk fails the batch, and writing resumes when there is room`() throws {
        let shelf = try Shelf()
        try shelf.save("film", 100)
        try execute("PRAGMA max_page_count = 1", on: shelf)
        shelf.isBatching = true
        let error = #expect(throws: StoreError.self) {
            for step in 0..<10_000 { try shelf.save("item-\(step)", 1) }
            try shelf.commit()
        }
        #expect(error?.kind == .full)
        try shelf.store.reopen()
        #expect(try shelf.point("film") == "mpv 100.0 paused")
        #expect(try shelf.list() == ["film"])
        shelf.isBatching = false
        try shelf.save("song", 1)
        try shelf.restart()
        #expect(try shelf.list() == ["song", "film"])
    }

    @Test func `a failed slice of a flush is done again after reopening`() throws {
        let shelf = try Shelf { $0.flushRows = 10 }
        for step in 0..<20 { try shelf.save("item-\(step)", Double(step)) }
        let items = (0..<20).map { "item-\($0)" }
        let picture = try shelf.picture(of: items)
        try shelf.store.upkeep(rows: 3, now: shelf.now)
        try execute("PRAGMA query_only = 1", on: shelf)
        #expect(throws: StoreError.self) { try shelf.upkeep() }
        try shelf.store.reopen()
        #expect(try shelf.picture(of: items) == picture)
        try shelf.upkeep(slice: 3)
        #expect(try shelf.picture(of: items) == picture)
        try shelf.restart()
        #expect(try shelf.picture(of: items) == picture)
    }

    /// Something that goes wrong in the middle of a call.
    private struct Refusal: Error {}

    @Test(arguments: [false, true])
    func `a call is carried out whole or not at all`(isFirst: Bool) throws {
        let shelf = try Shelf()
        shelf.isBatching = true
        if !isFirst { try shelf.save("film", 100) }
        var undone = false
        #expect(throws: Refusal.self) {
            try shelf.store.atomically { () throws -> Void in
                try shelf.save("film", 200)
                try shelf.save("song", 1)
                throw Refusal()
            } orElse: { _ in
                undone = true
            }
        }
        #expect(undone)
        #expect(try shelf.point("song") == nil)
        #expect(try shelf.point("film") == (isFirst ? nil : "mpv 100.0 paused"))
        try shelf.store.atomically { () throws -> Void in
            try shelf.save("book", 3)
        } orElse: { _ in
        }
        try shelf.commit()
        try shelf.restart()
        #expect(try shelf.list() == (isFirst ? ["book"] : ["book", "film"]))
        #expect(try shelf.store.statistics.lastSequence == (isFirst ? 1 : 2))
    }

    @Test func `a limit on points counts what is not committed, and lets standing ones go on`()
        throws
    {
        let shelf = try Shelf { $0.pointLimit = 2 }
        shelf.isBatching = true
        try shelf.save("film", 100)
        try shelf.save("song", 100)
        let refusal = #expect(throws: StoreError.self) { try shelf.save("book", 1) }
        #expect(refusal?.kind == .quota(limit: "points", value: 2))
        try shelf.save("film", 101)
        try shelf.archive("old", 3)
        try shelf.commit()
        #expect(try shelf.store.statistics.standing == 2)
        #expect(throws: StoreError.self) { try shelf.save("old", 1) }
        try shelf.clear("film")
        try shelf.save("book", 1)
        try shelf.commit()
        #expect(throws: StoreError.self) { try shelf.undo("film") }
        #expect(try shelf.store.statistics.standing == 2)
    }
}
