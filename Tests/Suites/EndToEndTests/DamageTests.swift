// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateTesting
import Testing
import Varlink

/// A damaged store: moved aside, replaced by the newest good backup, and health says so.
@Suite struct DamageTests {
    /// What happens to a store's file, by its size.
    enum Damage: CaseIterable, Sendable {
        case garbage, emptyHeader, cut, middle

        func harm(_ path: String) throws {
            let size = DaemonFiles.size(path)
            let noise = (0..<4_096).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ 7) }
            switch self {
            case .garbage: try DaemonFiles.write(noise + noise, to: path)
            case .emptyHeader:
                try DaemonFiles.overwrite(path, at: 0, with: Array(repeating: 0, count: 100))
            case .cut: truncate(path, size / 3)
            case .middle:
                for page in stride(from: 4_096 * 4, to: size, by: 4_096) {
                    try DaemonFiles.overwrite(path, at: page, with: Array(noise.prefix(2_048)))
                }
            }
        }
    }

    /// A daemon's store with 2,000 points in its file, one that came after a backup, and the backup.
    private func filled(backup: Bool) throws -> DaemonProcess {
        let daemon = try DaemonProcess.running()
        let client = try daemon.client()
        for part in 0..<4 {
            let snapshots = (0..<500).map { JSONValue.snapshot("item \(part * 500 + $0)", 50) }
            try client.playback("SaveMany", ["snapshots": .array(snapshots)])
        }
        if backup { #expect(try client.service("Backup", ["name": "good"]).error == nil) }
        try client.save("after the backup", 10)
        try daemon.stop()
        _ = daemon.manager.heard()
        return daemon
    }

    @Test(arguments: Damage.allCases)
    func `a damaged store is moved aside, and its newest backup takes its place`(
        damage: Damage
    ) throws {
        let daemon = try filled(backup: true)
        try damage.harm(daemon.store)
        try daemon.start()
        let client = try daemon.client()
        try client.waitForProblem()
        let health = try client.service("GetHealth")
        #expect(health["health.status"] == "degraded")
        let problem = try #require(health["health.problems.0"]?.text)
        #expect(problem.contains("good.db"))
        #expect(health["health.points"] == 2_000)
        #expect(try client.playback("Get", ["item": "item 7"])["point.position"] == 50.0)
        #expect(try client.playback("Get", ["item": "after the backup"]).error != nil)
        #expect(try client.save("new", 10)["result.outcome"] == "saved")

        let aside = DaemonFiles.names(in: daemon.storeFolder)
            .filter { $0.hasPrefix("state.db.damaged-") && $0.allSatisfy { $0 != "w" } }
        let path = daemon.storeFolder + "/" + (try #require(aside.first))
        #expect(problem.contains(path))
        #expect(daemon.log.contains(path))
        #expect(DaemonFiles.size(path) > 0)

        // It stands until somebody has seen it, however often the daemon starts.
        try daemon.restart()
        let again = try daemon.client()
        #expect(try again.service("GetHealth")["health.status"] == "degraded")
        #expect(try again.service("GetHealth")["health.problems.0"]?.text == problem)
        #expect(try again.service("GetHealth")["health.points"] == 2_001)
        let alert = try again.call("io.stated.Session.ListAlerts")["alerts.0"]
        #expect(alert?["message"]?.text == problem)
        try again.call("io.stated.Session.DismissAlert", ["id": alert?["id"] ?? .null])
        #expect(try again.service("GetHealth")["health.status"] == "ok")
        try daemon.restart()
        #expect(try daemon.client().service("GetHealth")["health.status"] == "ok")
    }

    @Test func `rows newer than the backup are recovered from a store with a damaged row`() throws {
        let daemon = try filled(backup: true)
        // One letter of a name: the page is as SQLite wants it.
        let bytes = try DaemonFiles.read(daemon.store)
        let name = try #require(bytes.firstRange(of: Array("item 1999".utf8)))
        try DaemonFiles.overwrite(daemon.store, at: name.lowerBound, with: [0x49])
        try daemon.start()
        let client = try daemon.client()
        try client.waitForProblem()
        let health = try client.service("GetHealth")
        let problem = try #require(health["health.problems.0"]?.text)
        #expect(problem.contains("good.db") && problem.contains(" 1 newer rows"))
        #expect(problem.contains("No point was lost."))
        #expect(health["health.points"] == 2_001)
        for (item, position) in [("item 1999", 50.0), ("after the backup", 10)] {
            let point = try client.playback("Get", ["item": .string(item)])
            #expect(point["point.position"] == .double(position))
        }
    }

    @Test
    func `a flipped bit in a killed daemon's write-ahead log is reported, and a backup used`()
        throws
    {
        let daemon = try DaemonProcess.running()
        // The file has a part of it, so that it is not the store itself that is damaged.
        try daemon.restart()
        let client = try daemon.client()
        for number in 0..<60 { try client.save("item \(number)", 50 + Double(number)) }
        #expect(try client.service("Backup", ["name": "good"]).error == nil)
        for number in 0..<20 { try client.save("late \(number)", 50) }
        try daemon.kill()
        let log = daemon.store + "-wal"
        let bit = try DaemonFiles.read(log)[17_201] ^ 4
        try DaemonFiles.overwrite(log, at: 17_201, with: [bit])
        try daemon.start()
        let again = try daemon.client()
        let health = try again.service("GetHealth")
        #expect(health["health.status"] == "degraded")
        let problem = try #require(health["health.problems.0"]?.text)
        #expect(problem.contains("damaged in the middle") && problem.contains("good.db"))
        #expect(problem.contains("could not be recovered"))
        #expect(daemon.log.contains("the store was replaced"))
        let kept = DaemonFiles.names(in: daemon.storeFolder).filter { $0.contains(".damaged-") }
        #expect(kept.contains { $0.hasSuffix("-wal") })
        #expect(health["health.points"] == 60)
        for number in 0..<60 {
            let point = try again.playback("Get", ["item": .string("item \(number)")])
            #expect(point["point.position"] == .double(50 + Double(number)))
        }
    }

    @Test func `a write-ahead log that is missing after a kill is reported`() throws {
        let daemon = try DaemonProcess.running()
        try daemon.client().save("song", 50)
        // The file has a part of it, so that it is not the store itself that is gone.
        try daemon.restart()
        try daemon.client().save("film", 50)
        try daemon.kill()
        try #require(unlink(daemon.store + "-wal") == 0)
        try daemon.start()
        let health = try daemon.client().service("GetHealth")
        #expect(health["health.status"] == "degraded")
        #expect(health["health.problems.0"]?.text?.contains("missing or empty") == true)
    }

    @Test func `without a backup, the store starts empty and the loss is reported`() throws {
        let daemon = try filled(backup: false)
        try Damage.garbage.harm(daemon.store)
        try daemon.start()
        let client = try daemon.client()
        let health = try client.service("GetHealth")
        #expect(health["health.status"] == "degraded")
        #expect(health["health.points"] == 0)
        #expect(health["health.problems.0"]?.text?.contains("empty") == true)
        #expect(try client.save("new", 10)["result.outcome"] == "saved")
    }

    @Test func `a damaged backup is skipped in favour of an older one`() throws {
        let daemon = try filled(backup: true)
        let backups = daemon.storeFolder + "/backups/state.db"
        try daemon.directory.copy(
            backups + "/good.db",
            as: "store/backups/state.db/newer.db"
        )
        try Damage.middle.harm(backups + "/newer.db")
        try Damage.garbage.harm(daemon.store)
        try daemon.start()
        let health = try daemon.client().service("GetHealth")
        #expect(health["health.points"] == 2_000)
        #expect(health["health.problems.0"]?.text?.contains("good.db") == true)
    }

    @Test func `a subscriber of a damaged store must resync, and then receives the new state`()
        throws
    {
        let daemon = try DaemonProcess.running()
        let client = try daemon.client()
        try client.save("film", 10)
        try client.service("Backup", ["name": "good"])
        let stream = try daemon.stream()
        try daemon.stop()
        _ = daemon.manager.heard()
        try Damage.garbage.harm(daemon.store)
        try daemon.start()
        let again = try daemon.stream(token: stream.token)
        #expect(try again.client.receive().error == "io.stated.Playback.ResyncRequired")
        #expect(try ClientStream(daemon.socket).untilReady().first?["item"] == "film")
    }

    @Test func `a store that cannot be accessed is left unchanged`() throws {
        let daemon = try filled(backup: true)
        let before = try DaemonFiles.read(daemon.store)
        try daemon.runs(as: 64_321)
        for mode: mode_t in [0o700, 0o755, 0o777] {
            chmod(daemon.storeFolder, mode)
            let refusal = #expect(throws: DaemonProcess.NotReady.self) { try daemon.start() }
            #expect(refusal?.exit == .status(1))
            #expect(refusal?.log.contains("stated: ") == true)
            #expect(refusal?.log.contains(daemon.store) == true)
        }
        #expect(try DaemonFiles.read(daemon.store) == before)
        #expect(DaemonFiles.names(in: daemon.storeFolder).allSatisfy { !$0.contains("damaged") })
    }

    @Test(arguments: ["a directory", "a file above"])
    func `a store path that is a directory, or lies below a file, is reported`(
        kind: String
    ) throws {
        let daemon = try DaemonProcess()
        if kind == "a directory" {
            mkdir(daemon.storeFolder, 0o700)
            mkdir(daemon.store, 0o700)
        } else {
            try DaemonFiles.write([], to: daemon.storeFolder)
        }
        let refusal = #expect(throws: DaemonProcess.NotReady.self) { try daemon.start() }
        #expect(refusal?.exit == .status(1))
        #expect(refusal?.log.contains(daemon.storeFolder) == true)
    }
}

extension Client {
    /// Waits until health reports a problem: the whole file is checked while calls are served.
    func waitForProblem() throws {
        try waitUntil("health reports a problem") {
            try service("GetHealth")["health.status"] == "degraded"
        }
    }
}
