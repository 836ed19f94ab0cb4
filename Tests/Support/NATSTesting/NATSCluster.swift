// SPDX-License-Identifier: Apache-2.0
internal import Glibc
package import StateTesting

/// NATS servers of a test's own: one, or several that form a cluster.
///
/// Each has an address of its own in 127.0.0.0/8, so that tests beside each other need not agree
/// about ports. They sync before they acknowledge.
package final class NATSCluster {
    /// A server of the cluster.
    package struct Server {
        /// Its address, with the port for clients.
        package let address: String
        fileprivate let configuration: String
        fileprivate let log: String
        fileprivate var process: Child?
        /// The process; `nil` while the server does not run.
        package var pid: Int32? { process?.pid }
    }

    /// The servers.
    package private(set) var servers: [Server] = []
    /// The directory with their stores, configurations and logs.
    package let directory: TemporaryDirectory
    private static let port = 4_222
    private static let clusterPort = 6_222

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
        directory = try TemporaryDirectory()
        let network = "127.\(Int.random(in: 64..<250)).\(Int.random(in: 0..<250))"
        let hosts = (1...count).map { "\(network).\($0)" }
        let extra = try extra(hosts[0])
        let routes = hosts.map { "nats://\($0):\(Self.clusterPort)" }.joined(separator: ", ")
        for (place, host) in hosts.enumerated() {
            var lines = """
                server_name: n\(place + 1)
                listen: "\(host):\(Self.port)"
                jetstream {
                  store_dir: "\(directory.file("store\(place + 1)"))"
                  sync_interval: always
                  max_file_store: \(storage)
                }
                \(extra)
                """
            if count > 1 {
                lines += """

                    cluster { name: test, listen: "\(host):\(Self.clusterPort)", routes: [\(routes)] }
                    """
            }
            let configuration = directory.file("n\(place + 1).conf")
            try DaemonFiles.write(Array(lines.utf8), to: configuration)
            servers.append(
                Server(
                    address: "\(host):\(Self.port)",
                    configuration: configuration,
                    log: directory.file("n\(place + 1).log"),
                    process: nil
                )
            )
        }
        for place in servers.indices { try start(place) }
        for place in servers.indices { try awaitConnections(place) }
    }

    deinit {
        for place in servers.indices { kill(place) }
    }

    /// The addresses of all servers.
    package var addresses: [String] { servers.map(\.address) }

    /// Starts a server that is not running.
    package func start(_ place: Int) throws {
        let server = servers[place]
        servers[place].process = try Child(
            Self.program,
            ["--config", server.configuration, "--log", server.log],
            environment: ["PATH": "/usr/bin:/bin"]
        )
    }

    /// Kills a server; it finds its store when it starts again.
    package func kill(_ place: Int) {
        guard let process = servers[place].process else { return }
        process.signal(SIGKILL)
        _ = process.wait()
        servers[place].process = nil
    }

    /// Stops a server in the middle of whatever it does, or lets it go on.
    package func pause(_ place: Int, _ isPaused: Bool) {
        servers[place].process?.signal(isPaused ? SIGSTOP : SIGCONT)
    }

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
    package func store(_ place: Int) -> String { directory.file("store\(place + 1)") }

    /// Waits until a server accepts connections.
    package func awaitConnections(_ place: Int) throws {
        let address = servers[place].address
        try waitUntil("nats-server accepts connections at \(address)") { Self.accepts(address) }
    }

    private static func accepts(_ address: String) -> Bool {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(socket) }
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = in_port_t(port).bigEndian
        inet_pton(AF_INET, String(address.prefix { $0 != ":" }), &name.sin_addr)
        return withUnsafePointer(to: &name) { name in
            name.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }

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
