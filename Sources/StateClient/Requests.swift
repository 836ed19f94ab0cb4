// SPDX-License-Identifier: Apache-2.0
package import StateProtocol
package import Varlink
import VarlinkNIO

extension StateClient {
    package func call<Method: StateMethod>(
        _ method: Method.Type,
        _ parameters: Method.Parameters,
        within timeout: Duration? = nil
    ) async throws(StateClientError) -> Method.Reply {
        try await answer(method, parameters, within: timeout).reply
    }

    package func answer<Method: StateMethod>(
        _ method: Method.Type,
        _ parameters: Method.Parameters,
        within timeout: Duration? = nil
    ) async throws(StateClientError) -> Answer<Method.Reply> {
        let json = try await answer(Method.name, parameters.json, within: timeout)
        return Answer(reply: try Method.Reply(reply: json), json: json)
    }

    func pages<Method: StateMethod, Entry>(
        _ method: Method.Type,
        within timeout: Duration? = nil,
        parameters: (String?) -> Method.Parameters,
        read: (Method.Reply) -> (entries: [Entry], cursor: String?)
    ) async throws(StateClientError) -> [Entry] {
        var entries: [Entry] = []
        var cursor: String?
        repeat {
            let page = read(try await call(method, parameters(cursor), within: timeout))
            entries += page.entries
            cursor = page.cursor
        } while cursor != nil
        return entries
    }

    package func answer(
        _ method: String,
        _ parameters: [UInt8],
        within timeout: Duration? = nil
    ) async throws(StateClientError) -> [UInt8] {
        let timeout = timeout ?? CallTimeout.of(method, parameters)
        // The daemon starts a call once it has answered those before it on the same connection.
        let isSlow = timeout > CallTimeout.write || method == Session.Request.name
        let holder = isSlow ? ConnectionHolder(socket: socket) : connectionHolder
        return try await holder.perform { (connection) throws(ClientError) in
            try await connection.call(method, parameters: parameters, within: timeout).parameters
        }
    }

    func send<Method: StateMethod>(
        _ method: Method.Type,
        _ parameters: Method.Parameters
    ) async throws(StateClientError) {
        try await connectionHolder.perform { (connection) throws(ClientError) in
            try await connection.callOneway(Method.name, parameters.json, within: CallTimeout.write)
        }
    }
}

extension JSONDecodable {
    /// Decodes JSON from the daemon; throws ``StateClientError/invalidReply(reason:)`` if it is
    /// invalid.
    package init(reply json: [UInt8]) throws(StateClientError) {
        do {
            self = try Self(json: json)
        } catch {
            throw .invalidReply(reason: error.description)
        }
    }
}

/// A reply, both decoded and as JSON.
@dynamicMemberLookup
package struct Answer<Reply: Sendable>: Sendable {
    /// The decoded reply, without the members that this library does not know.
    package let reply: Reply
    package let json: [UInt8]

    package subscript<Value>(dynamicMember path: KeyPath<Reply, Value>) -> Value {
        reply[keyPath: path]
    }
}

package enum ObjectText {
    /// Returns the bytes of a JSON object that is nested at most `depth` levels deep.
    package static func bytes(
        _ text: String,
        depth: Int = JSONValue.parametersDepth
    ) throws(ObjectFault) -> [UInt8] {
        let bytes = Array(text.utf8)
        _ = try JSONValue.members(in: bytes, depth: depth)
        return bytes
    }

    /// Returns the bytes of the parameters of a call.
    static func parameters(_ text: String) throws(StateClientError) -> [UInt8] {
        do throws(ObjectFault) {
            return try bytes(text)
        } catch {
            throw .invalid(field: "parameters", reason: error.reason ?? "must be a JSON object")
        }
    }
}
