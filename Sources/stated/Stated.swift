// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Glibc
import StateConfiguration
import StateDaemon
import StateRelease
import StateSystem

struct Stated: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stated",
        abstract: "Store playback positions, and serve them to players.",
        usage: "stated [--config PATH] [--system] [--KEY VALUE ...]",
        discussion: """
            Every key of the configuration can be given as --KEY VALUE; see stated.yaml(5):

            \(ConfigurationKey.help)

            Example: stated --store /tmp/state.db --socket /tmp/stated.socket --ttl 12h
            """,
        version: Release.line(of: "stated")
    )

    @Option(help: ArgumentHelp("Read this configuration file.", valueName: "path"))
    var config: String?

    @Flag(help: "Use the system's paths for the socket, store and configuration, not the user's.")
    var system = false

    @Flag(help: "Check the configuration, and exit.")
    var checkConfig = false

    @Flag(help: "Check that the remote store answers, and exit.")
    var checkRemote = false

    @Flag(help: "Print every key, its value and where it comes from, and exit.")
    var printConfig = false

    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("Keys of the configuration.", valueName: "--KEY VALUE")
    )
    var keys: [String] = []

    /// Loads the configuration; then checks it or its remote store, prints it, or runs the daemon.
    func run() async throws {
        let loader = ConfigurationLoader(
            arguments: keys,
            environment: Machine.environment,
            path: config,
            isSystem: system,
            remoteComplaint: RemoteAddress.complaint
        )
        let loaded = try load(loader)
        if checkConfig || printConfig {
            print(printConfig ? loaded.text : "configuration OK")
            return
        }
        if checkRemote {
            guard let reason = await RemoteProbe.obstacle(loaded.configuration) else {
                return print("remote store OK")
            }
            StandardError.report(reason, by: "stated")
            throw ExitCode(EX_TEMPFAIL)
        }
        ProcessSetup.prepare()
        let threshold = StandardErrorLog.bootstrap(level: loaded.configuration.logLevel)
        do {
            try await Daemon.run(loader: loader, loaded: loaded, logThreshold: threshold)
        } catch {
            StandardError.report("\(error)", by: "stated")
            throw ExitCode(Daemon.exitStatus(after: error))
        }
    }

    private func load(_ loader: ConfigurationLoader) throws -> LoadedConfiguration {
        do throws(ConfigurationFaults) {
            return try loader.load()
        } catch {
            for fault in error.faults { StandardError.report("\(fault)", by: "stated") }
            throw ExitCode(error.isUsageError ? EX_USAGE : EX_CONFIG)
        }
    }
}
