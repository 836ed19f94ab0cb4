// SPDX-License-Identifier: Apache-2.0
import Dispatch
import Glibc
import ModelTesting
import StateModel
import StateTesting
import SyncModel
import Synchronization
import SystemSupport
import Testing

@testable import StateStore

@Suite struct `Opening the store` {
    @Test func `after opening, a store has exactly the committed rows`() throws {
        let harness = try StoreHarness()
        let items = ["film", "song", "book", "none"]
        try harness.save("film", 10)
        try harness.save("film", 1000)
        try harness.save("song", 5, by: "vlc", status: .playing)
        try harness.save("book", 1)
        try harness.quarantine("song", 0)
        try harness.clear("book")
        let picture = try harness.picture(of: items)
        harness.isBatching = true
        try harness.save("none", 1)
        try harness.restart()
        #expect(try harness.picture(of: items) == picture)
        #expect(try harness.store.log.statistics.lastTime == harness.now)
        try harness.store.flushAll(now: harness.now)
        try harness.restart()
        #expect(try harness.picture(of: items) == picture)
        #expect(try harness.save("none", 1).id == 4)
    }

    @Test func `every commit is synced, and only the store itself starts checkpoints`() throws {
        let harness = try StoreHarness { $0.flushRows = 2 }
        let full = 2
        func isAsItShould() throws -> Bool {
            try harness.number("PRAGMA synchronous") == full
                && harness.number("PRAGMA wal_autocheckpoint") == 0
        }
        #expect(try isAsItShould())
        for item in 0..<4 { try harness.save("item-\(item)", 1) }
        while try harness.store.upkeep.isNeeded {
            try harness.store.upkeep(rows: 1, now: harness.now)
            #expect(try isAsItShould())
        }
        try harness.store.flushAll(now: harness.now)
        try harness.store.reopen()
        #expect(try isAsItShould())
        try RawSQLite.execute("PRAGMA query_only = 1", on: harness.store.log.tables.file.handle)
        try? harness.store.flushAll(now: harness.now)
        try? harness.store.upkeep(rows: 1, now: harness.now)
        #expect(try isAsItShould())
    }

    @Test func `a store keeps its name and its epoch across restarts`() throws {
        let harness = try StoreHarness()
        let identity = try harness.store.log.statistics.identity
        #expect(identity.epoch == 1)
        #expect(!identity.store.isEmpty)
        try harness.save("film", 1)
        try harness.restart()
        #expect(try harness.store.log.statistics.identity == identity)
        try harness.store.reopen()
        #expect(try harness.store.log.statistics.identity == identity)
        #expect(try StoreHarness().store.log.statistics.identity.store != identity.store)
    }

    @Test func `a store opened on another machine begins a new epoch once`() throws {
        let harness = try StoreHarness()
        let identity = try harness.store.log.statistics.identity
        harness.options.machine = "machine-2"
        try harness.restart()
        let moved = try harness.store.log.statistics.identity
        #expect(moved.store == identity.store)
        #expect(moved.epoch > identity.epoch)
        try harness.restart()
        #expect(try harness.store.log.statistics.identity == moved)
    }

    @Test func `an incarnation is higher than all that began earlier, whatever its copy knows`()
        throws
    {
        let harness = try StoreHarness()
        let first = try harness.store.log.origin
        let begun = microseconds(of: CLOCK_REALTIME)
        try harness.store.sync.begin(.incarnation)
        try harness.commit()
        let origin = try harness.store.log.origin
        #expect(origin.device == first.device)
        #expect(origin.incarnation > begun)
        #expect(origin.incarnation <= microseconds(of: CLOCK_REALTIME) + 1_000)
    }

    @Test func `a new device keeps the label, and its incarnations begin at 1`() throws {
        let harness = try StoreHarness()
        let first = try harness.store.log.origin
        try harness.store.sync.begin(.incarnation)
        try harness.store.sync.begin(.device)
        try harness.commit()
        let origin = try harness.store.log.origin
        #expect(origin.device != first.device && origin.incarnation == 1)
        try harness.restart()
        #expect(try harness.store.log.origin == origin)
        #expect(try harness.store.log.devices.label(of: DeviceID.own) == harness.options.device)
    }

    @Test func `a device's new label also applies to its older points`() throws {
        let harness = try StoreHarness()
        try harness.save("film", 1)
        harness.options.device = "desk"
        try harness.restart()
        let point = try harness.store.items.list(
            player: nil,
            after: nil,
            limit: 1,
            now: harness.now
        )
        #expect(point.entries.map(\.point.device) == ["desk"])
    }

    @Test func `the record of the clock is stored only with the commit of its batch`() throws {
        let harness = try StoreHarness()
        #expect(try harness.store.log.clockRecord() == nil)
        try harness.store.log.writeClockRecord("one")
        #expect(try harness.store.log.isDirty)
        try harness.commit()
        try harness.store.log.writeClockRecord("two")
        try harness.store.reopen()
        #expect(try harness.store.log.clockRecord() == "one")
        try harness.restart()
        #expect(try harness.store.log.clockRecord() == "one")
    }

    @Test func `a second daemon on a store learns the process ID of the first`() throws {
        let harness = try StoreHarness()
        let error = #expect(throws: StoreError.self) { try StoreLock(store: harness.options.path) }
        #expect(error?.kind == .held)
        #expect(error?.message.contains("process ") == true)
        #expect(error?.message.contains(harness.options.path) == true)
        harness.stop()
        _ = try StoreLock(store: harness.options.path)
    }

    @Test func `a lock file that a dead process left is used again`() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("state.db")
        _ = try StoreLock(store: path)
        let lock = try StoreLock(store: path)
        let error = #expect(throws: StoreError.self) { try StoreLock(store: path) }
        #expect(error?.kind == .held)
        withExtendedLifetime(lock) {}
    }

    @Test func `an attempt to take a held lock closes no other file`() throws {
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

    @Test func `an error says why a lock cannot be created`() throws {
        let error = #expect(throws: StoreError.self) { try StoreLock(store: "/nowhere/state.db") }
        #expect(error?.message.contains("/nowhere/state.db.lock") == true)
        #expect(error?.kind == .inputOutput)
    }
}
