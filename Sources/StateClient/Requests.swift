// SPDX-License-Identifier: Apache-2.0
package import StateProtocol
package import Varlink
import VarlinkNIO

// The conversion of calls and replies to and from their types.
extension StateClient {
    /// The timeout of a call that changes something: its reply waits for the disk.
    private static let writeTimeout = Duration.seconds(30)
    /// The timeout of a call that reads little; the daemon replies in milliseconds.
    private static let readTimeout = Duration.seconds(10)

    /// Returns the timeout of a call, by the first word of its method.
    static func timeout(of method: String, _ parameters: [UInt8]) -> Duration {
        if method == Playback.List.name,
            (try? Playback.List.Parameters(json: parameters))?.mayReadAll == true
        {
            return storeTimeout
        }
        let name = method.split(separator: ".").last ?? ""
        let reads = ["Get", "List", "History", "Resume", "Explain"]
        return reads.contains { name.hasPrefix($0) } ? readTimeout : writeTimeout
    }

    /// The timeout of a requested round of sync.
    ///
    /// It covers the round in progress and the next one, with the maximum timeout of ten minutes
    /// each, and a margin.
    package static let roundTimeout = Duration.seconds(1_260)

    /// The timeout of a call that reads or writes a whole store.
    package static let storeTimeout = Duration.seconds(1_200)

    /// Calls a method and returns its reply.
    package func call<Method: StateMethod>(
        _ method: Method.Type,
        _ parameters: Method.Parameters,
        within timeout: Duration? = nil
    ) async throws(StateClientError) -> Method.Reply {
        try await answer(method, parameters, within: timeout).reply
    }

    /// Calls a method and returns its reply's parameters as received.
    package func answer<Method: StateMethod>(
        _ method: Method.Type,
        _ parameters: Method.Parameters,
        within timeout: Duration? = nil
    ) async throws(StateClientError) -> Answer<Method.Reply> {
        let json = try await answer(Method.name, parameters.json, within: timeout)
        return Answer(reply: try Self.decode(Method.Reply.self, json), json: json)
    }

    /// Calls a method by its name, with parameters and reply as JSON.
    package func answer(
        _ method: String,
        _ parameters: [UInt8],
        within timeout: Duration? = nil
    ) async throws(StateClientError) -> [UInt8] {
        try await perform { (connection) throws(ClientError) in
            try await connection.call(
                method,
                parameters: parameters,
                within: timeout ?? Self.timeout(of: method, parameters)
            ).parameters
        }
    }

    /// Calls a method without waiting for a reply.
    func send<Method: StateMethod>(
        _ method: Method.Type,
        _ parameters: Method.Parameters
    ) async throws(StateClientError) {
        try await perform { (connection) throws(ClientError) in
            try await connection.callOneway(Method.name, parameters: parameters.json)
        }
    }

    private func perform<Answer>(
        _ body: (VarlinkClient) async throws(ClientError) -> Answer
    ) async throws(StateClientError) -> Answer {
        var result = try await attempt(body)
        // The connection ended between two calls, and the daemon knows nothing of this one.
        if case .failure(.notSent) = result { result = try await attempt(body) }
        do {
            return try result.get()
        } catch {
            throw StateClientError(error, socket: socket)
        }
    }

    private func attempt<Answer>(
        _ body: (VarlinkClient) async throws(ClientError) -> Answer
    ) async throws(StateClientError) -> Result<Answer, ClientError> {
        let connection = try await connectionHolder.connection()
        do {
            return .success(try await body(connection))
        } catch {
            if error.endsConnection { await connectionHolder.lost(connection) }
            return .failure(error)
        }
    }

    /// Decodes JSON from the daemon.
    package static func decode<Value: JSONDecodable>(
        _: Value.Type,
        _ json: [UInt8]
    ) throws(StateClientError) -> Value {
        do {
            return try Value(json: json)
        } catch {
            throw .misunderstood(reason: error.description)
        }
    }
}

/// A reply, decoded and as the daemon sent it.
@dynamicMemberLookup
package struct Answer<Reply: Sendable>: Sendable {
    /// The decoded reply, without unknown members.
    package let reply: Reply
    /// The JSON as received.
    package let json: [UInt8]

    /// A member of the reply.
    package subscript<Value>(dynamicMember path: KeyPath<Reply, Value>) -> Value {
        reply[keyPath: path]
    }
}
