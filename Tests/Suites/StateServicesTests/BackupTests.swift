// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import ServiceTesting
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateTesting
internal import Testing
internal import Varlink

@testable internal import StateServices

@Suite("Backups")
struct BackupTests {
    @Test
    func `each backup interval with changes produces a copy, and only a few copies are kept`()
        throws
    {
        let harness = try ServicesHarness()
        let player = harness.connect()
        for hour in 1...5 {
            try player.save("a", Double(hour) * 100)
            harness.pass(3_600_000)
            harness.finishJobs()
        }
        let path = harness.directory.file("state.db")
        let copies = BackupCatalog(path).backups().map(\.path)
        #expect(copies.count == 3)
        harness.pass(10 * 3_600_000)
        #expect(BackupCatalog(path).backups().map(\.path) == copies)
    }

    @Test(arguments: [(0, 3), (3_600_000, 0)])
    func `a reload that turns automatic backups off also ends their wake-ups`(
        interval: Int,
        kept: Int
    ) throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        try player.save("a", 100)
        harness.wake(after: 1)
        var changed = ServiceSettings()
        changed.backupIntervalMilliseconds = interval
        changed.backupsKept = kept
        harness.services.apply(changed)
        try player.save("a", 200)
        harness.wake(after: 7_200_000)
        let now = harness.clocks.reading().boottime
        #expect(harness.transport.wakeAt.map { $0 > now } != false)
        #expect(BackupCatalog(harness.directory.file("state.db")).backups().isEmpty)
    }

    @Test func `a backup has the points of its time, and begins a new epoch when it is opened`()
        throws
    {
        let harness = try ServicesHarness()
        let player = harness.connect()
        try player.save("a", 100)
        player.send(Service.Backup.self, Service.Backup.Parameters(name: "mine"))
        let reply = try player.awaitReply()
        let path = try #require(try Service.Backup.Reply(json: reply.parameters).path)
        let lock = try StoreLock(store: path)
        let copy = try Store(Store.Options(path: path), lock: lock)
        #expect(try copy.log.state(named: "a")?.record.point.position == 100)
        let watcher = harness.connect()
        watcher.subscribe()
        let token = try #require(try watcher.received().last?.token)
        let original = token.split(separator: ".")
        #expect(copy.log.statistics.identity.store == String(original[0]))
        #expect(copy.log.statistics.identity.epoch > 1)
    }

    @Test func `backups that clients request are made one after another`() throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        for number in 0..<300 { try player.save("item \(number)", 50) }
        let clients = (0..<4).map { _ in harness.connect() }
        for (number, client) in clients.enumerated() {
            client.send(Service.Backup.self, Service.Backup.Parameters(name: "mine-\(number)"))
        }
        let folder = BackupCatalog.folder(of: harness.directory.file("state.db"))
        let tenant = try #require(harness.services.tenants[1])
        while !tenant.jobs.isEmpty {
            let files = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(files.count { $0.hasSuffix(".part") } <= 1)
            harness.pass(20)
        }
        for client in clients { #expect(try client.replies().map(\.error) == [nil]) }
    }

    @Test func `a backup ends when its caller disconnects, and the next one starts`() throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        try player.save("a", 100)
        let (first, second) = (harness.connect(), harness.connect())
        first.send(Service.Backup.self, Service.Backup.Parameters(name: "first"))
        second.send(Service.Backup.self, Service.Backup.Parameters(name: "second"))
        harness.services.closed(first.id)
        harness.services.endTurn()
        #expect(try second.awaitReply().error == nil)
    }

    @Test func `a backup does not overwrite an existing file`() throws {
        let harness = try ServicesHarness()
        let player = harness.connect()
        try player.save("a", 100)
        for expected in [nil, "io.stated.Service.BackupFailed"] {
            player.send(Service.Backup.self, Service.Backup.Parameters(name: "mine"))
            #expect(try player.awaitReply().error == expected)
        }
    }
}

extension ServicesHarness {
    /// Lets time pass until no job is left: another thread puts a copy on stable storage.
    func finishJobs() {
        while let tenant = services.tenants[1], !tenant.jobs.isEmpty { pass(20) }
    }
}
