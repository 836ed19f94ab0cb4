import Glibc

/// The daemon of this project.
final class Stated: Server {
    let name = "stated"
    let wire: any Wire = VarlinkWire()
    let socket: String
    let process: ServerProcess

    /// Starts it on a store of its own.
    init(program: String, folder: String) throws {
        socket = folder + "/stated"
        setenv("XDG_CONFIG_HOME", folder, 1)
        process = try ServerProcess(
            [
                program, "--socket", socket, "--store", folder + "/state.db",
                "--backup-interval", "30d",
            ],
            folder: folder,
            socket: socket
        )
    }
}

/// redis with an append-only file.
final class Redis: Server {
    let name: String
    let wire: any Wire = RESPWire()
    let socket: String
    let process: ServerProcess

    /// Starts it with `appendfsync` as given: always, or everysec.
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

/// mosquitto with retained messages; it does not store them before it acknowledges.
final class Mosquitto: Server {
    let name = "mosquitto"
    let wire: any Wire = MQTTWire()
    let socket: String
    let process: ServerProcess

    /// Starts it with its queues unbounded.
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
