// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateTesting
import SystemSupport
import Testing
import Varlink

/// The socket's file, the places of files, and who has them.
@Suite struct SocketTests {
    @Test func `only their owner can read the files of the daemon`() throws {
        let daemon = try DaemonProcess.running()
        try daemon.client().save("film", 10)
        #expect(DaemonFiles.mode(daemon.socket) == 0o600)
        #expect(DaemonFiles.mode(daemon.storeFolder) == 0o700)
        for name in DaemonFiles.names(in: daemon.storeFolder) {
            let mode = try #require(DaemonFiles.mode(daemon.storeFolder + "/" + name))
            #expect(mode & 0o077 == 0, "\(name)")
        }
    }

    @Test func `the socket of a dead daemon is replaced`() throws {
        let daemon = try DaemonProcess.running()
        try daemon.kill()
        #expect(DaemonFiles.mode(daemon.socket) != nil)
        #expect(throws: SystemError.self) { try daemon.client() }
        try daemon.start()
        #expect(try daemon.client().playback("List") == .ok(["points": []]))
    }

    @Test func `the socket of a running daemon is not replaced`() throws {
        let daemon = try DaemonProcess.running()
        let other = try DaemonProcess()
        other.setup.arguments = ["--socket", daemon.socket]
        let refusal = #expect(throws: DaemonProcess.NotReady.self) { try other.start() }
        #expect(refusal?.exit == .status(1))
        #expect(refusal?.log == "stated: another process listens on \(daemon.socket)\n")
        #expect(try daemon.client().playback("List") == .ok(["points": []]))
    }

    @Test func `a second daemon on one store refuses to start, and names the first`() throws {
        let daemon = try DaemonProcess.running()
        let client = try daemon.client()
        let other = try DaemonProcess()
        other.setup.arguments = ["--store", daemon.store]
        let refusal = #expect(throws: DaemonProcess.NotReady.self) { try other.start() }
        let pid = try #require(daemon.program?.pid)
        #expect(refusal?.exit == .status(1))
        #expect(
            refusal?.log
                == "stated: another daemon is using the store \(daemon.store): process \(pid)\n"
        )
        #expect(try client.save("film", 10)["result.outcome"] == "saved")
        try daemon.kill()
        _ = other.manager.heard()
        try other.start()
        #expect(try other.client().playback("Get", ["item": "film"])["point.position"] == 10.0)
    }

    @Test func `a file that is not a socket is not replaced`() throws {
        let daemon = try DaemonProcess()
        try DaemonFiles.write(Array("precious".utf8), to: daemon.socket)
        let refusal = #expect(throws: DaemonProcess.NotReady.self) { try daemon.start() }
        #expect(refusal?.exit == .status(1))
        #expect(refusal?.log.contains("\(daemon.socket) exists and is not a socket") == true)
        #expect(try DaemonFiles.read(daemon.socket) == Array("precious".utf8))
    }

    @Test func `missing directories are created`() throws {
        let daemon = try DaemonProcess()
        let socket = daemon.directory.file("deep/er/io.stated")
        daemon.setup.arguments = ["--socket", socket, "--store", daemon.directory.file("a/b/c.db")]
        try daemon.start()
        #expect(try Client(socket).save("film", 10)["result.outcome"] == "saved")
        #expect(DaemonFiles.mode(daemon.directory.file("deep/er")) == 0o700)
        #expect(DaemonFiles.mode(daemon.directory.file("a")) == 0o700)
    }

    @Test func `by default, socket and store are in the user's directories`() throws {
        let daemon = try DaemonProcess()
        let home = daemon.directory.path
        daemon.setup.environment["XDG_STATE_HOME"] = home + "/state"
        daemon.usesPlaces = false
        try daemon.start()
        let client = try Client(home + "/stated/io.stated")
        let health = try client.service("GetHealth")
        #expect(health["health.storePath"]?.text == home + "/state/stated/state.db")
    }

    @Test func `the error for a missing runtime directory names the setting to change`() throws {
        let daemon = try DaemonProcess(
            DaemonProcess.Setup(environment: ["XDG_RUNTIME_DIR": ""])
        )
        try daemon.runs(as: 64_321)
        daemon.usesPlaces = false
        let refusal = #expect(throws: DaemonProcess.NotReady.self) { try daemon.start() }
        #expect(refusal?.exit == .status(1))
        #expect(refusal?.log.contains("/run/user/64321") == true)
        #expect(refusal?.log.contains("XDG_RUNTIME_DIR") == true)
    }

    @Test func `a socket opened by systemd is served and not removed`() throws {
        let daemon = try DaemonProcess()
        daemon.setup.launcher = [
            "/usr/bin/systemd-socket-activate", "-l", daemon.socket,
            "-E", "NOTIFY_SOCKET=\(daemon.manager.path)",
        ]
        try daemon.launch()
        try daemon.waitForSocket()
        let client = try daemon.client()
        try client.send("io.stated.Playback.Save", ["snapshot": .snapshot("film", 10)])
        try daemon.waitForReady()
        #expect(try client.receive()["result.outcome"] == "saved")
        #expect(try daemon.stop() == .status(0))
        #expect(DaemonFiles.mode(daemon.socket) != nil)
    }

    @Test func `the log names the socket opened by systemd instead of the configured one`()
        throws
    {
        let daemon = try DaemonProcess()
        let opened = daemon.directory.file("opened")
        daemon.setup.launcher = [
            "/usr/bin/systemd-socket-activate", "-l", opened,
            "-E", "NOTIFY_SOCKET=\(daemon.manager.path)",
        ]
        try daemon.launch()
        try waitUntil("the socket accepts connections") { (try? Client(opened)) != nil }
        try daemon.waitForReady()
        #expect(daemon.log.contains("ready socket=\(opened)\n"))
        #expect(try daemon.stop() == .status(0))
    }
}
