// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateTesting
import Varlink

/// The harm that a value did.
struct Harm: Error, CustomStringConvertible {
    /// The values that came last.
    let cause: String
    /// What happened.
    let fault: String

    var description: String { "\(cause): \(fault)" }
}

/// A daemon with an honest client, which shares its remote store with a hostile device.
final class HonestDaemon {
    /// The daemon.
    let daemon: DaemonProcess
    private var saves = 0

    /// Starts the daemon; the store at the address has its presence afterwards.
    init(remote: String) throws {
        daemon = try DaemonProcess()
        daemon.setup.arguments = ["--remote", remote, "--device", "honest"]
        try daemon.start()
        try daemon.client().syncNow()
    }

    /// Checks that the daemon serves its client, and that sync comes to rest.
    func check(_ cause: String, restarts: Bool) throws {
        try expect(cause) {
            try serve()
            for _ in 0..<(restarts ? 2 : 0) {
                try daemon.restart()
                try serve()
            }
            try MonitorStream(daemon.socket).until { status in
                status["state"] == "idle"
            }
        }
    }

    /// Carries out `body`.
    ///
    /// - Throws: ``Harm`` if that fails.
    func expect(_ cause: String, _ body: () throws -> Void) throws {
        do {
            try body()
        } catch {
            // Its end may be known a moment after that of a connection.
            for _ in 0..<200 where daemon.program?.exit == nil { poll(nil, 0, 5) }
            let exit = daemon.program?.exit
            throw Harm(cause: cause, fault: exit.map { "\($0)\n\(place)" } ?? "\(error)")
        }
    }

    /// The last words of the log, and the innermost functions of the thread that ended it.
    var place: String {
        let lines = daemon.log.split(separator: "\n")
        let frames = lines.drop { !$0.contains(" crashed:") }
            .filter { $0.contains("/Sources/") && !$0.contains("/.build/") }
        return (lines.filter { $0.contains("fatal signal") } + frames.prefix(3))
            .joined(separator: "\n")
    }

    /// Calls what an honest client calls, and expects that each call succeeds.
    private func serve() throws {
        let client = try daemon.client()
        saves += 1
        let position = Double(saves * 100)
        try succeed(try client.save("honest", position), "Save")
        guard try client.position("honest") == position else {
            throw Harm(cause: "Get", fault: "another position than \(position)")
        }
        for method in [
            "Sync.SyncNow", "Playback.List", "Session.ListPlayers", "Session.ListAlerts",
            "Events.List", "Sync.GetStatus", "Sync.ListDevices", "Sync.ListConflicts",
            "Service.GetHealth", "Service.GetMetrics",
        ] {
            try succeed(try client.call("io.stated." + method), method)
        }
    }

    private func succeed(_ answer: Client.Answer, _ method: String) throws {
        if answer.error != nil { throw Harm(cause: method, fault: "\(answer)") }
    }
}
