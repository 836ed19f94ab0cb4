// SPDX-License-Identifier: Apache-2.0
import Varlink
import VarlinkNIO

/// Takes the steps against any server.
struct CertificationClient {
    /// What a server got wrong.
    enum Failure: Error {
        /// The replies to that method are not what they should be.
        case replies(method: String, got: [JSONValue])
        /// `Start` answered no client id.
        case noClientID
    }

    private let client: VarlinkClient
    private let steps: Steps

    init(client: VarlinkClient) throws {
        self.client = client
        steps = try Steps()
    }

    /// Goes through all steps, each with what the one before it was answered.
    func run() async throws {
        let start = try await client.call(Steps.interface + ".Start")
        guard let id = try value(of: start)["client_id"] else { throw Failure.noClientID }
        let client = JSONMember(key: "client_id", value: id)
        var members: [JSONMember] = []
        for step in steps.all {
            let parameters = JSONValue.object([client] + members).encoded
            let replies = try await take(step, with: parameters)
            let expected = zip(replies, step.gives).allSatisfy { reply, gives in
                // Some servers repeat the client's id.
                JSONValue.object(reply).means(gives)
            }
            guard replies.count == step.gives.count, expected else {
                throw Failure.replies(method: step.method, got: replies.map { .object($0) })
            }
            print(step.method, "ok")
            members = next(after: step, replies)
        }
    }

    private func take(
        _ step: Steps.Step,
        with parameters: [UInt8]
    ) async throws -> [[JSONMember]] {
        let method = Steps.interface + "." + step.method
        var replies: [Reply] = []
        switch step.style {
        case .plain: replies.append(try await client.call(method, parameters: parameters))
        case .oneway: try await client.callOneway(method, parameters)
        case .more:
            for try await reply in try await client.callMore(method, parameters: parameters) {
                replies.append(reply)
            }
        }
        return try replies.map { reply in
            try value(of: reply).members.filter { $0.key != "client_id" }
        }
    }

    private func next(after step: Steps.Step, _ replies: [[JSONMember]]) -> [JSONMember] {
        guard step.style == .more else { return replies.first ?? [] }
        let strings = replies.compactMap { JSONValue.object($0)["string"] }
        return [JSONMember(key: "last_more_replies", value: .array(strings))]
    }

    private func value(of reply: Reply) throws -> JSONValue {
        var reader = JSONReader(reply.parameters)
        return try reader.value()
    }
}
