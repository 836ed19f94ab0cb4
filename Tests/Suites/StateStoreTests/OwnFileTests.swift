// SPDX-License-Identifier: Apache-2.0
import Glibc
import ModelTesting
import StateModel
import StateTesting
import Testing

@testable import StateStore

@Suite struct `Checks of opened files` {
    private let victim = "a victim's file"

    /// A directory with somebody's file in it.
    private func directory() throws -> TemporaryDirectory {
        let directory = try TemporaryDirectory()
        try directory.overwrite("victim", with: Array(victim.utf8))
        return directory
    }

    private func isUntouched(_ directory: TemporaryDirectory) throws -> Bool {
        try DaemonFiles.read(directory.file("victim")) == Array(victim.utf8)
    }

    @Test(arguments: [(true, 0, 1), (true, 7, 1)])
    func `a regular file of the user or of root is accepted`(
        plain: Bool,
        owner: UInt32,
        links: Int
    ) {
        let facts = OwnFile.Facts(isPlain: plain, owner: owner, links: links)
        #expect(OwnFile.fault(facts, user: 7) == nil)
    }

    @Test(arguments: [(false, 7, 1), (true, 8, 1), (true, 7, 2)])
    func `a file of another kind, of another owner or with a second link is refused`(
        plain: Bool,
        owner: UInt32,
        links: Int
    ) {
        let facts = OwnFile.Facts(isPlain: plain, owner: owner, links: links)
        #expect(OwnFile.fault(facts, user: 7) != nil)
        #expect(OwnFile.fault(.init(isPlain: true, owner: 8, links: 1), user: 0) != nil)
    }

    @Test func `a lock that is a link is refused, and its target is unchanged`() throws {
        let directory = try directory()
        let store = directory.file("state.db")
        symlink(directory.file("victim"), store + ".lock")
        let error = #expect(throws: StoreError.self) { try StoreLock(store: store) }
        #expect(error?.message.contains(store + ".lock") == true)
        #expect(error?.message.contains("symbolic link") == true)
        unlink(store + ".lock")
        link(directory.file("victim"), store + ".lock")
        let other = #expect(throws: StoreError.self) { try StoreLock(store: store) }
        #expect(other?.message.contains("hard links") == true)
        #expect(try isUntouched(directory))
    }

    @Test(arguments: [true, false])
    func `a reserve file that is a link is not filled`(isSymbolic: Bool) throws {
        let directory = try directory()
        let options = Store.Options(path: directory.file("state.db"))
        let reserve = options.path + ".reserve"
        if isSymbolic {
            symlink(directory.file("victim"), reserve)
        } else {
            link(directory.file("victim"), reserve)
        }
        #expect(!Reserve(options).fill())
        #expect(try isUntouched(directory))
    }

    @Test(arguments: ["state.db", "state.db-wal"])
    func `a store that is a symbolic link is refused with advice`(name: String) throws {
        let directory = try directory()
        symlink(directory.file("victim"), directory.file(name))
        let options = Store.Options(path: directory.file("state.db"))
        let lock = try StoreLock(store: options.path)
        let error = #expect(throws: StoreError.self) {
            try Store.open(options, lock: lock, now: 1)
        }
        #expect(error?.message.contains(directory.file(name)) == true)
        #expect(error?.message.contains("symbolic link") == true)
        #expect(try isUntouched(directory))
    }

    @Test func `a directory that is a symbolic link is followed`() throws {
        let directory = try directory()
        mkdir(directory.file("disk"), 0o700)
        symlink(directory.file("disk"), directory.file("state"))
        let options = Store.Options(path: directory.file("state") + "/state.db")
        let opened = try Store.open(options, lock: StoreLock(store: options.path), now: 1)
        #expect(opened.recovery == nil)
        #expect(try FileSystem.size(directory.file("disk") + "/state.db") ?? 0 > 0)
    }

    @Test func `a backup directory or a backup that is a link is not used`() throws {
        let harness = try StoreHarness()
        try harness.save("film", 10)
        mkdir(harness.directory.file("elsewhere"), 0o700)
        symlink(harness.directory.file("elsewhere"), harness.directory.file("backups"))
        #expect(throws: StoreError.self) { try BackupCatalog.makeFolder(of: harness.options.path) }
        unlink(harness.directory.file("backups"))
        try BackupCatalog.makeFolder(of: harness.options.path)
        let folder = BackupCatalog.folder(of: harness.options.path)
        symlink(harness.options.path, folder + "/link.db")
        #expect(BackupCatalog(harness.options.path).backups().isEmpty)
    }
}
