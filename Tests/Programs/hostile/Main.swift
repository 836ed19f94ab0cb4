// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Glibc
import StateTesting
import SyncModel
import Varlink

/// Shows that no value from a shared folder or a client ends a daemon.
@main
struct Hostile: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hostile",
        abstract: "Gives a real daemon odd values, beside an honest client.",
        discussion: """
            A hostile device fills the shared folder with well-formed files, and a hostile client \
            calls every method. The files and calls follow from the seed. The first one that does \
            harm is printed, and the exit status is 1.
            """
    )

    @Option(help: "The seed of all values.")
    var seed: UInt64 = 1

    @Option(help: "The number of files in the shared folder.")
    var files = 500

    @Option(help: "The number of calls.")
    var calls = 2_000

    @Option(help: "The number of files that are written before the daemon reads them.")
    var batch = 10

    func run() async throws {
        let directory = try TemporaryDirectory()
        let folder = directory.file("shared")
        mkdir(folder, 0o700)
        let honest = try HonestDaemon(folder)
        do {
            var device = try await HostileFolder(folder, seed: seed)
            for first in stride(from: 1, through: files, by: batch) {
                for _ in 0..<batch { try await device.write() }
                try honest.check("files \(first) to \(first + batch - 1)", restarts: false)
            }
            try honest.check("all files", restarts: true)
            let client = HostileClient(honest.daemon.socket)
            let odd = try client.placeCalls() + client.calls(calls, seed: seed)
            for (number, call) in odd.enumerated() {
                let text = String(decoding: call.parameters.json.prefix(300), as: UTF8.self)
                let name = "call \(number), \(call.name) \(text)"
                try honest.expect(name) { try client.make(call) }
                if number % 50 == 49 { try honest.check(name, restarts: false) }
            }
            try honest.check("all calls", restarts: true)
        } catch let harm as Harm {
            print("seed \(seed): \(harm)")
            throw ExitCode.failure
        }
        print("seed \(seed): \(files) files and \(calls) calls did no harm")
    }
}

/// The harm that a value did.
struct Harm: Error, CustomStringConvertible {
    /// The values that came last.
    let cause: String
    /// What happened.
    let fault: String

    var description: String { "\(cause): \(fault)" }
}

/// A daemon with an honest client, which shares the folder with a hostile device.
final class HonestDaemon {
    /// The daemon.
    let daemon: DaemonProcess
    private var saves = 0

    /// Starts the daemon; the folder has its files afterwards.
    init(_ folder: String) throws {
        daemon = try DaemonProcess()
        daemon.setup.arguments = ["--remote", "file://\(folder)", "--device", "honest"]
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
    private var place: String {
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
