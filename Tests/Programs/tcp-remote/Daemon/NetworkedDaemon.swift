// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import StateConfiguration
import StateDaemon
import StateSystem
import SyncTesting

/// The daemon as it is, but that its remote store is the server that `REMOTE_SERVER` names, as
/// `10.0.0.1:7000`: a remote that needs a network, and sends no notifications.
@main
struct NetworkedDaemon {
    /// Serves until a signal asks it to end.
    static func main() async throws {
        let environment = ProcessInfo.processInfo.environment
        let parts = environment["REMOTE_SERVER", default: ""].split(separator: ":")
        guard parts.count == 2, let port = UInt16(parts[1]) else {
            return StandardError.write("networked-stated: set REMOTE_SERVER to HOST:PORT\n")
        }
        let host = String(parts[0])
        let loader = ConfigurationLoader(
            arguments: Array(CommandLine.arguments.dropFirst()),
            environment: environment.filter { $0.key != "REMOTE_SERVER" },
            path: nil,
            isSystem: false
        )
        let loaded = try loader.load()
        ProcessSetup.prepare()
        let threshold = StandardErrorLog.bootstrap(level: loaded.configuration.logLevel)
        try await Daemon.run(
            loader: loader,
            loaded: loaded,
            logThreshold: threshold,
            remotes: { _, _ in TCPRemote(host: host, port: port) }
        )
    }
}
