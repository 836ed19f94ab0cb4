// SPDX-License-Identifier: Apache-2.0
import Foundation
import ModelTesting
import StateModel
import StateTesting
import Testing

@testable import StateStore

@Suite struct `Backups, recovery and the write-ahead log` {
    private let items = (0..<300).map { "item-\($0)" }

    private func filled() throws -> StoreHarness {
        let harness = try StoreHarness { $0.flushRows = 100 }
        harness.isBatching = true
        for item in items { try harness.save(item, 10) }
        for item in items.prefix(50) { try harness.save(item, 1000) }
        try harness.commit()
        harness.isBatching = false
        return harness
    }

    private func backUp(_ harness: StoreHarness, as name: String) throws -> String {
        try BackupCatalog.makeFolder(of: harness.options.path)
        let path = BackupCatalog.folder(of: harness.options.path) + "/" + name
        let backup = try StoreBackup(of: harness.store.log, to: path)
        while try !backup.step() {}
        return path
    }

    @Test func `an examination of backups asks before each of them whether to go on`() throws {
        let harness = try filled()
        let paths = try ["one.db", "two.db", "three.db"].map { try backUp(harness, as: $0) }
        var asked = 0
        let findings = BackupCatalog(harness.options.path).examine {
            asked += 1
            // The newest backup has been examined by now.
            if asked == 2 { unlink(paths[2]) }
            return asked < 3
        }
        #expect(findings.map(\.entry.name) == ["three", "two"])
        #expect(findings.allSatisfy { $0.problem == nil })
    }

    @Test func `a backup has the committed rows, and begins a new epoch when it is opened`()
        throws
    {
        let harness = try filled()
        let picture = try harness.picture(of: items)
        let path = try backUp(harness, as: "one.db")
        try harness.clear("item-1")
        let copy = try StoreHarness(file: path, like: harness)
        #expect(try copy.picture(of: items) == picture)
        let (old, new) = (
            try harness.store.log.statistics.identity, try copy.store.log.statistics.identity
        )
        #expect(new.store == old.store)
        #expect(new.epoch > old.epoch)
        try copy.restart()
        #expect(try copy.store.log.statistics.identity == new)
        let second = try StoreHarness(file: path, like: harness)
        #expect(try second.store.log.statistics.identity.epoch != new.epoch)
    }

    @Test func `a backup is completed while the store changes`() throws {
        let harness = try filled()
        try BackupCatalog.makeFolder(of: harness.options.path)
        let path = BackupCatalog.folder(of: harness.options.path) + "/busy.db"
        let backup = try StoreBackup(of: harness.store.log, to: path, pagesPerStep: 4)
        var steps = 0
        while try !backup.step() {
            if steps < 20 {
                try harness.save("during-\(steps)", 1)
                try harness.upkeep(slice: 20)
            }
            if !backup.isWaiting { steps += 1 }
            try #require(steps < 10_000)
        }
        #expect(backup.progress.done == backup.progress.total)
        #expect(FileReader.isIntact(path: path))
        let copy = try StoreHarness(file: path, like: harness)
        #expect(try copy.list().suffix(300).sorted() == harness.list().suffix(300).sorted())
    }

    @Test func `the store can be written while the finished copy goes to stable storage`() throws {
        let harness = try filled()
        try BackupCatalog.makeFolder(of: harness.options.path)
        let path = BackupCatalog.folder(of: harness.options.path) + "/one.db"
        let backup = try StoreBackup(of: harness.store.log, to: path, pagesPerStep: 1)
        while !backup.isWaiting { #expect(try !backup.step()) }
        #expect(backup.progress.done == backup.progress.total)
        try harness.save("meanwhile", 1)
        while try !backup.step() {}
        #expect(FileReader.isIntact(path: path))
        #expect(try StoreHarness(file: path, like: harness).list().count == 300)
    }

    @Test func `a backup does not overwrite a file, and a cancelled one leaves no file`() throws {
        let harness = try filled()
        let path = try backUp(harness, as: "one.db")
        #expect(throws: StoreError.self) { try StoreBackup(of: harness.store.log, to: path) }
        let other = BackupCatalog.folder(of: harness.options.path) + "/two.db"
        let backup = try StoreBackup(of: harness.store.log, to: other, pagesPerStep: 1)
        #expect(try !backup.step())
        backup.abandon()
        #expect(BackupCatalog(harness.options.path).backups().map(\.path) == [path])
        #expect(FileReader.isIntact(path: path))
    }

    @Test
    func `a backup cancelled just before it completes does not harm the next one of its name`()
        throws
    {
        let harness = try filled()
        try BackupCatalog.makeFolder(of: harness.options.path)
        let path = BackupCatalog.folder(of: harness.options.path) + "/one.db"
        for _ in 0..<5 {
            let first = try StoreBackup(of: harness.store.log, to: path)
            while !first.isWaiting { _ = try first.step() }
            first.abandon()
            // Until the first one is out of the way, or complete, there is a typed error.
            var second: StoreBackup?
            while second == nil, !FileReader.isIntact(path: path) {
                second = try? StoreBackup(of: harness.store.log, to: path)
            }
            if let second { while try !second.step() {} }
            #expect(FileReader.isIntact(path: path))
            let folder = BackupCatalog.folder(of: harness.options.path)
            let left = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(left == ["one.db"])
            unlink(path)
        }
    }

    @Test
    func `of the automatic copies the newest are kept, and other copies are not removed`() throws {
        let harness = try filled()
        var paths: [String] = []
        for name in ["mine.db", "auto-1.db", "auto-2.db", "auto-3.db"] {
            paths.append(try backUp(harness, as: name))
        }
        #expect(try harness.store.automaticBackups.drop(beyond: 2) == [paths[1]])
        let listed = BackupCatalog(harness.options.path).backups().map(\.path)
        #expect(listed == [paths[0], paths[2], paths[3]])
    }

    @Test func `a damaged store is moved aside, and its newest good backup takes its place`()
        throws
    {
        let harness = try filled()
        let picture = try harness.picture(of: items)
        let good = try backUp(harness, as: "good.db")
        let bad = try backUp(harness, as: "bad.db")
        try harness.save("after", 1)
        let identity = try harness.store.log.statistics.identity
        harness.stop()
        try harness.directory.overwrite(
            "backups/state.db/bad.db",
            with: Array("not a database".utf8)
        )
        try harness.directory.overwrite("state.db", with: Array("not a database at all".utf8))
        let lock = try StoreLock(store: harness.options.path)
        let opened = try Store.open(harness.options, lock: lock, now: 77)
        #expect(opened.recovery?.restored == good)
        #expect(opened.recovery?.damaged == harness.options.path + ".damaged-77")
        #expect(BackupCatalog(harness.options.path).backups().map(\.path).contains(bad))
        #expect(opened.store.log.statistics.standing == picture.standing)
        #expect(opened.store.log.statistics.identity.epoch > identity.epoch)
        #expect(opened.store.log.statistics.identity.store == identity.store)
    }

    @Test func `a damaged store without a backup starts empty`() throws {
        let harness = try filled()
        let identity = try harness.store.log.statistics.identity
        harness.stop()
        try harness.directory.overwrite("state.db", with: [UInt8](repeating: 7, count: 8192))
        let lock = try StoreLock(store: harness.options.path)
        let opened = try Store.open(harness.options, lock: lock, now: 1)
        #expect(opened.recovery != nil)
        #expect(opened.recovery?.restored == nil)
        #expect(opened.store.log.statistics.standing == 0)
        #expect(opened.store.log.statistics.identity.store != identity.store)
    }

    @Test func `the write-ahead log starts over from its beginning while rows are written`() throws
    {
        let harness = try StoreHarness { $0.flushRows = 50 }
        let checkpointer = Checkpointer(path: harness.options.path)
        var longest = 0
        var startedOver = 0
        var before = 0
        for step in 0..<20_000 where startedOver < 2 {
            try harness.save("item-\(step % 500)", Double(step))
            let store = try harness.store
            try store.upkeep(rows: 50, now: harness.now)
            try checkpointer.maintain(store.log)
            if store.log.walFrames < before { startedOver += 1 }
            before = store.log.walFrames
            longest = max(longest, before)
        }
        #expect(startedOver == 2)
        #expect(longest >= 1024)
        harness.now += 1
        try harness.save("last", 1)
        let survivor = try StoreHarness(after: harness)
        #expect(try survivor.list() == harness.list())
        #expect(try survivor.list().first == "last")
    }

    @Test func `the write-ahead log starts over from its beginning even with long commits`() throws
    {
        let harness = try StoreHarness { $0.settings.bytes = 1 << 40 }
        let checkpointer = Checkpointer(path: harness.options.path)
        let body = #"{"text":"\#(String(repeating: "x", count: 65_000))"}"#
        harness.isBatching = true
        var startedOver = 0
        var before = 0
        for step in 0..<2_000 where startedOver < 2 {
            for number in 1...20 { try harness.append("\(step) \(number)", body: body) }
            try harness.commit()
            let store = try harness.store
            try checkpointer.maintain(store.log)
            if store.log.walFrames < before { startedOver += 1 }
            before = store.log.walFrames
        }
        #expect(startedOver == 2)
    }

    @Test func `a store without damage is opened unchanged`() throws {
        let harness = try filled()
        harness.stop()
        let lock = try StoreLock(store: harness.options.path)
        let opened = try Store.open(harness.options, lock: lock, now: 1)
        #expect(opened.recovery == nil)
        #expect(opened.store.log.statistics.standing == 300)
    }
}
