// SPDX-License-Identifier: Apache-2.0
package import StateProtocol
import Varlink
import VarlinkNIO

/// The replies to a streaming call (Varlink's `more`).
///
/// The call has a separate connection, which is opened when the first reply is requested.
package struct Replies {
    private enum Phase {
        case planned
        case open(ReplyStream.Iterator)
        case over
    }

    private let socket: String
    private let method: String
    private let parameters: [UInt8]
    private var phase = Phase.planned
    /// True once the daemon has replied, so that a later end of the connection does not mean that
    /// the daemon refuses this user.
    var isKnown = false

    package init<Method: StateMethod>(
        socket: String,
        _: Method.Type,
        _ parameters: Method.Parameters
    ) {
        self.init(socket: socket, method: Method.name, parameters: parameters.json)
    }

    package init(socket: String, method: String, parameters: [UInt8]) {
        self.socket = socket
        self.method = method
        self.parameters = parameters
    }

    package mutating func next() async throws(StateClientError) -> [UInt8]? {
        do {
            guard var replies = try await iterator() else { return nil }
            let reply = try await replies.next()
            phase = reply == nil ? .over : .open(replies)
            isKnown = true
            return reply?.parameters
        } catch {
            phase = .over
            throw StateClientError(error, socket: socket, isKnown: isKnown)
        }
    }

    private func iterator() async throws(ClientError) -> ReplyStream.Iterator? {
        switch phase {
        case .over: return nil
        case .open(let replies): return replies
        case .planned:
            let connection = try await VarlinkClient.connect(to: socket)
            return try await connection.callMore(method, parameters: parameters)
                .makeAsyncIterator()
        }
    }
}
