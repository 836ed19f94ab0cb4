// swift-format-ignore-file
// SPDX-License-Identifier: Apache-2.0
// Written by `make generate` from Sources/StateProtocol/Interfaces; changes here are lost.
package import StateModel
package import Varlink

extension Events.Append {
    /// The parameters of Append.
    package struct Parameters: JSONObject, Equatable, Sendable {
        package var id: String
        package var topic: String
        package var body: [UInt8]
        package var at: Timestamp?
        package init(id: String, topic: String, body: [UInt8], at: Timestamp? = nil) {
            (self.id, self.topic, self.body, self.at) = (id, topic, body, at)
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            let members = try JSONMembers(of: &reader)
            try self.init(
                id: members.required("id"), topic: members.required("topic"),
                body: members.rawObject("body"), at: members.optional("at")
            )
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("id", id)
            writer.member("topic", topic)
            writer.member("body", json: body)
            writer.member("at", at)
        }
    }
}

extension Events.List {
    /// The parameters of List.
    package struct Parameters: JSONObject, Equatable, Sendable {
        package var after: SequenceNumber?
        package var topic: String?
        package var limit: Int?
        package init(after: SequenceNumber? = nil, topic: String? = nil, limit: Int? = nil) {
            (self.after, self.topic, self.limit) = (after, topic, limit)
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            let members = try JSONMembers(of: &reader)
            try self.init(
                after: members.optional("after"), topic: members.optional("topic"),
                limit: members.optional("limit")
            )
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("after", after)
            writer.member("topic", topic)
            writer.member("limit", limit)
        }
    }
}

extension Events.Follow {
    /// The parameters of Follow.
    package struct Parameters: JSONObject, Equatable, Sendable {
        package var token: String?
        package var topic: String?
        package init(token: String? = nil, topic: String? = nil) {
            (self.token, self.topic) = (token, topic)
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            let members = try JSONMembers(of: &reader)
            try self.init(token: members.optional("token"), topic: members.optional("topic"))
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("token", token)
            writer.member("topic", topic)
        }
    }
}
