// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Glibc
import NATSTesting
import RemoteFolder
import RemoteNATS
import StateTesting
import Varlink

/// Shows that no value from outside ends a daemon, its web server or statectl.
@main
struct Hostile: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hostile",
        abstract: "Gives the real programs odd values, beside an honest client.",
        discussion: """
            A hostile device fills the remote store with well-formed records and presences, a \
            hostile client calls every method, a hostile browser makes requests of the web server, \
            and statectl and the configuration get odd words. All of it follows from the seed. The \
            first value that does harm is printed, and the exit status is 1.
            """
    )

    @Option(help: "The seed of all values.")
    var seed: UInt64 = 1

    @Option(help: "The number of files in the shared folder.")
    var files = 500

    @Option(help: "The number of calls.")
    var calls = 2_000

    @Option(help: "The number of requests of the web server.")
    var requests = 1_000

    @Option(help: "The number of command lines of statectl.")
    var commands = 100

    @Option(help: "The number of values of the configuration.")
    var keys = 20

    @Option(help: "The number of files that are written before the daemon reads them.")
    var batch = 10

    @Flag(help: "Sync by a NATS server instead of a shared folder.")
    var nats = false

    func run() async throws {
        do {
            try await attack()
        } catch let harm as Harm {
            print("seed \(seed): \(harm)")
            throw ExitCode.failure
        }
        print(
            """
            seed \(seed): \(files) files, \(calls) calls, \(requests) requests, \(commands) \
            command lines and \(keys) keys did no harm
            """
        )
    }

    private func attack() async throws {
        let cluster = nats ? try NATSCluster() : nil
        let directory = try TemporaryDirectory()
        let folder = directory.file("shared")
        mkdir(folder, 0o700)
        let place = cluster.map {
            NATSPlace(servers: $0.addresses, name: "home", isSecure: false)
        }
        let honest = try HonestDaemon(remote: place?.url ?? "file://\(folder)")
        let device = try await HostileDevice(seed: seed, folder: nats ? nil : folder) { origin in
            if let place { return NATSRemote(place, origin: origin, known: nil) }
            return FolderRemote(path: folder, origin: origin, known: nil)
        }
        try await fill(device, beside: honest)
        let client = HostileClient(honest.daemon.socket)
        let odd = try client.placeCalls() + client.calls(calls, seed: seed)
        for (number, call) in odd.enumerated() {
            let text = String(decoding: call.parameters.json.prefix(300), as: UTF8.self)
            let name = "call \(number), \(call.name) \(text)"
            try honest.expect(name) { try client.make(call) }
            if number % 50 == 49 { try honest.check(name, restarts: false) }
        }
        try browse(honest, odd)
        try speak(honest)
        try honest.check("all calls", restarts: true)
    }

    private func fill(_ device: HostileDevice, beside honest: HonestDaemon) async throws {
        var device = device
        for first in stride(from: 1, through: files, by: batch) {
            for _ in 0..<batch { try await device.write() }
            try honest.check("files \(first) to \(first + batch - 1)", restarts: false)
        }
        try honest.check("all files", restarts: true)
    }

    private func browse(_ honest: HonestDaemon, _ calls: [HostileClient.OddCall]) throws {
        var browser = try HostileBrowser(honest.daemon, calls: calls, seed: seed)
        for number in 0..<requests {
            let name = try browser.request()
            guard number % 50 == 49 else { continue }
            try honest.expect(name) { try browser.check() }
            try honest.check(name, restarts: false)
        }
    }

    private func speak(_ honest: HonestDaemon) throws {
        var words = try HostileWords(honest.daemon, seed: seed)
        for number in 0..<commands {
            let name = try number % 5 == 4 ? words.importing() : words.command()
            if number % 20 == 19 { try honest.check(name, restarts: false) }
        }
        for _ in 0..<keys { _ = try words.key() }
    }
}
