// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The daemon of this project.
final class Stated: Server {
    /// The programs of its build.
    let build: Plan.Build
    /// The end of its names in tables: empty for the build that is measured.
    let mark: String
    /// The protocol.
    let connection: any BenchConnection = VarlinkConnection()
    /// The path of the socket.
    let socket: String
    /// The process.
    let process: ServerProcess
    /// The number of items imported so far.
    var imported = 0

    /// The name in tables.
    var name: String { "stated" + mark }

    /// Starts the daemon of a build with a separate store.
    init(_ build: Plan.Build, _ mark: String = "", folder: String) throws {
        self.build = build
        self.mark = mark
        socket = folder + "/stated"
        setenv("XDG_CONFIG_HOME", folder, 1)
        process = try ServerProcess(
            [
                build.stated, "--socket", socket, "--store", folder + "/state.db",
                "--backup-interval", "30d",
            ],
            folder: folder,
            socket: socket
        )
    }
}

/// A redis server with an append-only file.
final class Redis: Server {
    /// The name in tables.
    let name: String
    /// The protocol.
    let connection: any BenchConnection = RESPConnection()
    /// The path of the socket.
    let socket: String
    /// The process.
    let process: ServerProcess

    /// Starts redis with the given `appendfsync`: always or everysec.
    init(sync: String, folder: String) throws {
        name = "redis \(sync)"
        socket = folder + "/redis"
        process = try ServerProcess(
            [
                "redis-server", "--port", "0", "--unixsocket", socket, "--dir", folder, "--save",
                "",
                "--appendonly", "yes", "--appendfsync", sync,
            ],
            folder: folder,
            socket: socket
        )
    }
}

/// A mosquitto server with retained messages, which it does not store before it acknowledges them.
final class Mosquitto: Server {
    /// The name in tables.
    let name = "mosquitto"
    /// The protocol.
    let connection: any BenchConnection = MQTTConnection()
    /// The path of the socket.
    let socket: String
    /// The process.
    let process: ServerProcess

    /// Starts mosquitto with unbounded queues.
    init(folder: String) throws {
        socket = folder + "/mosquitto"
        let configuration = """
            listener 0 \(socket)
            allow_anonymous true
            persistence true
            persistence_location \(folder)/
            max_inflight_messages 0
            max_queued_messages 0
            user root

            """
        let file = folder + "/mosquitto.conf"
        guard let stream = fopen(file, "w") else { throw Setup("cannot write \(file)") }
        fputs(configuration, stream)
        fclose(stream)
        process = try ServerProcess(
            ["mosquitto", "-c", file],
            folder: folder,
            socket: socket
        )
    }
}
