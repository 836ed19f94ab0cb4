// SPDX-License-Identifier: Apache-2.0
import Foundation
import StateTesting
import Testing
import Varlink

@testable import statectl

/// Joining, moving and leaving a shared folder, by the commands alone, with real daemons.
@Suite(.timeLimit(.minutes(10))) struct SyncSetupTests {
    /// The directory of the shared folders.
    let place: TemporaryDirectory

    init() throws {
        place = try TemporaryDirectory()
    }

    /// A daemon that does not sync yet.
    func device(_ name: String) throws -> DaemonProcess {
        try .running(DaemonProcess.Setup(configuration: "# mine\ndevice: \(name)\n"))
    }

    /// Runs a command of `statectl sync` without questions.
    func sync(_ daemon: DaemonProcess, _ line: String) async throws -> String {
        try await daemon.said("sync \(line) --yes --config \(daemon.configuration)")
    }

    /// The items with a resume point, each with its position.
    func points(_ daemon: DaemonProcess) throws -> [String: Double] {
        let points = try daemon.client().playback("List")["points"]?.elements ?? []
        return try points.reduce(into: [:]) { all, point in
            all[try #require(point["item"]?.text)] = try #require(point["position"]?.number)
        }
    }

    @Test(arguments: ["setup", "move"])
    func `sync setup and sync move refuse a daemon that serves all users`(
        command: String
    ) async throws {
        let daemon = try DaemonProcess.running(
            DaemonProcess.Setup(
                "--multi-user",
                configuration: "device: hall\nremote: file:///old\n"
            )
        )
        let folder = command == "move" ? place.file("new") : "/old"
        let run = try await Program.run(
            ["sync", command, folder, "--yes", "--config", daemon.configuration],
            socket: daemon.socket
        )
        #expect(run.status == 65)
        #expect(run.errors.contains("serves all users of the machine, and can sync only"))
        #expect(access(folder, F_OK) != 0)
    }

    /// Makes two rounds on each device.
    func round(_ daemons: DaemonProcess...) throws {
        for daemon in daemons + daemons { try daemon.client().syncNow() }
    }

    /// Sends and fetches the files of two folders, as a carrier does, and keeps one identity.
    private func carry(_ one: String, _ other: String) throws {
        for (from, to) in [(one, other), (other, one)] {
            for part in ["devices", "presences"] {
                let run = try Child("/bin/cp", ["-r", "-u", "\(from)/\(part)", to])
                try #require(run.wait() == 0)
            }
        }
        let identity = try Data(contentsOf: URL(fileURLWithPath: "\(one)/stated-folder"))
        try identity.write(to: URL(fileURLWithPath: "\(other)/stated-folder"))
    }

    @Test func `one command on each device sets up sync`() async throws {
        let (attic, cellar) = (try device("attic"), try device("cellar"))
        let folder = place.file("shared")
        try attic.client().save("film", 600)
        try cellar.client().save("radio", 60)
        #expect(
            try await sync(attic, "setup \(folder)")
                == "attic syncs through \(folder); 1 resume point here now\n"
                + "No other device syncs there yet: run “statectl sync setup DIR” on each, with that "
                + "device's path of the folder.\n"
        )
        #expect(
            try await sync(cellar, "setup \(folder)")
                == "cellar syncs through \(folder); 2 resume points here now\nDevices: attic, cellar\n"
        )
        try round(attic)
        #expect(try points(attic) == ["film": 600, "radio": 60])
        #expect(try points(cellar) == ["film": 600, "radio": 60])
        let text = try String(contentsOfFile: attic.configuration, encoding: .utf8)
        #expect(text == "# mine\ndevice: attic\nremote: file://\(folder)\n")
        // Once more changes nothing.
        #expect(try await sync(attic, "setup \(folder)").hasSuffix("\nDevices: attic, cellar\n"))
        // Both start anew with the same folder.
        try attic.restart()
        try cellar.restart()
        try attic.client().save("film", 700)
        try round(attic, cellar)
        #expect(try points(cellar)["film"] == 700)
    }

    @Test func `two folders that were set up separately become one`() async throws {
        let (attic, cellar) = (try device("attic"), try device("cellar"))
        let (one, other) = (place.file("one"), place.file("other"))
        try attic.client().save("film", 600)
        try cellar.client().save("radio", 60)
        _ = try await sync(attic, "setup \(one)")
        _ = try await sync(cellar, "setup \(other)")
        for _ in 0..<2 {
            try carry(one, other)
            try round(attic, cellar)
        }
        try carry(one, other)
        try round(attic, cellar)
        #expect(try points(attic) == ["film": 600, "radio": 60])
        #expect(try points(cellar) == ["film": 600, "radio": 60])
    }

    @Test
    func `another folder at the same path is used only after sync setup is run again`()
        async throws
    {
        let (attic, cellar) = (try device("attic"), try device("cellar"))
        let folder = place.file("shared")
        try attic.client().save("film", 600)
        try cellar.client().save("radio", 60)
        _ = try await sync(attic, "setup \(folder)")
        _ = try await sync(cellar, "setup \(place.file("new"))")
        #expect(rename(folder, place.file("old")) == 0)
        #expect(rename(place.file("new"), folder) == 0)
        #expect(try await attic.said("sync now").hasSuffix("[75]"))
        #expect(try points(attic) == ["film": 600])
        _ = try await sync(attic, "setup \(folder)")
        _ = try await sync(cellar, "move \(folder)")
        try round(attic, cellar)
        #expect(try points(attic) == ["film": 600, "radio": 60])
        #expect(try points(cellar) == ["film": 600, "radio": 60])
    }

    @Test(arguments: ["leave", "move"], ["--remote", "STATED_REMOTE"])
    func `a device whose remote comes from an option or the environment neither leaves nor moves`(
        command: String,
        source: String
    ) async throws {
        let attic = try device("attic")
        let folder = place.file("shared")
        let remote = "file://\(folder)"
        _ = try await sync(attic, "setup \(folder)")
        try attic.stop()
        if source == "--remote" {
            attic.setup.arguments += [source, remote]
        } else {
            attic.setup.environment[source] = remote
        }
        try attic.start()
        try attic.client().syncNow()
        let devices = DaemonFiles.names(in: "\(folder)/presences")
        let operand = command == "move" ? " \(place.file("other"))" : ""
        #expect(
            try await sync(attic, command + operand).hasSuffix(
                "the daemon takes its remote from \(source), not from \(attic.configuration); "
                    + "change or remove it there; nothing was changed\n[65]"
            )
        )
        #expect(access(place.file("other"), F_OK) != 0)
        #expect(DaemonFiles.names(in: "\(folder)/presences") == devices)
        #expect(!attic.log.contains("incarnation"))
        #expect(
            try String(contentsOfFile: attic.configuration, encoding: .utf8)
                == "# mine\ndevice: attic\nremote: \(remote)\n"
        )
        #expect(try attic.client().sync("GetStatus")["status.state"] != "disabled")
    }

    @Test(arguments: ["leave", "move"], ["--yes", "--dry-run"])
    func `without a running daemon, a device neither leaves nor moves`(
        command: String,
        option: String
    ) async throws {
        let attic = try device("attic")
        let folder = place.file("shared")
        _ = try await sync(attic, "setup \(folder)")
        try attic.stop()
        let devices = DaemonFiles.names(in: "\(folder)/presences")
        let operand = command == "move" ? " \(place.file("other"))" : ""
        let said = try await attic.said(
            "sync \(command)\(operand) \(option) --config \(attic.configuration)"
        )
        #expect(said.hasPrefix("statectl: no daemon at \(attic.socket)"))
        #expect(said.hasSuffix("\n[69]"))
        #expect(access(place.file("other"), F_OK) != 0)
        #expect(DaemonFiles.names(in: "\(folder)/presences") == devices)
        #expect(
            try String(contentsOfFile: attic.configuration, encoding: .utf8)
                == "# mine\ndevice: attic\nremote: file://\(folder)\n"
        )
    }

    @Test func `a device that leaves keeps its data, is off the list of devices, and can return`()
        async throws
    {
        let (attic, cellar) = (try device("attic"), try device("cellar"))
        let folder = place.file("shared")
        for daemon in [attic, cellar] { _ = try await sync(daemon, "setup \(folder)") }
        try attic.client().save("film", 600)
        #expect(
            try await sync(attic, "leave")
                == "This device no longer syncs. Its data is kept here and in \(folder).\n"
        )
        #expect(
            try String(contentsOfFile: attic.configuration, encoding: .utf8)
                == "# mine\ndevice: attic\n"
        )
        #expect(try attic.client().sync("GetStatus")["status.state"] == "disabled")
        try round(cellar)
        #expect(try points(cellar) == ["film": 600])
        let devices = try cellar.client().sync("ListDevices")["devices"]?.elements ?? []
        #expect(devices.compactMap { $0["device"]?.text } == ["cellar"])
        try attic.client().save("film", 700)
        try cellar.client().save("radio", 60)
        try round(cellar)
        #expect(try points(attic) == ["film": 700])
        #expect(try await sync(attic, "leave").hasSuffix("sets it up\n[69]"))
        #expect(try await sync(attic, "setup \(folder)").hasSuffix("Devices: attic, cellar\n"))
        try round(cellar)
        #expect(try points(attic) == ["film": 700, "radio": 60])
        #expect(try points(cellar) == ["film": 700, "radio": 60])
    }

    @Test func `a device that left while the folder was away sends its changes when it returns`()
        async throws
    {
        let (attic, cellar) = (try device("attic"), try device("cellar"))
        let folder = place.file("shared")
        for daemon in [attic, cellar] { _ = try await sync(daemon, "setup \(folder)") }
        #expect(rename(folder, place.file("away")) == 0)
        try attic.client().save("film", 600)
        let said = try await sync(attic, "leave")
        #expect(said.contains("1 change could not be sent; if this device joins again"))
        #expect(said.contains("“statectl sync forget attic” on another device"))
        #expect(try attic.client().sync("GetStatus")["status.state"] == "disabled")
        #expect(rename(place.file("away"), folder) == 0)
        _ = try await sync(attic, "setup \(folder)")
        try round(cellar)
        #expect(try points(cellar) == ["film": 600])
    }

    @Test
    func `devices move to another remote one by one without losing a resume point`() async throws {
        let (attic, cellar) = (try device("attic"), try device("cellar"))
        let (old, new) = (place.file("old"), place.file("new"))
        #expect(
            try await sync(attic, "move \(new)").hasSuffix("sync setup \(new)” sets it up\n[69]")
        )
        for daemon in [attic, cellar] { _ = try await sync(daemon, "setup \(old)") }
        #expect(try await sync(attic, "setup \(new)").contains("“statectl sync move \(new)”"))
        try attic.client().save("film", 600)
        try cellar.client().save("radio", 60)
        let moved = try await sync(attic, "move \(new)")
        #expect(moved.hasPrefix("attic syncs through \(new); 2 resume points here now\n"))
        let last = "\(old) is not needed once no device syncs through it.\n"
        #expect(
            moved.hasSuffix(
                "\nNo other device syncs there yet: run “statectl sync move DIR” on each, with that "
                    + "device's path of the folder.\n\(last)"
            )
        )
        try attic.client().save("film", 700)
        try cellar.client().save("book", 5)
        try round(attic, cellar)
        #expect(try await sync(cellar, "move \(new)").hasSuffix("Devices: attic, cellar\n\(last)"))
        try round(attic, cellar)
        for daemon in [attic, cellar] {
            #expect(try points(daemon) == ["film": 700, "radio": 60, "book": 5])
        }
        try FileManager.default.removeItem(atPath: old)
        try attic.client().save("book", 6)
        try round(attic, cellar)
        #expect(try points(cellar)["book"] == 6)
    }

    @Test func `sync setup reports errors before it changes anything`() async throws {
        let attic = try device("attic")
        let config = "--config \(attic.configuration)"
        let file = place.file("file")
        try Data("x".utf8).write(to: URL(fileURLWithPath: file))
        #expect(try await sync(attic, "setup \(file)").hasSuffix("Not a directory\n[65]"))
        #expect(try await sync(attic, "setup \(file)/below").contains("Not a directory"))
        #expect(
            try await attic.said("sync setup \(place.file("shared")) \(config)")
                .hasSuffix(": there is no terminal to ask on, so confirm with --yes\n[64]")
        )
        #expect(
            try await attic.said("sync setup \(place.path) --dry-run --json \(config)")
                == #"{"purpose":"sync through this folder, which has other files","#
                + #""remote":"file://\#(place.path)","file":"\#(attic.configuration)"}"# + "\n"
        )
        let plan = try await attic.said("sync setup \(place.path) --dry-run \(config)")
        #expect(
            plan
                == "sync through this folder, which has other files\n"
                + "folder: \(place.path)\n"
                + "set: remote: file://\(place.path) in \(attic.configuration)\n"
        )
        // Another file than the daemon's.
        let other = try await attic.said(
            "sync setup \(place.file("shared")) --yes --config \(place.file("other.yaml"))"
        )
        #expect(other.contains("the daemon does not use it"))
        #expect(try String(contentsOfFile: place.file("other.yaml"), encoding: .utf8).isEmpty)
        #expect(
            try String(contentsOfFile: attic.configuration, encoding: .utf8)
                == "# mine\ndevice: attic\n"
        )
        try attic.stop()
        #expect(
            try await sync(attic, "setup \(place.file("shared"))")
                .hasSuffix("no daemon is running, and the next one will use it\n")
        )
        #expect(
            try await sync(attic, "setup \(place.file("shared")) --json")
                == #"{"remote":"file://\#(place.file("shared"))","running":false}"# + "\n"
        )
    }

    @Test func `sync move to a remote that does not answer changes nothing`() async throws {
        let attic = try device("attic")
        let folder = place.file("shared")
        _ = try await sync(attic, "setup \(folder)")
        for line in ["move nats://127.0.0.1:1/kim", "move \(place.file("shared"))/stated-folder"] {
            #expect(!(try await sync(attic, line)).hasPrefix("attic syncs"))
        }
        let said = try await sync(attic, "move nats://127.0.0.1:1/kim")
        #expect(said.contains("; nothing was changed; “statectl config set remote nats://"))
        #expect(said.hasSuffix("\n[75]"))
        #expect(DaemonFiles.names(in: "\(folder)/presences").count == 1)
        #expect(
            try attic.client().sync("GetStatus")["status.remote"] == .string("file://\(folder)")
        )
        let text = try String(contentsOfFile: attic.configuration, encoding: .utf8)
        #expect(text == "# mine\ndevice: attic\nremote: file://\(folder)\n")
        let cellar = try device("cellar")
        #expect(try await sync(cellar, "setup nats://127.0.0.1:1/kim").hasSuffix("\n[75]"))
        #expect(try cellar.client().sync("GetStatus")["status.state"] == "disabled")
    }

    @Test func `a remote that was never reached does not count as synced`() async throws {
        let attic = try device("attic")
        _ = try await sync(attic, "setup \(place.file("shared"))")
        #expect(try attic.client().sync("GetStatus")["status.lastSuccessAt"] != nil)
        try attic.configure("device: attic\nremote: file://\(place.file("gone"))\n")
        _ = try attic.client().call("io.stated.Service.Reload")
        #expect(try attic.client().sync("SyncNow").error == "io.stated.Sync.RemoteUnavailable")
        #expect(try attic.client().sync("GetStatus")["status.lastSuccessAt"] == nil)
        #expect(try await attic.said("sync").contains("synced") == false)
    }

    @Test func `sync setup --dry-run refuses an invalid address or key file`() async throws {
        let attic = try device("attic")
        let lines = [
            "nats://nas:99999/kim", "nats://nas/ki.m", "http://example.org/x", "/etc/passwd/below",
            "nats://nas/kim --key \(attic.configuration)",
        ]
        for line in lines {
            let said = try await attic.said(
                "sync setup \(line) --dry-run --config \(attic.configuration)"
            )
            #expect(said.hasSuffix("\n[65]"), "\(line): \(said)")
        }
    }

    @Test
    func `a folder's path with and without a slash at its end means one folder`() async throws {
        let attic = try device("attic")
        let folder = place.file("shared")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let text = "device: attic\nremote: file://\(folder)/\n"
        try attic.configure(text)
        _ = try attic.client().call("io.stated.Service.Reload")
        #expect(try await sync(attic, "setup \(folder)").contains("attic syncs through \(folder);"))
        #expect(!(try await sync(attic, "move \(folder)").contains("is not needed")))
        #expect(try String(contentsOfFile: attic.configuration, encoding: .utf8) == text)
    }

    @Test func `sync leave asks for confirmation, and completes after a crash`() async throws {
        let attic = try device("attic")
        let folder = place.file("shared")
        _ = try await sync(attic, "setup \(folder)")
        let config = "--config \(attic.configuration)"
        #expect(try await attic.said("sync leave \(config)").hasSuffix("confirm with --yes\n[64]"))
        #expect(
            try await attic.said("sync leave --dry-run \(config)")
                == "would stop syncing through \(folder)\n"
        )
        // As after a crash between the two steps: the remote is left, and the file names it yet.
        _ = try attic.client().call("io.stated.Sync.LeaveRemote")
        #expect(DaemonFiles.names(in: "\(folder)/presences").isEmpty)
        try attic.kill()
        try attic.start()
        #expect(try await sync(attic, "leave").hasPrefix("This device no longer syncs"))
        #expect(DaemonFiles.names(in: "\(folder)/presences").isEmpty)
        #expect(try await sync(attic, "leave").hasSuffix("[69]"))
    }
}
