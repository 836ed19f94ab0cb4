// SPDX-License-Identifier: Apache-2.0
import VarlinkNIO

/// The connection of a client.
///
/// The first call opens it, and so does the first call after a failure.
actor ConnectionHolder {
    private let socket: String
    private var current: VarlinkClient?

    init(socket: String) {
        self.socket = socket
    }

    func connection() async throws(StateClientError) -> VarlinkClient {
        if let current { return current }
        let made = try await VarlinkClient.open(socket)
        // Another call may have opened a connection in the meantime.
        if let current {
            await made.close()
            return current
        }
        current = made
        return made
    }

    func lost(_ connection: VarlinkClient) {
        if current === connection { current = nil }
    }

    /// Makes a call; repeats it on a new connection if the first one ended before the call was
    /// sent.
    nonisolated func perform<Answer>(
        _ body: (VarlinkClient) async throws(ClientError) -> Answer
    ) async throws(StateClientError) -> Answer {
        var result = try await attempt(body)
        // A call that was not sent cannot have been executed.
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
    static func open(_ socket: String) async throws(StateClientError) -> VarlinkClient {
        do {
            return try await connect(to: socket)
        } catch {
            throw StateClientError(error, socket: socket)
        }
    }
}
