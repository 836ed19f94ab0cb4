// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// A shared folder, or a NATS server, through which daemons sync in a test.
public final class TestRemote: Sendable {
    // Released first: a server writes to its directory until it is killed.
    let server: NATSServer?
    private let directory: TemporaryDirectory

    /// Creates an empty folder.
    public convenience init() throws {
        self.init(try TemporaryDirectory(), nil)
    }

    private init(_ directory: TemporaryDirectory, _ server: NATSServer?) {
        self.directory = directory
        self.server = server
    }

    /// Starts a NATS server with JetStream, which is killed when the object is released.
    ///
    /// - Parameter program: The path of `nats-server`; `nil` to use the one in PATH.
    /// - Returns: The server, which accepts connections.
    /// - Throws: An error that says what to install if there is no such program, or has the
    ///   server's log if the server ends.
    public static func nats(program: String? = nil) throws -> TestRemote {
        let found = program ?? DaemonProgram.installed("nats-server")
        guard let found, access(found, X_OK) == 0 else { throw MissingServer(path: found) }
        let directory = try TemporaryDirectory()
        let server = try NATSServer(in: directory, command: [found])
        try server.start()
        try server.awaitConnections()
        return TestRemote(directory, server)
    }

    /// The absolute path of the folder, or of the directory in which the server keeps its streams.
    public var path: String { server?.store ?? directory.path }
}

private struct MissingServer: Error, CustomStringConvertible {
    let path: String?

    var description: String {
        "nats-server is not \(path.map { "at \($0)" } ?? "in PATH"); "
            + "install it from https://nats.io/download, or pass the path of the program"
    }
}
