import StateModel
import Testing

@testable import StateStore

@Suite struct `Names in the store` {
    private func name(_ shelf: Shelf, _ alias: String, of item: String) throws {
        let head = try #require(try shelf.store.head(named: item))
        try shelf.store.write(
            AliasRecord(name: alias, isRemoved: false),
            of: head.id,
            now: shelf.now
        )
        try shelf.store.commit()
    }

    private func drop(_ shelf: Shelf, _ alias: String) throws {
        let head = try #require(try shelf.store.head(named: alias))
        try shelf.store.write(
            AliasRecord(name: alias, isRemoved: true),
            of: head.id,
            now: shelf.now
        )
        try shelf.store.commit()
    }

    private func own(_ shelf: Shelf, _ name: String) throws -> String? {
        try shelf.store.head(named: name)?.record.point.item
    }

    private func aliases(_ shelf: Shelf, _ item: String) throws -> [String] {
        let head = try #require(try shelf.store.head(named: item))
        return try shelf.store.aliases(of: head.id)
    }

    /// When the memtable's changes are carried into the tables.
    enum Flushing: CaseIterable { case never, atTheEnd, always }

    @Test(arguments: Flushing.allCases)
    func `a name means the same before a flush and after it, and after a restart`(
        flushing: Flushing
    ) throws {
        let shelf = try Shelf()
        let flush = { if flushing == .always { try shelf.store.flushAll(now: shelf.now) } }
        try shelf.save("a", 1)
        try flush()
        try name(shelf, "x", of: "a")
        try name(shelf, "y", of: "a")
        try flush()
        try drop(shelf, "x")
        try flush()
        try shelf.save("x", 2)
        try flush()
        try shelf.save("z", 3)
        try flush()
        // As a merge does with an item of its own.
        try shelf.clear("z")
        try name(shelf, "z", of: "x")
        try flush()
        if flushing == .atTheEnd { try shelf.store.flushAll(now: shelf.now) }
        for _ in 0...1 {
            #expect(try own(shelf, "y") == "a")
            #expect(try own(shelf, "x") == "x")
            #expect(try own(shelf, "z") == "x")
            #expect(try aliases(shelf, "a") == ["y"])
            #expect(try aliases(shelf, "x") == ["z"])
            try shelf.restart()
        }
    }

    @Test func `a name that is taken off in one stretch of the log is gone from the tables`() throws
    {
        let shelf = try Shelf()
        try shelf.save("a", 1)
        try name(shelf, "x", of: "a")
        try drop(shelf, "x")
        try shelf.store.flushAll(now: shelf.now)
        #expect(try own(shelf, "x") == nil)
        #expect(try shelf.count("alias") == 0)
        #expect(try shelf.count("name") == 1)
    }

    @Test func `an item that is forgotten takes its names along`() throws {
        let shelf = try Shelf()
        try shelf.save("a", 1)
        try name(shelf, "x", of: "a")
        try shelf.clear("a")
        shelf.now += 40 * day
        try shelf.tidy()
        try shelf.tidy()
        #expect(try own(shelf, "x") == nil)
        #expect(try shelf.count("alias") == 0)
        #expect(try shelf.count("name") == 0)
        #expect(try shelf.count("change") == 0)
    }

    @Test func `a row about a name is read as it was written`() {
        for isRemoved in [false, true] {
            let body = LogRow.Body.alias(AliasRecord(name: "päth/é", isRemoved: isRemoved))
            #expect(RecordCodec.decode(RecordCodec.encode(body), kind: .aliased) == body)
        }
    }
}
