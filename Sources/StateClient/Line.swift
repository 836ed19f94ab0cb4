import VarlinkNIO

/// The connection over which a client's calls go, made with the first of them.
///
/// Where a connection has failed, the next call gets a new one.
actor Line {
    private let socket: String
    private var current: VarlinkClient?

    init(socket: String) {
        self.socket = socket
    }

    /// A connection to make a call on.
    func connection() async throws(StateClientError) -> VarlinkClient {
        if let current { return current }
        let made = try await VarlinkClient.open(socket)
        // Another call may have connected while this one waited: one connection is enough.
        if let current {
            await made.close()
            return current
        }
        current = made
        return made
    }

    /// A call on `connection` failed in a way that no other call on it can survive.
    func lost(_ connection: VarlinkClient) {
        if current === connection { current = nil }
    }

    /// Ends the connection, if there is one.
    func close() async {
        let connection = current
        current = nil
        await connection?.close()
    }
}

extension VarlinkClient {
    /// A connection to the daemon at `socket`.
    static func open(_ socket: String) async throws(StateClientError) -> VarlinkClient {
        do {
            return try await connect(to: socket)
        } catch {
            throw StateClientError(error, socket: socket)
        }
    }
}
