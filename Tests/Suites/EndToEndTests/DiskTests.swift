// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateTesting
import Testing
import Varlink

/// Disks that fill up or turn read-only: nothing is acknowledged that is not stored, and reads go
/// on.
@Suite struct DiskTests {
    /// A daemon whose store lies on a file system of its own, with these options.
    private func onDisk(_ options: String, _ arguments: String...) throws -> DaemonProcess {
        let daemon = try DaemonProcess()
        mkdir(daemon.storeFolder, 0o700)
        let mount = "mount -t tmpfs -o mode=700,\(options) none \(daemon.storeFolder)"
        daemon.setup.launcher = Self.inPrivate(mount)
        daemon.setup.arguments = arguments
        try daemon.start()
        return daemon
    }

    /// What starts a program after a command that nobody else sees the effects of.
    private static func inPrivate(_ command: String) -> [String] {
        ["/usr/bin/unshare", "-m", "/bin/sh", "-c", command + " && exec \"$0\" \"$@\""]
    }

    /// Mounts the daemon's file system anew.
    private func remount(_ options: String, _ daemon: DaemonProcess) throws {
        let pid = try #require(daemon.program?.pid)
        let mount = try DaemonProgram(
            [
                "/usr/bin/nsenter", "-t", "\(pid)", "-m", "/bin/mount", "-o", "remount,\(options)",
                daemon.storeFolder,
            ],
            environment: ["PATH": "/usr/bin:/bin"],
            output: daemon.logFile
        )
        #expect(try mount.waitForExit() == .status(0))
    }

    /// Saves until the disk is full; how many were acknowledged.
    private func fill(_ client: Client) throws -> Int {
        let title = JSONValue.string(String(repeating: "t", count: 1_000))
        var number = 0
        while number < 100_000 {
            let answer = try client.attempt("item \(number)", 50, ["title": title])
            if let error = answer.error {
                #expect(error == "io.stated.Service.StorageUnavailable")
                #expect(answer["why"]?.text?.isEmpty == false)
                return number
            }
            number += 1
        }
        return number
    }

    /// Tries to save until it works again.
    private func saveAgain(_ client: Client) throws {
        try waitUntil("a save comes through") { try client.attempt("again", 10).error == nil }
    }

    @Test func `on a full disk, saves are refused and reads are served`() throws {
        let daemon = try onDisk("size=3m")
        let client = try daemon.client()
        let stream = try daemon.stream()
        let stored = try fill(client)
        #expect(stored > 100)
        let last = JSONValue.string("item \(stored - 1)")
        #expect(try client.playback("Get", ["item": last])["point.position"] == 50.0)
        #expect(try client.playback("Get", ["item": .string("item \(stored)")]).error != nil)
        #expect(try client.playback("List", ["limit": 10])["points"]?.elements.count == 10)
        let health = try client.service("GetHealth")
        #expect(health["health.status"] == "degraded")
        #expect(health["health.problems"]?.elements.isEmpty == false)

        try remount("size=64m", daemon)
        try saveAgain(client)
        #expect(try client.service("GetHealth")["health.status"] == "ok")
        var saved: [String] = []
        while saved.last != "again" {
            let change = try stream.next()
            if change["kind"] == "saved", let item = change["item"]?.text { saved.append(item) }
        }
        #expect(saved == (0..<stored).map { "item \($0)" } + ["again"], "what was sent is stored")
    }

    @Test
    func `a subscriber to another player receives the alert about a full disk, and its end`()
        throws
    {
        let daemon = try onDisk("size=3m")
        let client = try daemon.client()
        let stream = try ClientStream(daemon.socket, ["player": "another"])
        _ = try stream.untilReady()
        _ = try fill(client)
        let raised = try stream.next()
        #expect(raised["kind"] == "alert")
        #expect(raised.at("about.kind") == "storageFailed")
        #expect(raised.at("about.state") == "raised")
        try remount("size=64m", daemon)
        try saveAgain(client)
        let over = try stream.next()
        #expect(over.at("about.state") == "dismissed")
        #expect(over.at("about.id") == raised.at("about.id"))
        let alerts = try client.call("io.stated.Session.ListAlerts")
        #expect(alerts == .ok(["alerts": []]))
    }

    @Test func `events refused on a full disk leave no gap, and acknowledged ones are kept`() throws
    {
        let daemon = try onDisk("size=3m")
        let client = try daemon.client()
        let stream = try EventStream(daemon.socket)
        _ = try stream.untilReady()
        let text = JSONValue.string(String(repeating: "x", count: 10_000))
        var count = 0
        var refusal: Client.Answer?
        while refusal == nil {
            let answer = try client.append("e\(count + 1)", ["text": text])
            if answer.error == nil { count += 1 } else { refusal = answer }
        }
        #expect(refusal?.error == "io.stated.Service.StorageUnavailable")
        #expect(count > 50)
        let expected = (1...count).map { "\($0) e\($0)" }
        #expect(try client.allEvents().map(\.eventWords) == expected)
        try remount("size=64m", daemon)
        try saveAgain(client)
        #expect(try client.append("e\(count + 1)")["sequence"] == .int(count + 1))
        let next = "\(count + 1) e\(count + 1)"
        #expect(try stream.next(count + 1).map(\.eventWords) == expected + [next])
    }

    @Test func `a tick that could not be stored on a full disk is stored once there is room`()
        throws
    {
        let daemon = try onDisk("size=3m", "--tick-interval", "100ms")
        let client = try daemon.client()
        _ = try fill(client)
        let stream = try ClientStream(daemon.socket, ["item": "film"])
        _ = try stream.untilReady()
        try client.tick("film", 77)
        _ = try stream.until(kind: "observed")
        try remount("size=64m", daemon)
        _ = try stream.until(kind: "saved")
        #expect(try client.playback("Get", ["item": "film"])["point.position"] == 77.0)
    }

    @Test func `a restore on a full disk changes nothing, and succeeds once there is room`()
        throws
    {
        let daemon = try onDisk("size=3m")
        let client = try daemon.client()
        let title = JSONValue.string(String(repeating: "t", count: 1_000))
        for number in 0..<300 { try client.save("film \(number)", 50, ["title": title]) }
        #expect(try client.service("Backup", ["name": "one"]).error == nil)
        let stored = try fill(client)
        let refused = try client.service("Restore", ["name": "one"])
        #expect(refused.error == "io.stated.Service.RestoreFailed")
        #expect(refused["why"]?.text?.isEmpty == false)
        let last = JSONValue.string("item \(stored - 1)")
        #expect(try client.playback("Get", ["item": last])["point.position"] == 50.0)
        #expect(!DaemonFiles.names(in: daemon.storeFolder).contains { $0.contains("incoming") })

        try remount("size=64m", daemon)
        let restored = try client.service("Restore", ["name": "one"])
        #expect(restored["points"] == 300)
        #expect(try client.playback("Get", ["item": last]).error == "io.stated.Playback.NotFound")
        try saveAgain(client)
        // The store of before is kept, with all that was acknowledged.
        let former = try #require(restored["formerName"])
        #expect(try client.service("Restore", ["name": former])["points"] == .int(300 + stored))
    }

    @Test func `a read-only file system is reported at startup`() throws {
        let daemon = try onDisk("size=64m")
        try daemon.stop()
        _ = daemon.manager.heard()
        let readOnly = try DaemonProcess()
        mkdir(readOnly.storeFolder, 0o700)
        let mount = "mount -t tmpfs -o ro,mode=700 none \(readOnly.storeFolder)"
        readOnly.setup.launcher = Self.inPrivate(mount)
        let refusal = #expect(throws: DaemonProcess.NotReady.self) { try readOnly.start() }
        #expect(refusal?.exit == .status(1))
        #expect(refusal?.log.contains("Read-only file system") == true)
    }

    @Test func `a user who has reached the limit of points can still change existing ones`() throws
    {
        let daemon = try DaemonProcess.running(
            DaemonProcess.Setup(configuration: "limits:\n  points: 3\n")
        )
        let client = try daemon.client()
        for item in ["a", "b", "c"] { try client.save(item, 10) }
        let refused = try client.attempt("d", 10)
        #expect(refused.error == "io.stated.Service.QuotaExceeded")
        #expect(refused["value"] == 3)
        #expect(refused["limit"]?.text?.contains("points") == true)
        #expect(try client.save("a", 20)["result.outcome"] == "saved")
        try client.playback("Clear", ["item": "b"])
        #expect(try client.save("d", 10)["result.outcome"] == "saved")
        let several = try client.playback(
            "SaveMany",
            ["snapshots": [.snapshot("a", 30), .snapshot("e", 10)]]
        )
        #expect(several.error == "io.stated.Service.QuotaExceeded")
        #expect(try client.playback("Get", ["item": "a"])["point.position"] == 20.0)
    }
}
