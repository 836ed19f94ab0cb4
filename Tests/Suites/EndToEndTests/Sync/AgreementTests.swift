// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateTesting
import Testing
import Varlink

/// What two devices agree on: time, who wins, and what went wrong.
@Suite(.timeLimit(.minutes(10))) struct `Two daemons after a separation` {
    private func expired(_ answer: Client.Answer) -> Bool {
        answer.error == "io.stated.Playback.Expired"
    }

    @Test func `a point that expired while one daemon was off is not served`() throws {
        let clock = try TestClock()
        let house = try Household(clock: clock)
        let attic = try house.attic.client()
        try house.cellar.stop()
        let stream = try house.attic.stream()
        try attic.save("film", 600)
        try attic.syncNow()
        try clock.advance(by: .seconds(86_400))
        _ = try stream.until(kind: "expired")
        _ = house.cellar.manager.heard()
        try house.cellar.start()
        let cellar = try house.cellar.client()
        try cellar.syncNow()
        #expect(expired(try cellar.playback("Get", ["item": "film"])))
        // A device that comes for the first time is no other case.
        let phone = try Household.device("phone", house.folder)
        phone.setup.clock = clock
        try phone.start()
        try phone.client().syncNow()
        #expect(expired(try phone.client().playback("Get", ["item": "film"])))
        #expect(try phone.client().playback("List")["points"]?.elements.isEmpty == true)
        for device in try cellar.sync("ListDevices")["devices"]?.elements ?? [] {
            #expect(device["clockOffsetMs"] == 0)
        }
    }

    @Test func `a point's age counts from its observation, not from its arrival`() throws {
        let house = try Household()
        let attic = try house.attic.client()
        try house.cellar.stop()
        try attic.save("film", 600)
        let at = try #require(try attic.playback("Get", ["item": "film"])["point.at"]?.int)
        try attic.syncNow()
        _ = house.cellar.manager.heard()
        try house.cellar.start()
        let cellar = try house.cellar.client()
        try cellar.syncNow()
        let there = try #require(try cellar.playback("Get", ["item": "film"])["point.at"]?.int)
        #expect(abs(there - at) <= 1_000)
    }

    /// A line of the manual's table: who saves what, who connects first, and who wins.
    struct Line: Sendable, CustomTestStringConvertible {
        var strategy: String
        var attic: Double
        var cellar: Double
        var isAtticFirst: Bool
        var winner: Double

        var testDescription: String {
            "\(strategy): attic \(attic), cellar \(cellar), "
                + "\(isAtticFirst ? "attic" : "cellar") connects first"
        }
    }

    /// The attic saves first, the cellar 20 s later, both without the folder.
    static let table: [Line] = [
        Line(strategy: "newest", attic: 300, cellar: 200, isAtticFirst: true, winner: 200),
        Line(strategy: "newest", attic: 300, cellar: 200, isAtticFirst: false, winner: 200),
        Line(strategy: "newest", attic: 200, cellar: 300, isAtticFirst: true, winner: 300),
        Line(strategy: "server", attic: 300, cellar: 200, isAtticFirst: true, winner: 300),
        Line(strategy: "server", attic: 300, cellar: 200, isAtticFirst: false, winner: 200),
        Line(strategy: "server", attic: 200, cellar: 300, isAtticFirst: true, winner: 200),
        Line(strategy: "server", attic: 200, cellar: 300, isAtticFirst: false, winner: 300),
        Line(strategy: "client", attic: 300, cellar: 200, isAtticFirst: true, winner: 200),
        Line(strategy: "client", attic: 300, cellar: 200, isAtticFirst: false, winner: 300),
        Line(strategy: "client", attic: 200, cellar: 300, isAtticFirst: true, winner: 300),
        Line(strategy: "client", attic: 200, cellar: 300, isAtticFirst: false, winner: 200),
        Line(strategy: "furthest", attic: 300, cellar: 200, isAtticFirst: true, winner: 300),
        Line(strategy: "furthest", attic: 300, cellar: 200, isAtticFirst: false, winner: 300),
        Line(strategy: "furthest", attic: 200, cellar: 300, isAtticFirst: true, winner: 300),
    ]

    @Test(arguments: table)
    func `both daemons decide conflicts as the table in stated(8) says`(line: Line) throws {
        let house = try Household("--conflict", line.strategy)
        try house.attic.client().save("film", 50, Self.ago(40))
        try house.meet()
        house.unmount()
        try house.attic.client().save("film", line.attic, Self.ago(30))
        try house.cellar.client().save("film", line.cellar, Self.ago(10))
        let (first, second) =
            line.isAtticFirst ? (house.attic, house.cellar) : (house.cellar, house.attic)
        // Whoever runs would notice the folder by itself.
        try second.stop()
        house.mount()
        try first.client().syncNow()
        _ = second.manager.heard()
        try second.start()
        try second.client().syncNow()
        try first.client().syncNow()
        try second.client().syncNow()
        for daemon in [first, second] {
            let client = try daemon.client()
            #expect(try client.position("film") == line.winner)
            // Under client the second one holds to its own, and the first hears of that.
            let conflicts = try client.sync("ListConflicts")["conflicts"]?.elements ?? []
            let steps = try client.sync("Explain", ["item": "film"])["steps"]?.elements ?? []
            let decided = steps.contains { $0["why"]?.text?.hasPrefix(line.strategy) == true }
            if let conflict = conflicts.first {
                #expect(conflict["strategy"] == .string(line.strategy))
            }
            if !conflicts.isEmpty || line.strategy == "client" {
                #expect(decided, "\(steps.compactMap { $0["why"]?.text })")
            }
        }
    }

    private static func ago(_ seconds: Int) -> JSONValue {
        ["at": .int((time(nil) - seconds) * 1_000)]
    }

    @Test func `an observation that arrives after a clear does not bring the item back`() throws {
        let house = try Household()
        let (attic, cellar) = (try house.attic.client(), try house.cellar.client())
        try attic.save("film", 100, Self.ago(120))
        try house.meet()
        try attic.playback("Clear", ["item": "film"])
        try house.meet()
        for client in [attic, cellar] {
            let snapshot = JSONValue.snapshot("film", 90, Self.ago(60))
            let answer = try client.playback("Save", ["snapshot": snapshot])
            #expect(answer["result.outcome"] == "ignored")
            #expect(answer["result.why"] == "stale")
        }
        try house.meet()
        for client in [attic, cellar] {
            #expect(try client.playback("Get", ["item": "film"]) == .notFound("film"))
        }
        try cellar.save("film", 5)
        try house.meet()
        #expect(try attic.position("film") == 5)
    }

    @Test func `a daemon restarted without the folder still knows when it last synced`() throws {
        let house = try Household()
        let before = try house.attic.client().sync("GetStatus")
        let success = try #require(before["status.lastSuccessAt"]?.int)
        house.unmount()
        try house.attic.restart()
        let client = try house.attic.client()
        let status = try client.sync("GetStatus")
        #expect(status["status.lastSuccessAt"]?.int == success)
        #expect(status["status.pulls"]?.int ?? 0 >= before["status.pulls"]?.int ?? 1)
        #expect(try client.sync("SyncNow").error == "io.stated.Sync.RemoteUnavailable")
        let rounds = try client.sync("ListRounds")["rounds"]?.elements ?? []
        #expect(rounds.first?["outcome"] == "offline")
        #expect(rounds.first?["error"]?.text?.contains(house.folder) == true)
        #expect(rounds.contains { $0["outcome"] == "succeeded" })
        let numbers = rounds.compactMap { $0["number"]?.int }
        #expect(numbers == numbers.sorted(by: >))
        let log = try house.attic.statectl("sync", "log", "--limit", "1")
        #expect(log.exit == .status(0))
        #expect(log.lines.count == 1)
        #expect(log.lines.first?.contains("\toffline\t") == true)
        #expect(house.attic.log.contains("sync is offline"))
        #expect(house.attic.log.contains("sync round failed"))
    }

    @Test func `a damaged file is reported with its device, and later its repair`() throws {
        let house = try Household()
        try house.cellar.stop()
        let attic = try house.attic.client()
        try attic.save("first", 10)
        try attic.syncNow()
        try attic.save("second", 20)
        try attic.syncNow()
        try house.attic.stop()
        let devices = house.folder + "/devices"
        let files = DaemonFiles.names(in: devices).flatMap { device in
            DaemonFiles.names(in: "\(devices)/\(device)").map { "\(devices)/\(device)/\($0)" }
        }
        let path = try #require(
            files.filter { $0.hasSuffix(".seg") }.max { one, other in
                one.split(separator: "-").last ?? "" < other.split(separator: "-").last ?? ""
            }
        )
        var bytes = try DaemonFiles.read(path)
        bytes[bytes.count / 2] ^= 1
        try DaemonFiles.write(bytes, to: path)
        _ = house.cellar.manager.heard()
        try house.cellar.start()
        let cellar = try house.cellar.client()
        try cellar.syncNow()
        let status = try cellar.sync("GetStatus")
        #expect(status["status.damaged.0.path"] == .string(path))
        #expect(status["status.damaged.0.device"] == "attic")
        #expect(status["status.indicator.tone"] == "warning")
        let said = try house.cellar.statectl("sync")
        #expect(said.lines.contains { $0.contains("cannot be read: \(path)") })
        #expect(
            try cellar.call("io.stated.Session.ListAlerts")["alerts.0.message"]?.text?.contains(
                path
            ) == true
        )
        #expect(house.cellar.log.contains("sync file cannot be used"))
        _ = house.attic.manager.heard()
        try house.attic.start()
        try house.attic.client().syncNow()
        try cellar.syncNow()
        #expect(try cellar.position("first") == 10)
        #expect(try cellar.position("second") == 20)
        let after = try cellar.sync("GetStatus")
        #expect(after["status.damaged"] == nil)
        #expect(after["status.indicator.tone"] != "warning")
        #expect(try cellar.call("io.stated.Session.ListAlerts")["alerts"]?.elements.isEmpty == true)
        #expect(house.attic.log.contains("repaired the files of this device in the shared folder"))
        #expect(house.cellar.log.contains("sync file can be used again"))
    }

    @Test func `devices with the same label are distinguished`() throws {
        let house = try Household()
        let other = try Household.device("cellar", house.folder)
        try other.start()
        try other.client().syncNow()
        let attic = try house.attic.client()
        try attic.syncNow()
        let refusal = try attic.sync("ForgetDevice", ["device": "cellar"])
        #expect(refusal.error == "io.stated.Sync.DeviceAmbiguous")
        let names = try attic.sync("ListDevices")["devices"]?.elements.compactMap {
            $0["device"]?.text
        }
        let alike = names?.filter { $0.hasPrefix("cellar (") } ?? []
        #expect(alike.count == 2)
        let said = try house.attic.statectl("sync", "forget", "cellar")
        #expect(said.exit == .status(65))
        try other.stop()
        #expect(try attic.sync("ForgetDevice", ["device": .string(alike[0])]) == .ok([:]))
    }

    @Test func `a reload can add, replace and remove a remote`() throws {
        let directory = try TemporaryDirectory()
        for name in ["first", "second"] { mkdir(directory.file(name), 0o700) }
        let daemon = try DaemonProcess(DaemonProcess.Setup(configuration: "device: attic\n"))
        try daemon.start()
        let client = try daemon.client()
        try client.save("film", 10)
        try client.append("e1")
        #expect(try client.sync("GetStatus")["status.state"] == "disabled")
        for name in ["first", "second"] {
            let folder = directory.file(name)
            try daemon.configure("device: attic\nremote: file://\(folder)\n")
            #expect(try client.service("Reload")["changed"] == ["remote"])
            try client.syncNow()
            let reader = try Household.device("reader", folder)
            try reader.start()
            let there = try reader.client()
            try there.syncNow()
            #expect(try there.position("film") == 10)
            #expect(try there.allEvents().compactMap { $0["id"]?.text } == ["e1"])
        }
        try daemon.configure("device: attic\n")
        #expect(try client.service("Reload")["changed"] == ["remote"])
        #expect(try client.sync("GetStatus")["status.state"] == "disabled")
        #expect(try client.position("film") == 10)
    }
}
