// SPDX-License-Identifier: Apache-2.0
internal import Dispatch
internal import StateModel
internal import StateSync
package import SyncModel

/// A driver for a ``SimulatedServer`` in another process, over TCP; it sends no notifications.
package struct TCPRemote: Remote {
    /// The capabilities of the server.
    package let capabilities: RemoteCapabilities
    private let host: String
    private let port: UInt16
    private let queue = DispatchQueue(label: "stated.tcp-remote")

    /// Creates a driver for the server at an address, with the given manners.
    package init(
        host: String,
        port: UInt16,
        manners: SimulatedServer.Manners = SimulatedServer.Manners()
    ) {
        self.host = host
        self.port = port
        capabilities = SimulatedServer(manners).capabilities
    }

    /// Sends a request and returns the answer.
    ///
    /// Each call has its own connection, each step of which times out within seconds.
    private func answer(_ request: TCPRequest) async throws -> RemoteAnswer {
        let (host, port, bytes) = (host, port, request.bytes)
        let answer = await withCheckedContinuation { continuation in
            queue.async {
                continuation.resume(returning: Result { try Self.exchange(bytes, host, port) })
            }
        }
        try Task.checkCancellation()
        return try answer.get()
    }

    private static func exchange(
        _ request: [UInt8],
        _ host: String,
        _ port: UInt16
    ) throws -> RemoteAnswer {
        do {
            let socket = try TCPSocket.connected(to: host, port: port)
            try socket.send(request)
            let answer = try RemoteAnswer(bytes: try socket.receive())
            if case .failed(let error) = answer { throw error }
            return answer
        } catch let failure as TCPSocket.Failure {
            throw RemoteError.offline("the server does not answer: \(failure)")
        } catch is TCPReader.Damaged {
            throw RemoteError.transient("the server says what nobody understands")
        }
    }

    /// Looks at the server, whose identity every call returns alike.
    package func look() async throws { _ = try await setUp() }

    /// Sets up the remote and returns its identity.
    package func setUp() async throws -> RemoteIdentity {
        guard case .ready(let identity) = try await answer(.call(.setUp)) else { throw Mismatch() }
        return identity
    }

    /// Pushes records and returns their outcomes.
    package func push(_ batch: [RemoteRecord]) async throws -> [PushOutcome] {
        guard case .pushed(let outcomes) = try await answer(.call(.push(batch))) else {
            throw Mismatch()
        }
        return outcomes
    }

    /// Returns a page of the records after a cursor.
    package func page(after cursor: RemoteCursor?, limit: Int) async throws -> RemotePage {
        let request = TCPRequest.call(.page(after: cursor, limit: limit))
        guard case .page(let page) = try await answer(request) else { throw Mismatch() }
        return page
    }

    /// Reports the presence of a device.
    package func report(_ presence: DevicePresence) async throws {
        _ = try await answer(.call(.report(presence)))
    }

    /// Returns the presences of all devices.
    package func devices() async throws -> [DevicePresence] {
        guard case .devices(let presences) = try await answer(.call(.devices)) else {
            throw Mismatch()
        }
        return presences
    }

    /// Removes a device from the list.
    package func forget(_ device: UInt64) async throws {
        _ = try await answer(.forget(device))
    }

    /// Returns a stream that never yields.
    package func notifications() -> AsyncStream<RemoteNotification> {
        AsyncStream { _ in }
    }

    private struct Mismatch: Error {}
}

/// A ``SimulatedServer`` that listens on a port.
package struct TCPServer: ~Copyable {
    private let socket: TCPSocket
    private var server: SimulatedServer

    /// Creates a server that listens; with port 0 the system chooses the port.
    package init(port: UInt16, manners: SimulatedServer.Manners) throws {
        socket = try TCPSocket.listening(port: port)
        server = SimulatedServer(manners)
    }

    /// The port on which it listens.
    package var port: UInt16 { socket.port }

    /// Answers the next request, if one arrives within a few seconds.
    ///
    /// - Parameter now: the time in milliseconds since 1970.
    package mutating func serve(now: () -> Int) {
        guard let peer = socket.accepted() else { return }
        guard let bytes = try? peer.receive(), let request = try? TCPRequest(bytes: bytes) else {
            return
        }
        let answer: RemoteAnswer
        switch request {
        case .call(let call): answer = server.answer(call, now: Timestamp(now()))
        case .forget(let device):
            server.forget(device)
            answer = .reported
        }
        // A client that has disconnected asks again.
        try? peer.send(answer.bytes)
    }
}
