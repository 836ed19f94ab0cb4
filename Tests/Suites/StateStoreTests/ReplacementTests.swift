// SPDX-License-Identifier: Apache-2.0
import Glibc
import ModelTesting
import StateModel
import StateTesting
import Testing

@testable import StateStore

/// A store that gives way to another one, stopped at each step.
@Suite struct ReplacementTests {
    /// A store with two points, one of them in the log alone, that is stopped; and a backup of one.
    private func phase() throws -> (harness: StoreHarness, backup: String) {
        let harness = try StoreHarness()
        try harness.save("film", 10)
        try BackupCatalog.makeFolder(of: harness.options.path)
        let path = BackupCatalog.folder(of: harness.options.path) + "/one.db"
        let backup = try StoreBackup(of: harness.store.log, to: path)
        while try !backup.step() {}
        try harness.save("song", 20)
        let crashed = try StoreHarness(after: harness)
        // As a kill leaves it: with its log, which holds all that it has.
        crashed.stop()
        for suffix in ["", "-wal"] {
            try crashed.directory.copy(harness.options.path + suffix, as: "state.db" + suffix)
        }
        try BackupCatalog.makeFolder(of: crashed.options.path)
        try crashed.directory.copy(path, as: "backups/state.db/one.db")
        return (crashed, BackupCatalog.folder(of: crashed.options.path) + "/one.db")
    }

    private func open(
        _ harness: StoreHarness
    ) throws -> (items: [String], epoch: Int, recovery: Store.Recovery?) {
        let lock = try StoreLock(store: harness.options.path)
        let opened = try Store.open(harness.options, lock: lock, now: 99)
        let list = try opened.store.items.list(player: nil, after: nil, limit: 10, now: harness.now)
        return (
            list.entries.map(\.point.item).sorted(), opened.store.log.statistics.identity.epoch,
            opened.recovery
        )
    }

    @Test(arguments: 0...Replacement.steps.count)
    func `a restore that is killed leaves the old store or the new one, whole`(steps: Int) throws {
        let (harness, backup) = try phase()
        let files = StoreFiles(harness.options.path)
        try StoreCopy.make(of: backup, at: files.incoming)
        let aside = files.aside(.replaced, at: 7)
        var replacement = Replacement(
            files: files,
            intent: ReplacementIntent(cause: .request, aside: aside, source: backup, reason: "")
        )
        for step in Replacement.steps.prefix(steps) { try replacement.run(step) }
        let (items, epoch, _) = try open(harness)
        #expect(items == (steps == 0 ? ["film", "song"] : ["film"]))
        #expect((epoch > 1) == (steps > 0))
        #expect(try !FileSystem.exists(files.incoming))
        #expect(try !FileSystem.exists(files.intent))
        guard steps > 0 else { return }
        // The former store is whole, too, with the log that belongs to it.
        let former = try #require(try StoreSummary.read(FileReader(path: aside), counts: .exact))
        #expect(former.points == 2)
        #expect(try open(harness).items == ["film"], "it stays so")
    }

    @Test(arguments: 0...Replacement.steps.count)
    func `a recovery that is killed is completed and reported`(steps: Int) throws {
        let (harness, backup) = try phase()
        let files = StoreFiles(harness.options.path)
        try harness.directory.overwrite("state.db", with: Array("no database, but text".utf8))
        // Its log alone would be enough to read all of it.
        harness.directory.remove("state.db-wal")
        try StoreCopy.make(of: backup, at: files.incoming)
        var replacement = Replacement(
            files: files,
            intent: ReplacementIntent(
                cause: .damage,
                aside: files.aside(.damaged, at: 7),
                source: backup,
                reason: "the item a\0b\nin \\ two lines"
            )
        )
        for step in Replacement.steps.prefix(steps) { try replacement.run(step) }
        for _ in 1...2 {
            // As long as nobody has stored it, each start reports it.
            let opened = try open(harness)
            #expect(opened.items == ["film"])
            if steps > 0 {
                #expect(opened.recovery?.reason == "the item a b\nin \\ two lines")
                #expect(opened.recovery?.damaged == files.aside(.damaged, at: 7))
            }
            #expect(opened.recovery?.restored == backup)
        }
        try Replacement.forget(files)
        #expect(try open(harness).recovery == nil)
    }

    @Test(arguments: 0...Replacement.steps.count)
    func `a lost store without a backup starts empty and keeps its log, even after a kill`(
        steps: Int
    ) throws {
        let (harness, backup) = try phase()
        unlink(backup)
        let files = StoreFiles(harness.options.path)
        try harness.directory.overwrite("state.db", with: [])
        var replacement = Replacement(
            files: files,
            intent: ReplacementIntent(
                cause: .damage,
                aside: files.aside(.damaged, at: 7),
                source: nil,
                reason: "its file is empty"
            )
        )
        for step in Replacement.steps.prefix(steps) { try replacement.run(step) }
        let opened = try open(harness)
        #expect(opened.items == [])
        #expect(opened.recovery?.reason == "its file is empty")
        #expect(opened.recovery?.restored == nil)
        let damaged = try #require(opened.recovery?.damaged)
        #expect(try FileSystem.size(damaged) == 0)
        #expect(try FileSystem.size(damaged + "-wal") ?? 0 > 0)
    }

    @Test func `a store with an unreadable record of a replacement is not opened`() throws {
        let (harness, _) = try phase()
        try harness.directory.overwrite(
            "state.db.replacing",
            with: Array("stated replacement 9".utf8)
        )
        let error = #expect(throws: StoreError.self) { try open(harness) }
        #expect(error?.message.contains("state.db.replacing") == true)
    }

    // MARK: What a start finds

    @Test(arguments: ["gone", "empty", "gone with its log"])
    func `a missing or empty store is restored from its backup`(how: String) throws {
        let (harness, backup) = try phase()
        if how == "empty" {
            try harness.directory.overwrite("state.db", with: [])
        } else {
            harness.directory.remove("state.db")
        }
        if how == "gone with its log" { harness.directory.remove("state.db-wal") }
        let opened = try open(harness)
        #expect(opened.items == ["film"])
        #expect(opened.epoch > 1)
        #expect(opened.recovery?.restored == backup)
        #expect((opened.recovery?.damaged == nil) == (how == "gone with its log"))
    }

    @Test func `the backup with the latest rows is used, even if its time is earlier`() throws {
        let (harness, backup) = try phase()
        try harness.restart()
        let later = BackupCatalog.folder(of: harness.options.path) + "/later.db"
        let copy = try StoreBackup(of: harness.store.log, to: later)
        while try !copy.step() {}
        harness.stop()
        for (path, time) in [(later, 1), (backup, 4_000_000_000)] {
            let times = [timeval](repeating: timeval(tv_sec: time, tv_usec: 0), count: 2)
            #expect(utimes(path, times) == 0)
        }
        try harness.directory.overwrite("state.db", with: [])
        harness.directory.remove("state.db-wal")
        #expect(try open(harness).items == ["film", "song"])
    }

    @Test func `a store of which only the lock file is left starts empty and reports the loss`()
        throws
    {
        let (harness, backup) = try phase()
        _ = try open(harness)
        unlink(backup)
        for name in ["state.db", "state.db-wal"] { harness.directory.remove(name) }
        let opened = try open(harness)
        #expect(opened.items.isEmpty)
        #expect(opened.recovery?.reason == "its file is gone")
        #expect(opened.recovery?.restored == nil)
    }

    @Test func `a new store is opened without a report, even after kills`() throws {
        let directory = try TemporaryDirectory()
        let options = Store.Options(path: directory.file("state.db"))
        // A daemon that was killed as it made its first store left these.
        try directory.overwrite("state.db", with: [])
        try directory.overwrite("state.db.lock", with: Array("123\n".utf8))
        let opened = try Store.open(options, lock: StoreLock(store: options.path), now: 1)
        #expect(opened.recovery == nil)
    }

    @Test func `a store older than its backup is replaced, and can be restored later`() throws {
        let harness = try StoreHarness()
        try harness.save("film", 10)
        let old = try StoreHarness(after: harness)
        old.stop()
        try harness.save("song", 20)
        try BackupCatalog.makeFolder(of: harness.options.path)
        let path = BackupCatalog.folder(of: harness.options.path) + "/one.db"
        let backup = try StoreBackup(of: harness.store.log, to: path)
        while try !backup.step() {}
        harness.stop()
        for suffix in ["", "-wal"] {
            try harness.directory.copy(old.options.path + suffix, as: "state.db" + suffix)
        }
        let opened = try open(harness)
        #expect(opened.items == ["film", "song"])
        #expect(opened.recovery?.reason.contains("older") == true)
        let aside = try #require(opened.recovery?.damaged)
        let former = try #require(try StoreSummary.read(FileReader(path: aside), counts: .exact))
        #expect(former.points == 1)
    }

    @Test func `a backup that the user copied over the store is opened unchanged`() throws {
        let (harness, backup) = try phase()
        harness.directory.remove("state.db-wal")
        try harness.directory.copy(backup, as: "state.db")
        let opened = try open(harness)
        #expect(opened.items == ["film"])
        #expect(opened.epoch > 1)
        #expect(opened.recovery == nil)
    }

    @Test func `two stores in one directory have separate backups`() throws {
        let (first, _) = try phase()
        _ = try open(first)
        var other = first.options
        other.path = first.directory.file("other.db")
        let made = try Store.open(other, lock: StoreLock(store: other.path), now: 1)
        #expect(made.recovery == nil)
        #expect(BackupCatalog(other.path).backups().isEmpty)
    }
}
