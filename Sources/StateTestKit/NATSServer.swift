// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import Synchronization
internal import SystemSupport

/// A NATS server with JetStream, which syncs before it acknowledges.
package final class NATSServer: Sendable {
    /// The address, with the port for clients.
    package let address: String
    /// The directory of the streams.
    package let store: String
    package let log: String
    private let command: [String]
    private let process = Mutex<Child?>(nil)

    /// Writes a server's configuration.
    ///
    /// - Parameters:
    ///   - host: The address on which to listen; the default is a random one in 127.0.0.0/8, so
    ///     that all servers can use the same port.
    ///   - directory: The directory of the configuration, the log and the streams.
    ///   - name: The name of the server, and of its files.
    ///   - settings: Additional lines of the configuration, such as users or TLS.
    ///   - storage: The maximum size of all streams.
    ///   - command: The words of the command that starts the server, without options.
    /// - Throws: ``SystemError`` if the configuration cannot be written.
    package init(
        at host: String = NATSServer.host(),
        in directory: TemporaryDirectory,
        name: String = "n1",
        settings: String = "",
        storage: String = "2GB",
        command: [String]
    ) throws {
        address = "\(host):4222"
        store = directory.file(name)
        log = directory.file("\(name).log")
        let lines = """
            server_name: \(name)
            listen: "\(address)"
            jetstream {
              store_dir: "\(store)"
              sync_interval: always
              max_file_store: \(storage)
            }
            \(settings)
            """
        try directory.overwrite("\(name).conf", with: Array(lines.utf8))
        self.command = command + ["--config", directory.file("\(name).conf"), "--log", log]
    }

    deinit { kill() }

    /// Returns the address of the first host of a random network of 127.0.0.0/8.
    package static func host() -> String {
        "127.\(Int.random(in: 64..<250)).\(Int.random(in: 0..<250)).1"
    }

    /// The process ID; `nil` before a start, and after ``kill()``.
    package var pid: Int32? { process.withLock(\.self)?.pid }

    /// Starts the server, unless it is running.
    package func start() throws {
        try process.withLock { process in
            if process?.ended() == nil, process != nil { return }
            process = try Child(
                command[0],
                Array(command.dropFirst()),
                environment: ["PATH": "/usr/bin:/bin"]
            )
        }
    }

    package func awaitConnections() throws {
        for _ in 1...DaemonProgram.timeoutSeconds * 100 where !isAccepting {
            if let status = process.withLock(\.self)?.ended() {
                throw NATSServerError(reason: "ended with status \(status)", log: log)
            }
            poll(nil, 0, 10)
        }
        guard isAccepting else {
            throw NATSServerError(reason: "does not listen at \(address)", log: log)
        }
    }

    private var isAccepting: Bool {
        let socket = Descriptor(Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0))
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = in_port_t(4_222).bigEndian
        inet_pton(AF_INET, String(address.prefix { $0 != ":" }), &name.sin_addr)
        return withUnsafePointer(to: &name) { name in
            name.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket.number, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }

    /// Kills the server, which keeps its streams for the next start.
    package func kill() {
        process.withLock { process in
            process?.signal(SIGKILL)
            _ = process?.wait()
            process = nil
        }
    }

    /// Suspends the server with SIGSTOP, or continues it.
    package func pause(_ isPaused: Bool) {
        process.withLock(\.self)?.signal(isPaused ? SIGSTOP : SIGCONT)
    }
}

struct NATSServerError: Error, CustomStringConvertible {
    let reason: String
    let log: String

    var description: String {
        let lines = (try? WholeFile.read(at: log)).map { String(decoding: $0, as: UTF8.self) }
        return "nats-server \(reason): \(lines ?? "no log")"
    }
}
