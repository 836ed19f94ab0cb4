import StateModel
import Testing

@testable import StateStore

@Suite struct `What is whole is never taken for damaged` {
    @Test func `a place put aside after one whose expiry moved, taken in again`() throws {
        let shelf = try Shelf()
        try shelf.save("film", 100)
        try shelf.store.flushAll(now: shelf.now)
        shelf.now += hour
        try shelf.save("film", 200)
        try shelf.store.flushAll(now: shelf.now)
        try shelf.quarantine("film", 1)
        try shelf.store.reopen()
        try shelf.store.flushAll(now: shelf.now)
        try shelf.store.scrubAll(now: shelf.now)
        #expect(try !shelf.store.hasDamage)
        // And somebody looks when it expires.
        shelf.now += 2 * day
        #expect(try shelf.sweep(limit: 10) == ["film"])
    }
}
