// SPDX-License-Identifier: Apache-2.0
import StateTesting
import Testing
import Varlink

/// io.stated.Service: health, metrics, backups and reloads.
@Suite struct ServiceTests {
    @Test func `GetHealth reports the counts and the status`() throws {
        let daemon = try DaemonProcess.running()
        let client = try daemon.client()
        let others = try (0..<2).map { _ in try daemon.client() }
        let stream = try ClientStream(daemon.socket)
        _ = try stream.untilReady()
        try client.save("a", 10)
        try client.save("b", 10)
        try client.playback("Clear", ["item": "b"])
        let health = try #require(try client.service("GetHealth")["health"])
        #expect(health["status"] == "ok")
        #expect(health["problems"] == [])
        #expect(health["storePath"]?.text == daemon.store)
        #expect(health["points"] == 1)
        #expect(health["events"] == 0)
        #expect(health["subscribers"] == 1)
        #expect(health["version"] == (try client.call("org.varlink.service.GetInfo"))["version"])
        #expect(try #require(health["storeBytes"]?.int) >= DaemonFiles.size(daemon.store))
        #expect(try #require(health["restoredMs"]?.int) >= 0)
        let startedAt = try #require(health["startedAt"]?.int)
        #expect(try client.now() >= startedAt)
        for other in others { #expect(try other.playback("List").error == nil) }
        #expect(try client.service("GetHealth")["health.connections"] == 4)
    }

    @Test func `the metrics have the OpenMetrics format and count calls`() throws {
        let daemon = try DaemonProcess.running()
        let client = try daemon.client()
        try client.save("a", 10)
        try client.save("a", 10)
        try client.save("b", 99, ["status": "finished", "duration": 100.0])
        let text = try #require(try client.service("GetMetrics")["text"]?.text)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        #expect(lines.suffix(2) == ["# EOF", ""])
        #expect(lines.contains("stated_saves_total{outcome=\"saved\"} 1"))
        #expect(lines.contains("stated_saves_total{outcome=\"ignored\"} 1"))
        #expect(lines.contains("stated_saves_total{outcome=\"cleared\"} 1"))
        #expect(lines.contains("stated_points 1"))
        var types: [String: String] = [:]
        for line in lines.dropLast(2) {
            let words = line.split(separator: " ").map(String.init)
            if line.hasPrefix("# TYPE") {
                #expect(types.updateValue(words[3], forKey: words[2]) == nil, "declared twice")
            } else if !line.hasPrefix("#") {
                let name = words[0].prefix { $0 != "{" }
                #expect(words.count == 2 && Double(words[1]) != nil, "\(line)")
                #expect(types.keys.contains { name.hasPrefix($0) }, "\(line) has no type")
            }
        }
        let buckets = lines.filter { $0.hasPrefix("stated_commit_seconds_bucket") }
            .compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
        #expect(buckets == buckets.sorted())
    }

    @Test func `a backup is a complete store, and does not overwrite a file`() throws {
        let daemon = try DaemonProcess.running()
        let client = try daemon.client()
        for number in 0..<200 { try client.save("item \(number)", 10) }
        let backup = try client.service("Backup", ["name": "mine"])
        let path = try #require(backup["path"]?.text)
        #expect(path.hasSuffix("/backups/state.db/mine.db"))
        #expect(DaemonFiles.mode(path) == 0o600)
        #expect(backup["pagesDone"] == backup["pagesTotal"])
        #expect(!backup.continues)
        try client.save("later", 10)

        let again = try client.service("Backup", ["name": "mine"])
        #expect(again.error == "io.stated.Service.BackupFailed")
        #expect(again["path"]?.text == path)
        #expect(again["why"] == "a file with this name already exists")

        let other = try DaemonProcess()
        try other.place(path)
        try other.start()
        #expect(try other.client().service("GetHealth")["health.points"] == 200)
    }

    @Test func `a backup without a given name is named by the daemon, and reports its progress`()
        throws
    {
        let daemon = try DaemonProcess.running()
        let client = try daemon.client()
        for part in 0..<6 {
            let name = String(repeating: "long ", count: 100)
            let snapshots = (0..<500).map { JSONValue.snapshot("\(name)\(part)/\($0)", 50) }
            try client.playback("SaveMany", ["snapshots": .array(snapshots)])
        }
        try client.send("io.stated.Service.Backup", more: true)
        var answers: [Client.Answer] = []
        repeat { answers.append(try client.receive()) } while answers.last?.continues == true
        #expect(answers.count > 1)
        #expect(answers.dropLast().allSatisfy { $0["path"] == nil && $0.error == nil })
        let done = answers.compactMap { $0["pagesDone"]?.int }
        #expect(done == done.sorted())
        let path = try #require(answers.last?["path"]?.text)
        #expect(DaemonFiles.size(path) > 0)
        #expect(try client.service("Backup")["path"]?.text != path)
    }

    @Test(arguments: ["", ".", "..", ".hidden", "../up", "a/b", "a b", "é"])
    func `a backup's name cannot lead out of the backup directory`(name: String) throws {
        let daemon = try DaemonProcess.running()
        let answer = try daemon.client().service("Backup", ["name": .string(name)])
        #expect(answer.error == "io.stated.Service.InvalidValue")
        #expect(answer["parameter"] == "name")
        #expect(DaemonFiles.names(in: daemon.storeFolder + "/backups/state.db").isEmpty)
    }

    @Test func `Reload applies the changed settings and reports them`() throws {
        let daemon = try DaemonProcess.running(DaemonProcess.Setup(configuration: "ttl: 1h\n"))
        let client = try daemon.client()
        #expect(try client.service("Reload") == .ok(["changed": []]))
        try daemon.configure("ttl: 2h\nautoplay: true\ndevice: other\n")
        let changed = try client.service("Reload")["changed"]?.elements.compactMap(\.text)
        #expect(Set(changed ?? []) == ["ttl", "autoplay", "device"])
        try client.save("film", 10)
        let point = try client.playback("Get", ["item": "film"])["point"]
        let life = try #require(point?["expiresAt"]?.int) - (try #require(point?["at"]?.int))
        #expect(life == 7_200_000)
        #expect(point?["device"] != "other", "that key waits for a restart")
    }

    @Test(arguments: [
        ("ttl: soon\n", "ttl"), ("ttl: 1h\ntll: 2h\n", "tll"), ("ttl: [\n", ""),
        ("limits:\n  points: -1\n", "limits.points"),
    ])
    func `a Reload of an invalid configuration changes nothing`(text: String, key: String) throws {
        let daemon = try DaemonProcess.running(DaemonProcess.Setup(configuration: "ttl: 1h\n"))
        let client = try daemon.client()
        try daemon.configure("autoplay: true\n" + text)
        let answer = try client.service("Reload")
        #expect(answer.error == "io.stated.Service.InvalidConfiguration")
        #expect(answer["path"]?.text == daemon.configuration)
        #expect(answer["key"]?.text == key)
        #expect(answer["why"]?.text?.isEmpty == false)
        try client.save("film", 10)
        let point = try client.playback("Get", ["item": "film"])["point"]
        let life = try #require(point?["expiresAt"]?.int) - (try #require(point?["at"]?.int))
        #expect(life == 3_600_000)
        #expect(try client.service("GetHealth")["health.status"] == "ok")
    }
}
