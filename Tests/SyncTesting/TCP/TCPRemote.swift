internal import Dispatch
package import StateModel
internal import StateSync

/// A driver for a ``SimulatedServer`` in another process, over TCP; it tells of no news by itself.
package struct TCPRemote: Remote {
    package let capabilities: RemoteCapabilities
    private let host: String
    private let port: UInt16
    private let queue = DispatchQueue(label: "stated.tcp-remote")

    /// A driver for the server there, which behaves like that.
    package init(
        host: String,
        port: UInt16,
        manners: SimulatedServer.Manners = SimulatedServer.Manners()
    ) {
        self.host = host
        self.port = port
        capabilities = SimulatedServer(manners).capabilities
    }

    /// Each call has a connection of its own, whose every step ends within seconds.
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

    package func setUp() async throws -> RemoteIdentity {
        guard case .ready(let identity) = try await answer(.call(.setUp)) else { throw Mismatch() }
        return identity
    }

    package func push(_ batch: [RemoteRecord]) async throws -> [PushOutcome] {
        guard case .pushed(let outcomes) = try await answer(.call(.push(batch))) else {
            throw Mismatch()
        }
        return outcomes
    }

    package func page(after cursor: RemoteCursor?, limit: Int) async throws -> RemotePage {
        let request = TCPRequest.call(.page(after: cursor, limit: limit))
        guard case .page(let page) = try await answer(request) else { throw Mismatch() }
        return page
    }

    package func report(_ presence: DevicePresence) async throws {
        _ = try await answer(.call(.report(presence)))
    }

    package func devices() async throws -> [DevicePresence] {
        guard case .devices(let presences) = try await answer(.call(.devices)) else {
            throw Mismatch()
        }
        return presences
    }

    package func forget(_ device: UInt64) async throws {
        _ = try await answer(.forget(device))
    }

    package func notifications() -> AsyncStream<RemoteNotification> {
        AsyncStream { _ in }
    }

    private struct Mismatch: Error {}
}

/// A ``SimulatedServer`` that listens on a port.
package struct TCPServer: ~Copyable {
    private let socket: TCPSocket
    private var server: SimulatedServer

    /// A server that listens; with port 0 the system chooses one.
    package init(port: UInt16, manners: SimulatedServer.Manners) throws {
        socket = try TCPSocket.listening(port: port)
        server = SimulatedServer(manners)
    }

    /// Where it listens.
    package var port: UInt16 { socket.port }

    /// Answers the next one who asks, if somebody does within a few seconds.
    ///
    /// - Parameter now: milliseconds since 1970.
    package mutating func serve(now: () -> Int) {
        guard let peer = socket.accepted() else { return }
        guard let bytes = try? peer.receive(), let request = try? TCPRequest(bytes: bytes) else {
            return
        }
        let answer: RemoteAnswer
        switch request {
        case .call(let call): answer = server.answer(call, now: now())
        case .forget(let device):
            server.forget(device)
            answer = .reported
        }
        // One that is gone asks again.
        try? peer.send(answer.bytes)
    }
}
