// SPDX-License-Identifier: Apache-2.0
@_exported public import StateModel
@_exported public import StateProtocol
import Varlink

/// A client of the daemon that stores playback state.
///
/// ```swift
/// let client = try await StateClient.connect()
/// let item = StateClient.itemName(of: "film.mkv")
/// try await client.save(
///     Snapshot(item: item, player: "mine", status: .paused, position: 61.5))
/// let point = try await client.get(item)
/// ```
///
/// Several tasks may make calls at once, on one connection; streams, and calls that may take long,
/// use separate connections. A call in progress when its connection ends throws
/// ``StateClientError/disconnected(reason:)``, and is not repeated, because it may have been
/// executed. The next call connects again; so does the call after a cancelled one.
public struct StateClient: Sendable {
    /// The path of the daemon's socket.
    public let socket: String
    let connectionHolder: ConnectionHolder

    /// Creates a client for the daemon at `socket`, or at ``SocketPath/standard()``.
    ///
    /// The client connects when the first call is made.
    public init(socket: String? = nil) {
        let path = socket ?? SocketPath.standard()
        self.socket = path
        connectionHolder = ConnectionHolder(socket: path)
    }

    /// Connects to the daemon at `socket`, or at ``SocketPath/standard()``.
    public static func connect(to socket: String? = nil) async throws(StateClientError) -> Self {
        let client = StateClient(socket: socket)
        _ = try await client.connectionHolder.connection()
        return client
    }

    /// Closes the shared connection; its calls in progress fail, and the next call opens another.
    public func close() async {
        await connectionHolder.close()
    }

    /// Calls a method by its qualified name; the parameters and the reply are JSON objects.
    public func call(
        _ method: String,
        parameters: String = "{}"
    ) async throws(StateClientError) -> String {
        let object = try ObjectText.parameters(parameters)
        return String(decoding: try await answer(method, object), as: UTF8.self)
    }
}
