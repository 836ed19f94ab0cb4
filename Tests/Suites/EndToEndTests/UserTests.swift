// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateClient
import StateTesting
import SystemSupport
import Testing
import Varlink

/// Other users of the machine.
///
/// Each of them acts in a process of its own, so that the kernel
/// vouches for who they are; that takes root.
@Suite struct UserTests {
    /// Lets every user reach a daemon's socket.
    private func open(_ daemon: DaemonProcess) {
        chmod(daemon.directory.path, 0o755)
        chmod(daemon.socket, 0o666)
    }

    @Test func `another user is refused even if the socket's permissions allow them`() async throws
    {
        let daemon = try DaemonProcess.running()
        open(daemon)
        try daemon.client().save("film", 10)
        await #expect(processExitsWith: .success) { [socket = daemon.socket as String] in
            try #require(setuid(64_321) == 0)
            let client = try Client(socket)
            try? client.send("io.stated.Playback.Get", ["item": "film"])
            #expect(throws: Client.Closed.self) { try client.receive() }
        }
        #expect(daemon.log.contains("64321"))
        #expect(try daemon.client().service("GetHealth")["health.connections"] == 1)
    }

    @Test
    func `another user's client learns why it is refused, even if the daemon sends nothing`()
        async throws
    {
        let daemon = try DaemonProcess.running()
        open(daemon)
        await #expect(processExitsWith: .success) { [socket = daemon.socket as String] in
            try #require(setuid(64_321) == 0)
            let refusal = StateClientError.notAllowed(
                reason:
                    "the daemon at \(socket) belongs to another user, and refused the "
                    + "connection: multi-user is not true in its stated.yaml(5), or a limit on "
                    + "connections is reached"
            )
            let client = StateClient(socket: socket)
            await #expect(throws: refusal) { try await client.get("film") }
            await #expect(throws: refusal) { for try await _ in client.follow() {} }
        }
    }

    @Test func `root counts as another user unless it runs the daemon`() throws {
        let daemon = try DaemonProcess()
        try daemon.runs(as: 64_321)
        try daemon.start()
        let client = try daemon.client()
        try? client.send("io.stated.Playback.List")
        #expect(throws: Client.Closed.self) { try client.receive() }
    }

    @Test func `a private socket refuses other users`() async throws {
        let daemon = try DaemonProcess.running()
        chmod(daemon.directory.path, 0o755)
        await #expect(processExitsWith: .success) { [socket = daemon.socket as String] in
            try #require(setuid(64_321) == 0)
            #expect(throws: SystemError.self) { try Client(socket) }
        }
    }

    @Test func `users of one daemon cannot see, count or change each other's data`() async throws {
        let daemon = try DaemonProcess.running(DaemonProcess.Setup("--multi-user"))
        chmod(daemon.directory.path, 0o755)
        #expect(DaemonFiles.mode(daemon.socket) == 0o666)
        let client = try daemon.client()
        let stream = try daemon.stream()
        try client.save("film", 10)
        try client.save("mine", 10)
        let surface = try daemon.client()
        try surface.send(
            "io.stated.Session.Obey",
            ["player": "mpv", "actions": ["pause"]],
            more: true
        )
        await #expect(processExitsWith: .success) {
            [socket = daemon.socket as String, token = stream.token as String] in
            try #require(setuid(64_321) == 0)
            try UserTests.actsAsAnother(socket, token: token)
        }
        let caller = try daemon.client()
        try caller.send("io.stated.Session.Request", ["player": "mpv", "action": "pause"])
        // It is the first that the surface is sent.
        let request = try surface.receive()["request"]
        _ = try client.call("io.stated.Session.AnswerRequest", ["request": request ?? .null])
        #expect(try caller.receive().error == nil)
        #expect(try client.playback("Get", ["item": "film"])["point.position"] == 10.0)
        #expect(try client.playback("Get", ["item": "theirs"]) == .notFound("theirs"))
        #expect(try client.service("GetHealth")["health.points"] == 2)
        try client.save("mark", 10)
        let received = try stream.until(item: "mark")
        #expect(received.allSatisfy { $0["item"] != "theirs" && $0["kind"] != "cleared" })
        #expect(DaemonFiles.names(in: daemon.storeFolder).contains("64321"))
        #expect(DaemonFiles.mode(daemon.storeFolder + "/64321/state.db") == 0o600)

        try daemon.restart()
        await #expect(processExitsWith: .success) { [socket = daemon.socket as String] in
            try #require(setuid(64_321) == 0)
            let client = try Client(socket)
            #expect(try client.playback("Get", ["item": "theirs"])["point.position"] == 20.0)
        }
    }

    /// What a user does who knows of another one's token and items.
    static func actsAsAnother(_ socket: String, token: String) throws {
        let client = try Client(socket)
        #expect(try client.playback("Get", ["item": "film"]) == .notFound("film"))
        #expect(try client.playback("List") == .ok(["points": []]))
        #expect(try client.playback("Resume").error == "io.stated.Playback.NotFound")
        #expect(try client.playback("ClearAll")["cleared"] == 0)
        let health = try client.service("GetHealth")
        #expect(health["health.points"] == 0)
        #expect(health["health.subscribers"] == 0)
        #expect(health["health.connections"] == 1)
        let statistics = try client.service("GetMetrics")["text"]?.text ?? ""
        #expect(!statistics.contains("stated_saves_total{outcome=\"saved\"}"))
        let saved = try client.save("theirs", 20)
        #expect(saved["result.revision"] == 1, "another one's changes are not counted")
        #expect(try ClientStream(socket).untilReady().first?["item"] == "theirs")
        let stream = try ClientStream(socket, ["token": .string(token)])
        #expect(try stream.client.receive().error == "io.stated.Playback.ResyncRequired")
        let pause: JSONValue = ["player": "mpv", "action": "pause"]
        let request = try client.call("io.stated.Session.Request", pause)
        #expect(request.error == "io.stated.Session.NotObeyed")
        let denied = Client.Answer.error("org.varlink.service.PermissionDenied")
        #expect(try client.service("Backup") == denied)
        #expect(try client.service("Restore", ["name": "one"]) == denied)
        #expect(try client.service("Reload") == denied)
    }
}
