// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Glibc
import Logging
import ServiceLifecycle
import StateClient
import StateConfiguration
import StateRelease
import StateSystem
import StateWeb
import UnixSignals

struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve the page and the interfaces (the default).",
        usage:
            "stated-web [--listen ADDRESS:PORT] [--daemon SOCKET] [--config PATH] [--KEY VALUE ...]",
        discussion: """
            The keys of the section web of the configuration can be given as --web.KEY VALUE; see \
            stated.yaml(5).

            Example:
              stated-web --listen 127.0.0.1:8031
            """
    )

    @OptionGroup var options: WebOptions

    @Option(help: ArgumentHelp("Listen on this address.", valueName: "address:port"))
    var listen: String?

    @Option(
        help: ArgumentHelp(
            "The daemon's socket (default: $STATED_SOCKET, else the user's own).",
            valueName: "socket"
        )
    )
    var daemon: String?

    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("Keys of the configuration.", valueName: "--KEY VALUE")
    )
    var keys: [String] = []

    func run() async throws {
        let arguments = keys + (listen.map { ["--web.listen", $0] } ?? [])
        let settings = try options.settings(arguments)
        ProcessSetup.prepare()
        _ = StandardErrorLog.bootstrap(level: settings.logLevel)
        let logger = Logger(label: "stated-web")
        do {
            let inherited = try ServiceManager.inheritedListener(.tcp)
            let server = WebServer(
                inherited.map { .inherited(descriptor: $0) } ?? .configured,
                daemon: daemon ?? SocketPath.standard(),
                settings: settings.web,
                version: Release.version,
                logger: logger
            ) { _ in ServiceManager.notify(.ready) }
            try await ServiceGroup(
                services: [server],
                gracefulShutdownSignals: [.sigterm, .sigint],
                logger: logger
            ).run()
        } catch let refusal as WebServer.Refusal where !refusal.isPassing {
            throw fail("\(refusal)", EX_CONFIG)
        } catch {
            throw fail("\(error)", EXIT_FAILURE)
        }
    }
}
