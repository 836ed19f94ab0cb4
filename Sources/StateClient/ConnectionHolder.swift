// SPDX-License-Identifier: Apache-2.0
import VarlinkNIO

/// The connection of a client, opened by the first call.
///
/// After a failure, the next call opens a new connection.
actor ConnectionHolder {
    private let socket: String
    private var current: VarlinkClient?

    init(socket: String) {
        self.socket = socket
    }

    /// Returns the open connection, or opens one.
    func connection() async throws(StateClientError) -> VarlinkClient {
        if let current { return current }
        let made = try await VarlinkClient.open(socket)
        // Another call may have opened a connection in the meantime; only one is needed.
        if let current {
            await made.close()
            return current
        }
        current = made
        return made
    }

    /// Discards a connection after a failure that affects all its calls.
    func lost(_ connection: VarlinkClient) {
        if current === connection { current = nil }
    }

    /// Makes a call, on a new connection if the present one ended before the call was sent.
    nonisolated func perform<Answer>(
        _ body: (VarlinkClient) async throws(ClientError) -> Answer
    ) async throws(StateClientError) -> Answer {
        var result = try await attempt(body)
        // The call was not sent, so it cannot have been executed, and may be sent again.
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

    func close() async {
        let connection = current
        current = nil
        await connection?.close()
    }
}

extension VarlinkClient {
    /// Connects to the daemon at `socket`.
    static func open(_ socket: String) async throws(StateClientError) -> VarlinkClient {
        do {
            return try await connect(to: socket)
        } catch {
            throw StateClientError(error, socket: socket)
        }
    }
}
