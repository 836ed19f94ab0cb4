// SPDX-License-Identifier: Apache-2.0
package import StateTesting

/// NATS servers of a test's own: one, or several that form a cluster.
package final class NATSCluster {
    /// The servers.
    package let servers: [NATSServer]
    /// The directory with their stores, configurations and logs.
    package let directory: TemporaryDirectory

    /// Starts servers.
    ///
    /// - Parameters:
    ///   - count: the number of servers.
    ///   - extra: more lines of each configuration, such as users or TLS.
    ///   - storage: the room for streams on each.
    /// - Throws: `SystemError` if there is no nats-server: `make deps` installs it.
    package convenience init(
        _ count: Int = 1,
        extra: String = "",
        storage: String = "2GB"
    ) throws {
        try self.init(count, storage: storage) { _ in extra }
    }

    /// Starts servers with more lines for all, which may depend on the first one's address.
    package init(
        _ count: Int = 1,
        storage: String = "2GB",
        extra: (String) throws -> String
    ) throws {
        let directory = try TemporaryDirectory()
        let network = NATSServer.host().dropLast()
        let extra = try extra("\(network)1")
        let routes = (1...count).map { "nats://\(network)\($0):6222" }.joined(separator: ", ")
        servers = try (1...count).map { number in
            let host = "\(network)\(number)"
            let cluster = "cluster { name: test, listen: \"\(host):6222\", routes: [\(routes)] }"
            return try NATSServer(
                at: host,
                in: directory,
                name: "n\(number)",
                settings: count > 1 ? "\(extra)\n\(cluster)" : extra,
                storage: storage,
                command: [Self.program]
            )
        }
        self.directory = directory
        for server in servers { try server.start() }
        for server in servers { try server.awaitConnections() }
    }

    /// The addresses of all servers.
    package var addresses: [String] { servers.map(\.address) }

    /// Starts a server that is not running.
    package func start(_ place: Int) throws { try servers[place].start() }

    /// Kills a server; it finds its store when it starts again.
    package func kill(_ place: Int) { servers[place].kill() }

    /// Stops a server in the middle of whatever it does, or lets it go on.
    package func pause(_ place: Int, _ isPaused: Bool) { servers[place].pause(isPaused) }

    /// Waits until a server accepts connections.
    package func awaitConnections(_ place: Int) throws { try servers[place].awaitConnections() }

    /// Returns the server that was elected last as the leader of a stream, by the logs.
    package func leader(of stream: String) throws -> Int {
        let elections = try servers.map { server in
            let log = String(decoding: try DaemonFiles.read(server.log), as: UTF8.self)
            let line = log.split(separator: "\n").last { line in
                line.hasSuffix("new stream leader for '$G > \(stream)'")
            }
            // The time follows the number of the process.
            return line.map { $0.drop { $0 != "]" } } ?? ""
        }
        return servers.indices.max { elections[$0] < elections[$1] } ?? 0
    }

    /// The directory in which a server keeps its streams.
    package func store(_ place: Int) -> String { servers[place].store }

    /// The path of the server's program.
    package static let program = root + "/.build/venv/bin/nats-server"
    /// The path of the interpreter that has the tests' packages.
    package static let python = root + "/.build/venv/bin/python"

    /// Returns the path of a script for that interpreter.
    package static func script(_ name: String) -> String { root + "/Tests/Support/interop/" + name }

    private static let root: String = {
        var parts = #filePath.split(separator: "/")
        parts.removeLast(4)
        return "/" + parts.joined(separator: "/")
    }()
}
