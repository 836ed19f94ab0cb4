// SPDX-License-Identifier: Apache-2.0
import VarlinkNIO

/// The holder of a client's connection, which is opened by the first call.
///
/// If a connection has failed, the next call gets a new one.
actor ConnectionHolder {
    private let socket: String
    private var current: VarlinkClient?

    /// Creates a holder that has not connected to `socket` yet.
    init(socket: String) {
        self.socket = socket
    }

    /// Returns a connection for a call.
    func connection() async throws(StateClientError) -> VarlinkClient {
        if let current { return current }
        let made = try await VarlinkClient.open(socket)
        // Another call may have connected in the meantime; one connection is enough.
        if let current {
            await made.close()
            return current
        }
        current = made
        return made
    }

    /// Drops `connection` after a failure that affects all its calls.
    func lost(_ connection: VarlinkClient) {
        if current === connection { current = nil }
    }

    /// Performs a call on the connection, or on a new one if the connection has ended.
    nonisolated func perform<Answer>(
        _ body: (VarlinkClient) async throws(ClientError) -> Answer
    ) async throws(StateClientError) -> Answer {
        var result = try await attempt(body)
        // The connection had ended before the call was sent, so it is safe to send it again.
        if case .failure(.notSent) = result { result = try await attempt(body) }
        do {
            return try result.get()
        } catch {
            throw StateClientError(error, socket: socket)
        }
    }

    private nonisolated func attempt<Answer>(
        _ body: (VarlinkClient) async throws(ClientError) -> Answer
    ) async throws(StateClientError) -> Result<Answer, ClientError> {
        let connection = try await connection()
        do {
            return .success(try await body(connection))
        } catch {
            if error.endsConnection { await lost(connection) }
            return .failure(error)
        }
    }

    /// Closes the connection, if there is one.
    func close() async {
        let connection = current
        current = nil
        await connection?.close()
    }
}

extension VarlinkClient {
    /// Returns a connection to the daemon at `socket`.
    static func open(_ socket: String) async throws(StateClientError) -> VarlinkClient {
        do {
            return try await connect(to: socket)
        } catch {
            throw StateClientError(error, socket: socket)
        }
    }
}
