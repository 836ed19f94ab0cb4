// SPDX-License-Identifier: Apache-2.0
package import Varlink
import VarlinkNIO

/// A daemon on a real socket that gives the answers its test scripts.
package final class FakeDaemon: Sendable {
    /// What a test has the daemon do with a call: whole messages to send; a call that is answered
    /// with none waits for ``push(_:to:)``.
    package typealias Script = @Sendable (Call) -> [[UInt8]]

    /// The socket it listens on.
    package let socket: String
    private let server: VarlinkServer<ScriptedHandler>

    private init(socket: String, server: VarlinkServer<ScriptedHandler>) {
        self.socket = socket
        self.server = server
    }

    /// Listens on `socket`; a call with `more` keeps its connection for ``push(_:to:)``.
    package static func start(
        on socket: String,
        script: @escaping Script
    ) async throws -> FakeDaemon {
        let server = try await VarlinkServer.start(on: .path(socket)) { transport in
            ScriptedHandler(transport: transport, script: script)
        }
        return FakeDaemon(socket: socket, server: server)
    }

    /// Sends a message to every stream, or to those of one method.
    package func push(_ message: [UInt8], to method: String? = nil) async throws {
        try await server.submit { $0.push(message, to: method) }
    }

    /// The calls that came so far.
    package func calls() async throws -> [Call] {
        try await server.submit { $0.calls }
    }

    /// Ends every connection, and goes.
    package func stop() async {
        await server.stop()
    }
}

/// Answers calls as the script says.
private final class ScriptedHandler: ServerHandler {
    private(set) var calls: [Call] = []
    private let transport: any ServerTransport
    private let script: FakeDaemon.Script
    private var streams: [(connection: ConnectionID, method: String)] = []

    init(transport: any ServerTransport, script: @escaping FakeDaemon.Script) {
        self.transport = transport
        self.script = script
    }

    func push(_ message: [UInt8], to method: String?) {
        let meant = streams.filter { method == nil || $0.method == method }
        transport.send(message, toAll: meant.map(\.connection))
    }

    func opened(_ connection: ConnectionID, peer: PeerCredentials) -> Admission { .admitted }

    func received(_ call: Call, from connection: ConnectionID) -> CallDisposition {
        calls.append(call)
        let messages = script(call)
        for message in messages { transport.send(message, to: connection) }
        guard call.more || messages.isEmpty && !call.oneway else { return .next }
        streams.append((connection, call.method))
        return .stream
    }

    func becameWritable(_ connection: ConnectionID) {}

    func closed(_ connection: ConnectionID) {
        streams.removeAll { $0.connection == connection }
    }

    func turnEnded() {}

    func woken() {}
}
