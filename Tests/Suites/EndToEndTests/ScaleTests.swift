// SPDX-License-Identifier: Apache-2.0
import StateTesting
import SystemSupport
import Testing
import Varlink

/// A store larger than what waits in memory: most of it is in the tables alone.
@Suite(.serialized) struct ScaleTests {
    static let points = 30_000

    /// A daemon with that many points, and a backup of them; it is stopped.
    private static let large = Result {
        let daemon = try DaemonProcess.running()
        let client = try daemon.client()
        try DaemonScale.fill(client, count: points)
        let backup = try client.service("Backup", ["name": "all"])
        try #require(backup.error == nil)
        try daemon.stop()
        _ = daemon.manager.heard()
        return daemon.directory
    }

    /// A daemon of the test's own with a copy of the store, and with a backup if asked for.
    private func daemon(backup: Bool = false) throws -> DaemonProcess {
        let directory = try Self.large.get()
        let daemon = try DaemonProcess()
        try daemon.place(directory.file("store/state.db"))
        if backup {
            let path = "store/backups/state.db/all.db"
            try Directory.create(Directory.parent(of: daemon.directory.file(path)))
            try daemon.directory.copy(directory.file(path), as: path)
        }
        return daemon
    }

    @Test func `after a start, every point is listed, and the memory stays below 200 MiB`() throws {
        let daemon = try daemon()
        let start = try DaemonScale.start(daemon, reading: Self.points / 2)
        #expect(start.residentBytes < 200 << 20, "a debug build's share is most of it")
        let client = try daemon.client()
        #expect(try client.service("GetHealth")["health.points"]?.int == Self.points)
        for number in stride(from: 0, to: Self.points, by: 877) {
            let item = JSONValue.string(DaemonScale.item(number))
            #expect(try client.playback("Get", ["item": item]).error == nil)
        }
        var count = 0
        var cursor: JSONValue = .null
        repeat {
            let page = try client.playback("List", ["limit": 1_000, "cursor": cursor])
            count += page["points"]?.elements.count ?? 0
            cursor = page["cursor"] ?? .null
        } while cursor != .null
        #expect(count == Self.points)
    }

    @Test func `items that are no longer in the memtable can be changed like any others`() throws {
        let daemon = try daemon()
        try daemon.start()
        let client = try daemon.client()
        let item = DaemonScale.item(5)
        #expect(try client.save(item, 2_000)["result.outcome"] == "saved")
        let history = try client.playback("History", ["item": .string(item)])
        #expect(history["entries.0.point.position"] == 15.5)
        try client.playback("Clear", ["item": .string(DaemonScale.item(6))])
        try daemon.kill()
        try daemon.start()
        let again = try daemon.client()
        let stored = try again.playback("Get", ["item": .string(item)])
        #expect(stored["point.position"] == 2_000.0)
        #expect(
            try again.playback("Get", ["item": .string(DaemonScale.item(6))])
                == .notFound(DaemonScale.item(6))
        )
        #expect(try again.service("GetHealth")["health.points"]?.int == Self.points - 1)
    }

    @Test func `the verification finds damage in unread rows while calls are served`() throws {
        let daemon = try daemon(backup: true)
        let size = DaemonFiles.size(daemon.store)
        let noise = (0..<512).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ 7) }
        for page in stride(from: size / 8 * 5, to: size / 8 * 6, by: 4_096) {
            try DaemonFiles.overwrite(daemon.store, at: page & ~4_095, with: noise)
        }
        try daemon.start()
        let client = try daemon.client()
        try client.waitForProblem()
        let health = try client.service("GetHealth")
        #expect(health["health.problems.0"]?.text?.contains("all.db") == true)
        #expect(health["health.points"]?.int == Self.points)
        #expect(try client.save("after", 10)["result.outcome"] == "saved")
        for number in stride(from: 0, to: Self.points, by: 877) {
            let item = JSONValue.string(DaemonScale.item(number))
            #expect(try client.playback("Get", ["item": item]).error == nil)
        }
        try daemon.restart()
        let again = try daemon.client()
        #expect(try again.playback("Get", ["item": "after"])["point.position"] == 10.0)
        #expect(try again.service("GetHealth")["health.status"] == "degraded", "nobody has seen it")
    }

    /// The first pages hold the roots of all tables and indexes, one of which only a start reads.
    @Test(arguments: [5, 7, 9])
    func `damage to the root page of a table is found at startup or soon after`(page: Int) throws {
        let daemon = try daemon(backup: true)
        let noise = [UInt8](repeating: 0xA5, count: 4_096)
        try DaemonFiles.overwrite(daemon.store, at: (page - 1) * 4_096, with: noise)
        try daemon.start()
        let client = try daemon.client()
        try client.waitForProblem()
        let health = try client.service("GetHealth")
        #expect(health["health.points"]?.int == Self.points)
        #expect(health["health.problems.0"]?.text?.contains("all.db") == true)
        let last = JSONValue.string(DaemonScale.item(Self.points - 1))
        #expect(try client.playback("Get", ["item": last]).error == nil)
    }

    @Test func `damage that a call meets is reported`() throws {
        let daemon = try daemon(backup: true)
        try daemon.start()
        let client = try daemon.client()
        let stream = try ClientStream(daemon.socket, ["item": "nothing"])
        #expect(try stream.untilReady().isEmpty)
        let surface = try daemon.client()
        try surface.call("io.stated.Session.Attach", ["player": "mpv"])
        let size = DaemonFiles.size(daemon.store)
        let noise = [UInt8](repeating: 0xA5, count: 1_024)
        for page in stride(from: 40_960, to: size, by: 4_096) {
            try DaemonFiles.overwrite(daemon.store, at: page, with: noise)
        }
        // Some of these were read before, others are not there any more.
        for number in stride(from: 0, to: Self.points, by: 177) {
            let item = JSONValue.string(DaemonScale.item(number))
            let answer = try client.playback("Get", ["item": item])
            #expect(answer.error == nil || answer.error == "io.stated.Service.StorageUnavailable")
        }
        try stream.client.waitForEnd()
        try surface.waitForEnd()
        let health = try client.service("GetHealth")
        #expect(health["health.status"] == "degraded")
        #expect(health["health.points"]?.int == Self.points)
        #expect(try client.save("after", 10)["result.outcome"] == "saved")
    }
}
