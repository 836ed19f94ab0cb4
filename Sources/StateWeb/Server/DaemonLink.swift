// SPDX-License-Identifier: Apache-2.0
internal import StateProtocol
internal import Varlink
package import VarlinkNIO

package enum CallOutcome: Sendable {
    case reply([UInt8])
    /// An error of the daemon, with its qualified name and its parameters.
    case error(String, [UInt8])
    /// The daemon cannot be reached, or the connection was lost, for the given reason.
    case unreachable(String)

    init(_ error: ClientError) {
        switch error {
        case .reply(let name, let parameters): self = .error(name, parameters)
        case .closed, .failed:
            self = .unreachable("the connection was lost; the call may have been carried out")
        default: self = .unreachable("\(error)")
        }
    }
}

/// The web server's connections to the daemon; each is used by one call at a time.
///
/// A connection that is a surface of a player, or keeps sync active, is not reused.
package actor DaemonLink {
    /// The methods that change the state of their connection.
    private static let surfaceMethods: Set = [
        Session.Attach.name, Session.SetPhase.name, Session.SetActive.name,
    ]
    private static let kept = 8

    package nonisolated let socket: String
    private var idle: [VarlinkClient] = []

    package init(socket: String) {
        self.socket = socket
    }

    package func call(_ method: String, _ parameters: [UInt8]) async -> CallOutcome {
        let isOfSurface = Self.surfaceMethods.contains(method)
        while !isOfSurface, let connection = idle.popLast() {
            // The daemon may have been restarted since the connection was last used.
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

    /// Makes a call on a connection; returns `nil` if the connection had ended before the call was
    /// sent.
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

    package nonisolated func stream(
        _ method: String,
        _ parameters: [UInt8]
    ) async throws(ClientError) -> ReplyStream {
        let connection = try await VarlinkClient.connect(to: socket)
        return try await connection.callMore(method, parameters: parameters)
    }
}
