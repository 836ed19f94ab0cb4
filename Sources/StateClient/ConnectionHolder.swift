// SPDX-License-Identifier: Apache-2.0
import VarlinkNIO

/// The holder of a client's connection, which is made on the first call.
///
/// If a connection has failed, the next call gets a new one.
actor ConnectionHolder {
    private let socket: String
    private var current: VarlinkClient?

    /// Creates a holder that is not connected to `socket` yet.
    init(socket: String) {
        self.socket = socket
    }

    /// Returns a connection for a call.
    func connection() async throws(StateClientError) -> VarlinkClient {
        if let current { return current }
        let made = try await VarlinkClient.open(socket)
        // Another call may have connected during the wait: one connection is enough.
        if let current {
            await made.close()
            return current
        }
        current = made
        return made
    }

    /// Drops `connection` after a failure that affects all of its calls.
    func lost(_ connection: VarlinkClient) {
        if current === connection { current = nil }
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
