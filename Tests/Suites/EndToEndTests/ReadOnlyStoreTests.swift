// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateTesting
import Testing
import Varlink

/// A store that its user may read but not write.
@Suite struct ReadOnlyStoreTests {
    /// The files that refuse writes.
    enum Obstacle: String, Codable, CaseIterable, Sendable {
        /// The store, its log and its lock.
        case files
        /// The directory and all files in it.
        case everything
        /// The directory, in which a log has yet to be made.
        case directoryWithoutLog
        /// Everything, after the lock was lost.
        case everythingWithoutLock

        func arise(in daemon: DaemonProcess) {
            switch self {
            case .files: break
            case .everything: break
            case .directoryWithoutLog: unlink(daemon.store + "-wal")
            case .everythingWithoutLock: unlink(daemon.store + ".lock")
            }
            if self != .directoryWithoutLog {
                for path in files(of: daemon) { chmod(path, 0o400) }
            }
            if self != .files { chmod(daemon.storeFolder, 0o500) }
        }

        func end(in daemon: DaemonProcess) {
            chmod(daemon.storeFolder, 0o700)
            for path in files(of: daemon) { chmod(path, 0o600) }
        }

        private func files(of daemon: DaemonProcess) -> [String] {
            DaemonFiles.names(in: daemon.storeFolder).map { daemon.storeFolder + "/" + $0 }
        }
    }

    @Test(arguments: Obstacle.allCases, [false, true])
    func `a read-only store serves reads and refuses writes until it becomes writable`(
        obstacle: Obstacle,
        killed: Bool
    ) async throws {
        // A log that was lost after a kill is a loss of another kind.
        if killed, obstacle == .directoryWithoutLog { return }
        await #expect(processExitsWith: .success) {
            [obstacle = obstacle as Obstacle, killed = killed as Bool] in
            let daemon = try Self.ended(killed: killed)
            obstacle.arise(in: daemon)
            try Self.isReadAlone(daemon)
            obstacle.end(in: daemon)
            try Self.isWrittenAgain(daemon)
        }
    }

    @Test func `a subscription continues when the store becomes writable`()
        async throws
    {
        await #expect(processExitsWith: .success) {
            let daemon = try Self.ended(killed: false)
            Obstacle.everything.arise(in: daemon)
            try daemon.start()
            let stream = try ClientStream(daemon.socket)
            #expect(try stream.untilReady().count >= 10)
            Obstacle.everything.end(in: daemon)
            try daemon.client().savesAtLast("new", 10)
            let changes = try daemon.stream(token: stream.token).untilReady()
            #expect(changes.contains { $0["item"] == "new" })
            #expect(!changes.contains { $0["item"] == "item 3" })
        }
    }

    @Test func `a second daemon cannot serve the same store`() async throws {
        await #expect(processExitsWith: .success) {
            let daemon = try Self.ended(killed: false)
            Obstacle.everything.arise(in: daemon)
            try daemon.start()
            let other = daemon.directory.file("other")
            let program = try DaemonProgram(
                [daemon.directory.file("stated"), "--socket", other, "--store", daemon.store],
                environment: ["HOME": daemon.directory.path],
                output: daemon.directory.file("other.log")
            )
            #expect(try program.waitForExit() == .status(1))
            let log = String(
                decoding: try DaemonFiles.read(daemon.directory.file("other.log")),
                as: UTF8.self
            )
            #expect(log.contains("another daemon is using the store"))
        }
    }

    // MARK: Steps, in a process of their own

    /// A daemon with ten points that has ended; root becomes a user whom permissions hold back.
    private static func ended(killed: Bool) throws -> DaemonProcess {
        let daemon = try DaemonProcess()
        try daemon.runs(as: 64_321)
        daemon.setup.launcher = []
        if getuid() == 0 {
            chown(daemon.directory.path, 64_321, 64_321)
            try #require(setgid(64_321) == 0 && setuid(64_321) == 0)
        }
        try daemon.start()
        let client = try daemon.client()
        for number in 0..<10 { try client.save("item \(number)", 50) }
        if killed { try daemon.kill() } else { try daemon.stop() }
        _ = daemon.manager.heard()
        return daemon
    }

    private static func isReadAlone(_ daemon: DaemonProcess) throws {
        let before = try DaemonFiles.read(daemon.store)
        try daemon.start()
        let client = try daemon.client()
        #expect(try client.playback("Get", ["item": "item 3"])["point.position"] == 50.0)
        let refusal = try client.playback("Save", ["snapshot": .snapshot("item 3", 70)])
        #expect(refusal.error == "io.stated.Service.StorageUnavailable")
        let health = try client.service("GetHealth")
        #expect(health["health.status"] == "degraded")
        #expect(health["health.points"] == 10)
        let problem = try #require(health["health.problems.0"]?.text)
        #expect(problem.contains(daemon.store))
        #expect(try client.playback("Get", ["item": "item 3"])["point.position"] == 50.0)
        #expect(try DaemonFiles.read(daemon.store) == before)
    }

    private static func isWrittenAgain(_ daemon: DaemonProcess) throws {
        var client = try daemon.client()
        try client.savesAtLast("item 3", 80)
        #expect(try client.service("GetHealth")["health.status"] == "ok")
        #expect(try client.service("GetHealth")["health.points"] == 10)
        #expect(DaemonFiles.names(in: daemon.directory.path).allSatisfy { !$0.contains("copy") })
        try daemon.kill()
        _ = daemon.manager.heard()
        try daemon.start()
        client = try daemon.client()
        #expect(try client.playback("Get", ["item": "item 3"])["point.position"] == 80.0)
        #expect(try client.playback("Get", ["item": "item 9"])["point.position"] == 50.0)
    }
}

extension Client {
    /// Saves as soon as the daemon lets it.
    fileprivate func savesAtLast(_ item: String, _ position: Double) throws {
        try waitUntil("the store takes writes again") {
            let answer = try playback("Save", ["snapshot": .snapshot(item, position)])
            return answer["result.outcome"] == "saved"
        }
    }
}
