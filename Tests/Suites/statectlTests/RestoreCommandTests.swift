// SPDX-License-Identifier: Apache-2.0
import StateTesting
import Testing
import Varlink

/// `statectl restore`, beside a daemon that runs.
@Suite struct RestoreCommandTests {
    private func phase() throws -> DaemonProcess {
        let daemon = try DaemonProcess.running()
        let client = try daemon.client()
        try client.save("film", 100)
        try client.service("Backup", ["name": "one"])
        try client.save("song", 20)
        return daemon
    }

    @Test func `restore lists the copies, restores a copy, and says how to undo the restore`()
        async throws
    {
        let daemon = try phase()
        let fields = try await daemon.said("restore").split(separator: "\t")
        #expect(fields.prefix(2) == ["one", "manual"])
        #expect(fields[3] == "1" && fields[4] == "0")
        let said = try await daemon.said("restore one --yes")
        #expect(
            said.hasPrefix("restored one: 1 resume point and 0 events; “statectl restore replaced-")
        )
        #expect(try daemon.client().service("GetHealth")["health.points"] == 1)
        let former = try #require(
            said.split(separator: " ").first { $0.hasPrefix("replaced-") }?.prefix { $0 != "”" }
        )
        _ = try await daemon.said("restore \(former) --yes")
        #expect(try daemon.client().service("GetHealth")["health.points"] == 2)
    }

    @Test func `restore prefers the copy that has exactly the given name`() async throws {
        let daemon = try DaemonProcess.running()
        let client = try daemon.client()
        try client.save("film", 100)
        try client.service("Backup", ["name": "one.db"])
        try client.save("song", 20)
        try client.service("Backup", ["name": "one"])
        try client.save("radio", 30)
        let said = try await daemon.said("restore one.db --yes")
        #expect(said.hasPrefix("restored one.db: 1 resume point and 0 events; "))
        #expect(try daemon.client().service("GetHealth")["health.points"] == 1)
        #expect(
            try await daemon.said("restore one --yes").hasPrefix("restored one: 2 resume points")
        )
    }

    @Test func `restore says why it was refused`() async throws {
        let daemon = try phase()
        let asked = try await Program.run("restore", "one", "--socket", daemon.socket)
        #expect(asked.status == 64)
        #expect(asked.errors.contains("--yes"))
        let none = try await Program.run("restore", "two", "--yes", "--socket", daemon.socket)
        #expect(none.status == 1)
        #expect(none.errors.contains("“two”"))
        #expect(try daemon.client().service("GetHealth")["health.points"] == 2)
    }
}
