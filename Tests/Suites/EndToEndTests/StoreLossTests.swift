// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc
import StateTestKit
import StateTesting
import Testing
import Varlink

/// A store's files that others delete, rename, empty or replace.
@Suite struct StoreLossTests {
    /// What happens to the files of a running daemon.
    enum Loss: CaseIterable, Sendable {
        case deleted, renamed, replaced, logDeleted, allDeleted, folderDeleted, folderRenamed

        func happen(to daemon: DaemonProcess) throws {
            let store = daemon.store
            switch self {
            case .deleted: unlink(store)
            case .renamed: rename(store, store + ".mine")
            case .replaced:
                try DaemonFiles.write(Array("another file".utf8), to: store + ".new")
                rename(store + ".new", store)
            case .logDeleted: unlink(store + "-wal")
            case .allDeleted:
                for name in DaemonFiles.names(in: daemon.storeFolder) {
                    unlink(daemon.storeFolder + "/" + name)
                }
            case .folderDeleted:
                for name in DaemonFiles.names(in: daemon.storeFolder) {
                    unlink(daemon.storeFolder + "/" + name)
                }
                rmdir(daemon.storeFolder)
            case .folderRenamed: rename(daemon.storeFolder, daemon.storeFolder + ".away")
            }
        }
    }

    @Test(arguments: Loss.allCases)
    func `a running daemon notices the loss of its store, writes it back and reports it`(
        loss: Loss
    ) throws {
        let daemon = try DaemonProcess.running()
        var client = try daemon.client()
        let stream = try daemon.stream()
        for number in 0..<20 { try client.save("item \(number)", 50) }
        try loss.happen(to: daemon)
        try client.waitForProblem()
        let problem = try #require(try client.service("GetHealth")["health.problems.0"]?.text)
        #expect(problem.contains(daemon.store))
        #expect(try client.save("after", 10)["result.outcome"] == "saved")
        try daemon.kill()
        try daemon.start()
        client = try daemon.client()
        #expect(try client.service("GetHealth")["health.points"] == 21)
        #expect(try client.service("GetHealth")["health.problems.0"]?.text == problem)
        // Nothing that subscribers heard is void.
        let changes = try daemon.stream(token: stream.token).untilReady()
        #expect(changes.contains { $0["item"] == "after" })
        if loss == .replaced {
            let other = DaemonFiles.names(in: daemon.storeFolder).first { $0.contains(".foreign-") }
            let path = daemon.storeFolder + "/" + (try #require(other))
            #expect(problem.contains(path))
            #expect(try DaemonFiles.read(path) == Array("another file".utf8))
        }
    }

    @Test(arguments: [true, false])
    func `nothing is written to another disk that is mounted over the store, or below it`(
        hasStore: Bool
    ) throws {
        let daemon = try DaemonProcess.running()
        let client = try daemon.client()
        try client.save("film", 100)
        // A link to a directory on another device stands for the mounted disk.
        let disk = try TemporaryDirectory(in: "/dev/shm")
        let link = daemon.storeFolder + ".link"
        #expect(symlink(disk.path, link) == 0)
        func exchange() {
            #expect(clinux_swap_names(link, daemon.storeFolder) == 0)
        }
        if hasStore { try DaemonFiles.write(Array("a store".utf8), to: disk.path + "/state.db") }
        let before = DaemonFiles.names(in: disk.path)
        exchange()
        try client.waitForProblem()
        let refused = try client.attempt("film", 200)
        #expect(refused.error == "io.stated.Service.StorageUnavailable")
        #expect(refused["why"]?.text?.contains("its disk was unmounted") == true)
        let stored = try client.playback("Get", ["item": "film"])
        #expect(stored["point.position"]?.numericValue == 100)
        #expect(DaemonFiles.names(in: disk.path) == before)
        exchange()
        try waitUntil("the store is written again") { try client.attempt("film", 300).error == nil }
        try daemon.kill()
        try daemon.start()
        #expect(try daemon.client().service("GetHealth")["health.points"] == 1)
        #expect(DaemonFiles.names(in: disk.path) == before)
    }

    @Test
    func `saves succeed after the store's files are deleted, and no acknowledged save is lost`()
        throws
    {
        let daemon = try DaemonProcess.running()
        let client = try daemon.client()
        var saved: [String] = []
        for round in 0..<5 {
            for number in 0..<200 {
                if number == 50 { unlink(daemon.store) }
                if number == 120 { unlink(daemon.store + "-wal") }
                let item = "item \(round) \(number)"
                let answer = try client.playback("Save", ["snapshot": .snapshot(item, 50)])
                if answer.error == nil { saved.append(item) }
            }
        }
        // A kill right after an acknowledgement finds all that was noticed before.
        try client.waitForProblem()
        try waitUntil("the files are back") {
            _ = try client.attempt("last", 10)
            return ["", "-wal"].allSatisfy { access(daemon.store + $0, F_OK) == 0 }
        }
        try client.save("last", 10)
        try daemon.kill()
        try daemon.start()
        let again = try daemon.client()
        for item in saved {
            #expect(try again.playback("Get", ["item": .string(item)]).error == nil, "\(item)")
        }
    }

    @Test(arguments: [true, false])
    func `a store deleted or emptied between runs is restored from its backup`(
        isEmptied: Bool
    ) throws {
        let daemon = try DaemonProcess.running()
        try daemon.client().save("film", 100)
        try daemon.client().service("Backup", ["name": "good"])
        try daemon.kill()
        unlink(daemon.store + "-wal")
        if isEmptied { truncate(daemon.store, 0) } else { unlink(daemon.store) }
        try daemon.start()
        var health = try daemon.client().service("GetHealth")
        #expect(health["health.points"] == 1)
        #expect(health["health.status"] == "degraded")
        let problem = health["health.problems.0"]?.text
        #expect(problem?.contains("good.db") == true)
        #expect(daemon.log.contains("good.db"))
        try daemon.restart()
        health = try daemon.client().service("GetHealth")
        #expect(health["health.problems.0"]?.text == problem)
    }

    @Test func `a store cleared by the user stays empty`() throws {
        let daemon = try DaemonProcess.running()
        let client = try daemon.client()
        for number in 0..<20 { try client.save("item \(number)", 50) }
        try client.service("Backup", ["name": "good"])
        try client.playback("ClearAll")
        try daemon.restart()
        let health = try daemon.client().service("GetHealth")
        #expect(health["health.points"] == 0)
        #expect(health["health.status"] == "ok")
    }
}
