// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateTesting
import Testing
import Varlink

/// A backup that takes the place of the store while the daemon runs.
@Suite struct RestoreCommandTests {
    /// A daemon with one film, a backup of it, and a song that came after.
    private func phase() throws -> DaemonProcess {
        let daemon = try DaemonProcess.running()
        let client = try daemon.client()
        try client.save("film", 100)
        #expect(try client.service("Backup", ["name": "one"]).error == nil)
        try client.save("song", 20)
        return daemon
    }

    private func items(_ daemon: DaemonProcess) throws -> [String] {
        try daemon.client().playback("List")["points"]?.elements
            .compactMap { $0["item"]?.text }.sorted() ?? []
    }

    @Test func `all copies can be listed, including damaged ones`() throws {
        let daemon = try phase()
        try daemon.directory.copy(
            daemon.storeFolder + "/backups/state.db/one.db",
            as: "store/backups/state.db/bad.db"
        )
        let bad = daemon.storeFolder + "/backups/state.db/bad.db"
        try DaemonFiles.overwrite(bad, at: 4_096, with: Array(repeating: 7, count: 40_000))
        let backups = try daemon.client().service("ListBackups")["backups"]?.elements ?? []
        #expect(backups.count == 2)
        let one = try #require(backups.first { $0["name"] == "one" })
        #expect(one["good"] == true && one["points"] == 1 && one["kind"] == "manual")
        let other = try #require(backups.first { $0["name"] == "bad" })
        #expect(other["good"] == false && other["problem"]?.text != nil)
    }

    @Test
    func `a running daemon can restore a copy, and afterwards the replaced store`()
        throws
    {
        let daemon = try phase()
        let stream = try daemon.stream()
        let client = try daemon.client()
        let answer = try client.service("Restore", ["name": "one"])
        #expect(answer.error == nil)
        #expect(answer["points"] == 1)
        #expect(try items(daemon) == ["film"])
        // The connection that asked goes on, tokens of before do not.
        #expect(try client.save("new", 10)["result.outcome"] == "saved")
        let again = try daemon.stream(token: stream.token)
        #expect(try again.client.receive().error == "io.stated.Playback.ResyncRequired")
        let former = try #require(answer["formerName"]?.text)
        #expect(DaemonFiles.size(try #require(answer["formerPath"]?.text)) > 0)
        #expect(try client.service("GetHealth")["health.status"] == "ok")

        #expect(try client.service("Restore", ["name": .string(former)]).error == nil)
        #expect(try items(daemon) == ["film", "song"])
        try daemon.restart()
        #expect(try items(daemon) == ["film", "song"])
        try daemon.kill()
        try daemon.start()
        #expect(try items(daemon) == ["film", "song"])
    }

    @Test func `a tick that waits at a restore is stored in the replaced store`() throws {
        let daemon = try DaemonProcess.running(DaemonProcess.Setup("--tick-interval", "1h"))
        let client = try daemon.client()
        try client.save("film", 100)
        try client.service("Backup", ["name": "one"])
        let tick: JSONValue = [
            "snapshot": .object([
                JSONMember(key: "item", value: "film"), JSONMember(key: "player", value: "test"),
                JSONMember(key: "status", value: "playing"),
                JSONMember(key: "position", value: 150.0),
                JSONMember(key: "cause", value: "tick"),
            ])
        ]
        try client.send("io.stated.Playback.Save", tick, oneway: true)
        let answer = try client.service("Restore", ["name": "one"])
        let position = try client.playback("Get", ["item": "film"])["point.position"]
        #expect(position == 100.0)
        let former = try #require(answer["formerName"])
        try client.service("Restore", ["name": former])
        #expect(try client.playback("Get", ["item": "film"])["point.position"] == 150.0)
    }

    @Test func `an attempt to restore a missing or damaged copy changes nothing`() throws {
        let daemon = try phase()
        let client = try daemon.client()
        let none = try client.service("Restore", ["name": "nosuch"])
        #expect(none.error == "io.stated.Service.InvalidValue")
        let path = daemon.storeFolder + "/backups/state.db/one.db"
        try DaemonFiles.overwrite(path, at: 4_096, with: Array(repeating: 7, count: 40_000))
        let bad = try client.service("Restore", ["name": "one"])
        #expect(bad.error == "io.stated.Service.RestoreFailed")
        #expect(bad["why"]?.text?.contains(path) == true)
        #expect(try items(daemon) == ["film", "song"])
        #expect(!DaemonFiles.names(in: daemon.storeFolder).contains { $0.contains("incoming") })
    }

    @Test func `a copy's name cannot lead out of the directory of copies`() throws {
        let daemon = try phase()
        for name in ["../state", "/etc/passwd", "..", "", "state.db"] {
            let answer = try daemon.client().service("Restore", ["name": .string(name)])
            #expect(answer.error == "io.stated.Service.InvalidValue", "\(name)")
        }
    }

    @Test(arguments: 0..<12)
    func `a daemon killed during a restore has either the old store or the new one`(
        round: Int
    ) throws {
        let daemon = try phase()
        let client = try daemon.client()
        for part in 0..<3 {
            let many = (0..<500).map { JSONValue.snapshot("item \(part) \($0)", 50) }
            try client.playback("SaveMany", ["snapshots": .array(many)])
        }
        try client.send("io.stated.Service.Restore", ["name": "one"])
        // The later the round, the further it gets.
        poll(nil, 0, Int32(round * 4))
        try daemon.kill()
        try daemon.start()
        let count = try daemon.client().service("GetHealth")["health.points"]?.int
        #expect(count == 1 || count == 1_502, "\(count ?? -1)")
        #expect(try daemon.client().save("new", 10)["result.outcome"] == "saved")
        let names = DaemonFiles.names(in: daemon.storeFolder)
        #expect(!names.contains { $0.hasSuffix(".incoming") || $0.hasSuffix(".replacing") })
    }
}
