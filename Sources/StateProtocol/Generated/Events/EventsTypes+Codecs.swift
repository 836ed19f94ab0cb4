// swift-format-ignore-file
// SPDX-License-Identifier: Apache-2.0
// Written by `make generate` from Sources/StateProtocol/Interfaces; changes here are lost.
internal import StateModel
package import Varlink

extension EventsTypes.Event: JSONObject {
    package init(from reader: inout JSONReader) throws(JSONError) {
        let members = try JSONMembers(of: &reader)
        try self.init(
            id: members.required("id"), topic: members.required("topic"),
            body: members.rawObject("body"), origin: members.required("origin"),
            at: members.required("at"), sequence: members.required("sequence"),
            state: members.known("state", else: .pending)
        )
    }
    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("id", id)
        writer.member("topic", topic)
        writer.member("body", json: body)
        writer.member("origin", origin)
        writer.member("at", at)
        writer.member("sequence", sequence)
        writer.member("state", state)
    }
}
