// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Glibc
import UnixSignals
import VarlinkNIO

/// Serves org.varlink.certification, or tries a server of it.
@main
struct Main: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "varlink-certification",
        abstract: "Certify an implementation of Varlink."
    )

    @Option(help: "The server's address: unix:PATH.")
    var varlink: String

    @Flag(help: "Try the server at that address.")
    var client = false

    func run() async throws {
        guard varlink.hasPrefix("unix:") else {
            throw ValidationError("The address must be unix:PATH.")
        }
        let path = String(varlink.dropFirst("unix:".count).prefix { $0 != ";" })
        if client {
            try await certify(serverAt: path)
        } else {
            try await serve(on: inherited ?? .path(path))
        }
    }

    private func certify(serverAt path: String) async throws {
        let client = try await VarlinkClient.connect(to: path)
        try await CertificationClient(client: client).run()
        await client.close()
        print("Certification passed")
    }

    private func serve(on address: ListenAddress) async throws {
        let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
        let server = try await VarlinkServer.start(on: address) { transport in
            try CertificationServer(transport: transport)
        }
        print("Listening on \(varlink)")
        fflush(nil)
        for await _ in signals { break }
        await server.stop()
    }

    /// The socket that the starter listens on, if it does.
    private var inherited: ListenAddress? {
        guard let pid = getenv("LISTEN_PID"), String(cString: pid) == "\(getpid())",
            getenv("LISTEN_FDS") != nil
        else { return nil }
        return .inherited(descriptor: 3)
    }
}
