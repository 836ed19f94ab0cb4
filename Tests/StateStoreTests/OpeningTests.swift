import Dispatch
import Glibc
import StateModel
import StateTesting
import Synchronization
import Testing

@testable import StateStore

@Suite struct `Opening the store` {
    @Test func `what was committed is there again, and nothing else`() throws {
        let shelf = try Shelf()
        let items = ["film", "song", "book", "none"]
        try shelf.save("film", 10)
        try shelf.save("film", 1000)
        try shelf.save("song", 5, by: "vlc", status: .playing)
        try shelf.save("book", 1)
        try shelf.quarantine("song", 0)
        try shelf.clear("book")
        let picture = try shelf.picture(of: items)
        shelf.isBatching = true
        try shelf.save("none", 1)
        try shelf.restart()
        #expect(try shelf.picture(of: items) == picture)
        #expect(try shelf.store.statistics.lastTime == shelf.now)
        try shelf.store.flushAll(now: shelf.now)
        try shelf.restart()
        #expect(try shelf.picture(of: items) == picture)
        #expect(try shelf.save("none", 1).id == 4)
    }

    @Test func `every commit is synced, the log is checkpointed by us alone`() throws {
        let shelf = try Shelf { $0.flushRows = 2 }
        let full = 2
        func isAsItShould() throws -> Bool {
            try shelf.number("PRAGMA synchronous") == full
                && shelf.number("PRAGMA wal_autocheckpoint") == 0
        }
        #expect(try isAsItShould())
        for item in 0..<4 { try shelf.save("item-\(item)", 1) }
        while try shelf.store.needsUpkeep {
            try shelf.store.upkeep(rows: 1, now: shelf.now)
            #expect(try isAsItShould())
        }
        try shelf.store.flushAll(now: shelf.now)
        try shelf.store.reopen()
        #expect(try isAsItShould())
        try RawSQLite.execute("PRAGMA query_only = 1", on: shelf.store.tables.file.handle)
        try? shelf.store.flushAll(now: shelf.now)
        try? shelf.store.upkeep(rows: 1, now: shelf.now)
        #expect(try isAsItShould())
    }

    @Test func `a store keeps its name and its epoch across restarts`() throws {
        let shelf = try Shelf()
        let identity = try shelf.store.statistics.identity
        #expect(identity.epoch == 1)
        #expect(!identity.store.isEmpty)
        try shelf.save("film", 1)
        try shelf.restart()
        #expect(try shelf.store.statistics.identity == identity)
        try shelf.store.reopen()
        #expect(try shelf.store.statistics.identity == identity)
        #expect(try Shelf().store.statistics.identity.store != identity.store)
    }

    @Test func `on another machine a new epoch begins, once`() throws {
        let shelf = try Shelf()
        let identity = try shelf.store.statistics.identity
        shelf.options.machine = "machine-2"
        try shelf.restart()
        let moved = try shelf.store.statistics.identity
        #expect(moved.store == identity.store)
        #expect(moved.epoch > identity.epoch)
        try shelf.restart()
        #expect(try shelf.store.statistics.identity == moved)
    }

    @Test func `a device's new label shows in its points, old ones too`() throws {
        let shelf = try Shelf()
        try shelf.save("film", 1)
        shelf.options.device = "desk"
        try shelf.restart()
        let point = try shelf.store.list(player: nil, after: nil, limit: 1, now: shelf.now)
        #expect(point.entries.map(\.point.device) == ["desk"])
    }

    @Test func `the clock's record is kept with the batch that it came with`() throws {
        let shelf = try Shelf()
        #expect(try shelf.store.clockRecord() == nil)
        try shelf.store.writeClockRecord("one")
        #expect(try shelf.store.isDirty)
        try shelf.commit()
        try shelf.store.writeClockRecord("two")
        try shelf.store.reopen()
        #expect(try shelf.store.clockRecord() == "one")
        try shelf.restart()
        #expect(try shelf.store.clockRecord() == "one")
    }

    @Test func `a second daemon on one store is told which process has it`() throws {
        let shelf = try Shelf()
        let error = #expect(throws: StoreError.self) { try StoreLock(store: shelf.options.path) }
        #expect(error?.kind == .held)
        #expect(error?.message.contains("process ") == true)
        #expect(error?.message.contains(shelf.options.path) == true)
        shelf.stop()
        _ = try StoreLock(store: shelf.options.path)
    }

    @Test func `a lock file of a process that is gone, with any content, is taken over`() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("state.db")
        _ = try StoreLock(store: path)
        let lock = try StoreLock(store: path)
        let error = #expect(throws: StoreError.self) { try StoreLock(store: path) }
        #expect(error?.kind == .held)
        withExtendedLifetime(lock) {}
    }

    @Test func `a lock refused closes no file but its own`() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("state.db")
        let lock = try StoreLock(store: path)
        let lost = Atomic(0)
        let isOver = Atomic(false)
        DispatchQueue.concurrentPerform(iterations: 2) { worker in
            if worker == 0 {
                for _ in 0..<5000 { _ = try? StoreLock(store: path) }
                isOver.store(true, ordering: .relaxed)
            }
            while !isOver.load(ordering: .relaxed) {
                let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
                if close(descriptor) != 0 { lost.add(1, ordering: .relaxed) }
            }
        }
        #expect(lost.load(ordering: .relaxed) == 0)
        withExtendedLifetime(lock) {}
    }

    @Test func `a lock that cannot be made says why`() throws {
        let error = #expect(throws: StoreError.self) { try StoreLock(store: "/nowhere/state.db") }
        #expect(error?.message.contains("/nowhere/state.db.lock") == true)
        #expect(error?.kind == .inputOutput)
    }
}
