package import StateProtocol
package import Varlink
import VarlinkNIO

// How a call and its answer become types.
extension StateClient {
    /// How long an answer may take; the daemon answers in milliseconds.
    package static let patience = Duration.seconds(30)

    /// How long a round of sync may take that was asked for: one that is under way and the one
    /// that is made after it, each of the ten minutes that can be configured, and a little.
    package static let roundPatience = Duration.seconds(1_260)

    /// Calls a method and answers what it answered.
    package func call<Method: StateMethod>(
        _ method: Method.Type,
        _ parameters: Method.Parameters,
        within patience: Duration = patience
    ) async throws(StateClientError) -> Method.Reply {
        try Self.decode(
            Method.Reply.self,
            try await answer(method, parameters, within: patience)
        )
    }

    /// Calls a method and answers its reply's parameters as they came.
    package func answer<Method: StateMethod>(
        _ method: Method.Type,
        _ parameters: Method.Parameters,
        within patience: Duration = patience
    ) async throws(StateClientError) -> [UInt8] {
        try await answer(Method.name, parameters.json, within: patience)
    }

    /// Calls a method by its name, with parameters and reply as JSON.
    package func answer(
        _ method: String,
        _ parameters: [UInt8],
        within patience: Duration = patience
    ) async throws(StateClientError) -> [UInt8] {
        try await perform { (connection) throws(ClientError) in
            try await connection.call(method, parameters: parameters, within: patience)
                .parameters
        }
    }

    /// Calls a method and wants no answer.
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
        let connection = try await line.connection()
        do {
            return try await body(connection)
        } catch {
            if error.endsConnection { await line.lost(connection) }
            throw StateClientError(error, socket: socket)
        }
    }

    /// Reads what the daemon sent.
    package static func decode<Value: JSONDecodable>(
        _: Value.Type,
        _ json: [UInt8]
    ) throws(StateClientError) -> Value {
        do {
            return try Value(json: json)
        } catch {
            throw .misunderstood(why: error.description)
        }
    }
}
