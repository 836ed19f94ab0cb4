// SPDX-License-Identifier: Apache-2.0
internal import StateProtocol
internal import Varlink
package import VarlinkNIO

/// The outcome of a call to the daemon.
package enum CallOutcome: Sendable {
    /// The reply's parameters, one JSON object.
    case reply([UInt8])
    /// An error of the daemon: its qualified name and its parameters.
    case error(String, [UInt8])
    /// The daemon cannot be reached, or the connection was lost, for the given reason.
    case unreachable(String)

    /// Creates the outcome of a call that failed.
    init(_ error: ClientError) {
        switch error {
        case .reply(let name, let parameters): self = .error(name, parameters)
        case .closed, .failed:
            self = .unreachable("the connection was lost; the call may have been carried out")
        default: self = .unreachable("\(error)")
        }
    }
}

/// The connections to the daemon for calls, each used by one call at a time.
///
/// A connection that is attached as a surface of a player is not reused.
package actor DaemonLink {
    /// The methods that change the state of their connection.
    private static let surfaceMethods: Set = [Session.Attach.name, Session.SetPhase.name]
    /// The maximum number of idle connections.
    private static let kept = 8

    /// The path of the daemon's socket.
    package nonisolated let socket: String
    private var idle: [VarlinkClient] = []

    /// Creates a link that is not connected yet.
    package init(socket: String) {
        self.socket = socket
    }

    /// Forwards a call to the daemon.
    package func call(_ method: String, _ parameters: [UInt8]) async -> CallOutcome {
        let isOfSurface = Self.surfaceMethods.contains(method)
        while !isOfSurface, let connection = idle.popLast() {
            // The daemon may have been restarted since the connection was used last.
            if let outcome = await call(method, parameters, on: connection) { return outcome }
        }
        do throws(ClientError) {
            let connection = try await VarlinkClient.connect(to: socket)
            return await call(method, parameters, on: connection, isKept: !isOfSurface)
                ?? .unreachable("the daemon closes connections immediately")
        } catch {
            return CallOutcome(error)
        }
    }

    /// Returns the outcome; `nil` if the connection had ended before the call was sent.
    private func call(
        _ method: String,
        _ parameters: [UInt8],
        on connection: VarlinkClient,
        isKept: Bool = true
    ) async -> CallOutcome? {
        do throws(ClientError) {
            let reply = try await connection.call(method, parameters: parameters)
            if isKept { keep(connection) }
            return .reply(reply.parameters)
        } catch {
            if case .notSent = error { return nil }
            if case .reply = error, isKept { keep(connection) }
            return CallOutcome(error)
        }
    }

    private func keep(_ connection: VarlinkClient) {
        if idle.count < Self.kept { idle.append(connection) }
    }

    /// Begins a stream on a new connection.
    package nonisolated func stream(
        _ method: String,
        _ parameters: [UInt8]
    ) async throws(ClientError) -> ReplyStream {
        let connection = try await VarlinkClient.connect(to: socket)
        return try await connection.callMore(method, parameters: parameters)
    }
}
