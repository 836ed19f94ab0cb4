// SPDX-License-Identifier: Apache-2.0
import Glibc
import RemoteFolder
import StateModel
import StateTesting
import SyncModel
import SyncTesting
import Testing
import Varlink

/// Stores that went back or live twice: nothing lost, nothing twice, no number used again.
@Suite(.timeLimit(.minutes(10))) struct `Copies of a synced store` {
    private let house: Household

    init() throws {
        house = try Household()
    }

    /// Appends the events of those numbers, each of which is new.
    private func append(_ numbers: ClosedRange<Int>, as letter: String, _ client: Client) throws {
        for number in numbers {
            let answer = try client.append("\(letter)\(number)", ["n": .int(number)])
            #expect(answer["duplicate"] == false)
        }
    }

    /// Every device has the events up to those numbers, once, and each writer's in their order.
    private func expectEvents(_ newest: [String: Int], on daemons: [DaemonProcess]) throws {
        for daemon in daemons {
            let ids = try daemon.client().allEvents().compactMap { $0["id"]?.text }
            #expect(ids.count == newest.values.reduce(0, +))
            for (letter, last) in newest {
                let theirs = ids.filter { $0.hasPrefix(letter) }
                #expect(theirs == (1...last).map { "\(letter)\($0)" })
            }
        }
    }

    /// No number stands for two things, and so many lives of devices had something to send.
    private func expectUnique(lives: Int) async throws {
        let audit = try await house.audit()
        #expect(audit.faults == [])
        #expect(audit.origins.count == lives)
        #expect(audit.count > 0)
    }

    @Test func `a damaged row is restored from the remote`() throws {
        let title: JSONValue = ["title": "a title that stands nowhere else"]
        var attic = try house.attic.client()
        for name in ["film", "song"] {
            try attic.save(name, 100)
            try attic.save(name, 2_000, title)
        }
        try house.meet()
        try house.attic.stop()
        var bytes = try DaemonFiles.read(house.attic.store)
        let words = Array("stands nowhere".utf8)
        var rotten = 0
        for place in 0..<bytes.count - words.count
        where bytes[place] == words[0] && bytes[place..<place + words.count].elementsEqual(words) {
            bytes[place + 3] ^= 2
            rotten += 1
        }
        try #require(rotten >= 2)
        try DaemonFiles.write(bytes, to: house.attic.store)
        try house.attic.start()
        attic = try house.attic.client()
        try house.meet()
        try house.meet()
        for device in [house.attic, house.cellar] {
            let client = try device.client()
            for name in ["film", "song"] {
                let point = try client.playback("Get", ["item": .string(name)])
                #expect(point["point.position"] == 2_000.0)
                #expect(point["point.title"] == "a title that stands nowhere else")
            }
        }
        #expect(try attic.service("GetHealth")["health.status"] == "degraded")
    }

    @Test func `a store restored from a backup gets back from the remote what it had sent`()
        async throws
    {
        var attic = try house.attic.client()
        try append(1...20, as: "a", attic)
        try attic.save("film", 100)
        try attic.save("song", 10)
        try house.meet()
        #expect(try house.attic.statectl("backup", "good").exit == .status(0))
        try append(21...40, as: "a", attic)
        try attic.save("film", 200)
        try attic.playback("Clear", ["item": "song"])
        try house.meet()
        try house.attic.stop()
        try house.attic.place(house.attic.storeFolder + "/backups/state.db/good.db")
        try house.attic.start()

        attic = try house.attic.client()
        try house.meet()
        #expect(try attic.position("film") == 200)
        #expect(try attic.position("song") == nil)
        try append(41...60, as: "a", attic)
        try append(1...5, as: "c", try house.cellar.client())
        try attic.save("film", 300)
        try house.meet()
        try expectEvents(["a": 60, "c": 5], on: [house.attic, house.cellar])
        #expect(try house.cellar.client().position("film") == 300)
        try await expectUnique(lives: 3)
    }

    @Test func `a store restored without a network sends nothing twice`() async throws {
        var attic = try house.attic.client()
        try append(1...20, as: "a", attic)
        try house.attic.client().service("Backup", ["name": "good"])
        try append(21...40, as: "a", attic)
        try attic.save("film", 200)
        try house.meet()
        try house.attic.stop()
        try house.attic.place(house.attic.storeFolder + "/backups/state.db/good.db")
        house.unmount()
        try house.attic.start()
        attic = try house.attic.client()
        // Whoever appended them knows that they are gone, and does so again; and goes on.
        try append(21...40, as: "a", attic)
        try append(41...50, as: "a", attic)
        try attic.save("film", 150)
        try house.goOnline()
        try expectEvents(["a": 50], on: [house.attic, house.cellar])
        for daemon in [house.attic, house.cellar] {
            #expect(try daemon.client().position("film") == 150, "the newest holds")
        }
        try await expectUnique(lives: 2)
    }

    @Test func `a copy of a store on a second machine is a separate device`() async throws {
        let attic = try house.attic.client()
        try append(1...10, as: "a", attic)
        try attic.save("film", 100)
        try house.meet()
        // What nobody has heard of yet is in both copies.
        try house.goOffline()
        try append(11...20, as: "a", attic)
        try attic.save("film", 150)
        try house.attic.stop()
        let garden = try Household.device("garden", house.folder)
        try garden.onAnotherMachine()
        try garden.place(house.attic.store)
        house.mount()
        try house.attic.start()
        try garden.start()

        try append(1...10, as: "g", try garden.client())
        try append(21...30, as: "a", try house.attic.client())
        for _ in 1...2 {
            try house.meet()
            try garden.client().syncNow()
        }
        try house.meet()
        try expectEvents(["a": 30, "g": 10], on: [house.attic, house.cellar, garden])
        for daemon in [house.attic, house.cellar, garden] {
            #expect(try daemon.client().position("film") == 150)
        }
        let devices = try house.cellar.client().sync("ListDevices")["devices"]?.elements ?? []
        #expect(devices.compactMap { $0["device"]?.text } == ["attic", "cellar", "garden"])
        try await expectUnique(lives: 2)
        // Either goes on as what it is.
        try garden.restart()
        try house.attic.restart()
        try garden.client().save("film", 170)
        try garden.client().syncNow()
        try house.meet()
        #expect(try house.attic.client().position("film") == 170)
        try await expectUnique(lives: 2)
    }

    @Test func `a store and its backup in use on one machine become separate devices`() async throws
    {
        try append(1...10, as: "a", try house.attic.client())
        try house.meet()
        #expect(try house.attic.statectl("backup", "good").exit == .status(0))
        let garden = try Household.device("garden", house.folder)
        try garden.place(house.attic.storeFolder + "/backups/state.db/good.db")
        try garden.start()
        let devices = [garden, house.attic, house.cellar]
        for number in 1...4 {
            try append(number...number, as: "g", try garden.client())
            try append(10 + number...10 + number, as: "a", try house.attic.client())
            // The round in which a device notices the other one fails.
            for device in devices { _ = try device.client().sync("SyncNow") }
        }
        for _ in 1...2 { for device in devices { try device.client().syncNow() } }
        try expectEvents(["a": 14, "g": 4], on: devices)
        for device in devices {
            let listed = try device.client().sync("ListDevices")["devices"]?.elements ?? []
            let names = listed.compactMap { $0["device"]?.text }
            #expect(names == ["attic", "cellar", "garden"])
        }
        #expect(try await house.audit().faults == [])
    }

    @Test func `two devices with the same label are separate devices`() async throws {
        let house = try Household("--device", "laptop")
        let (one, other) = (try house.attic.client(), try house.cellar.client())
        try append(1...20, as: "a", one)
        try append(1...20, as: "c", other)
        try house.goOffline()
        try one.save("film", 100)
        try append(21...40, as: "a", one)
        try append(21...40, as: "c", other)
        try other.save("film", 200)
        try house.goOnline()
        try expectEvents(["a": 40, "c": 40], on: [house.attic, house.cellar])
        var conflicts: [Int?] = []
        for client in [one, other] {
            #expect(try client.position("film") == 200)
            let listed = try client.sync("ListConflicts")["conflicts"]?.elements ?? []
            conflicts += listed.map { $0["id"]?.int }
        }
        // A device that first hears of a value that knows its own has nothing to decide.
        #expect(Set(conflicts).count == 1)
        let audit = try await house.audit()
        #expect(audit.faults == [])
        #expect(audit.origins.count == 2)
    }

    @Test func `everything is sent again to a folder that reverts to an older copy`() async throws {
        let (attic, cellar) = (try house.attic.client(), try house.cellar.client())
        try append(1...10, as: "a", attic)
        try house.meet()
        let old = house.directory.file("old")
        try house.copyFolder(to: old)
        try append(11...20, as: "a", attic)
        try append(1...10, as: "c", cellar)
        try attic.save("film", 100)
        try attic.syncNow()
        try house.goOffline()
        rename(old, house.folder)
        for _ in 1...3 { try house.meet() }
        let newcomer = try Household.device("garden", house.folder)
        try newcomer.start()
        try newcomer.client().syncNow()
        try expectEvents(["a": 20, "c": 10], on: [house.attic, house.cellar, newcomer])
        #expect(try newcomer.client().position("film") == 100)
        #expect(try await house.audit().faults == [])
    }
}

extension Household {
    /// Looks through all that the folder holds.
    func audit() async throws -> RemoteAudit {
        let copy = try TemporaryDirectory()
        try copyFolder(to: copy.path)
        let reader = Origin(device: .random(in: .min ... .max), incarnation: 1)
        let remote = FolderRemote(path: copy.path, origin: reader, known: nil)
        _ = try await remote.setUp()
        return try await RemoteAudit.of(remote)
    }

    /// rsync failed.
    struct NotCarried: Error {
        let status: Int32
    }

    /// Copies what the folder holds now.
    func copyFolder(to path: String) throws {
        try Self.carry(folder, to: path)
    }

    /// Carries what is new in one folder to another, as a program that syncs folders does.
    static func carry(_ one: String, to other: String) throws {
        let words = ["-a", "--update", "\(one)/", "\(other)/"]
        let status = try Child("/usr/bin/rsync", words).wait()
        // 24: a file went while it was looked at, as happens to whoever carries a living folder.
        guard status == 0 || status == 24 else {
            throw NotCarried(status: status)
        }
    }
}

extension DaemonProcess {
    /// Lets it run where /etc/machine-id is another one.
    func onAnotherMachine() throws {
        let digits = (0..<32).map { _ in String(UInt8.random(in: 0..<16), radix: 16) }.joined()
        try DaemonFiles.write(Array((digits + "\n").utf8), to: directory.file("machine-id"))
        let mount = "mount --bind \(directory.file("machine-id")) /etc/machine-id"
        setup.launcher = [
            "/usr/bin/unshare", "-m", "/bin/sh", "-c", mount + " && exec \"$0\" \"$@\"",
        ]
    }
}
