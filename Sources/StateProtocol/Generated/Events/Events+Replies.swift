// swift-format-ignore-file
// SPDX-License-Identifier: Apache-2.0
// Written by `make generate` from Sources/StateProtocol/Interfaces; changes here are lost.
package import StateModel
package import Varlink

extension Events.Append {
    /// The reply of Append.
    package struct Reply: JSONObject, Equatable, Sendable {
        package var sequence: SequenceNumber
        package var duplicate: Bool
        package init(sequence: SequenceNumber, duplicate: Bool) {
            (self.sequence, self.duplicate) = (sequence, duplicate)
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            let members = try JSONMembers(of: &reader)
            try self.init(
                sequence: members.required("sequence"), duplicate: members.required("duplicate")
            )
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("sequence", sequence)
            writer.member("duplicate", duplicate)
        }
    }
}

extension Events.List {
    /// The reply of List.
    package struct Reply: JSONObject, Equatable, Sendable {
        package var events: [EventsTypes.Event]
        package var more: Bool
        package init(events: [EventsTypes.Event], more: Bool) {
            (self.events, self.more) = (events, more)
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            let members = try JSONMembers(of: &reader)
            try self.init(events: members.required("events"), more: members.required("more"))
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("events", events)
            writer.member("more", more)
        }
    }
}

extension Events.Follow {
    /// The reply of Follow.
    package struct Reply: JSONObject, Equatable, Sendable {
        package var events: [EventsTypes.Event]
        package var ready: Bool
        package var token: String
        package init(events: [EventsTypes.Event], ready: Bool, token: String) {
            (self.events, self.ready, self.token) = (events, ready, token)
        }
        package init(from reader: inout JSONReader) throws(JSONError) {
            let members = try JSONMembers(of: &reader)
            try self.init(
                events: members.required("events"), ready: members.required("ready"),
                token: members.required("token")
            )
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("events", events)
            writer.member("ready", ready)
            writer.member("token", token)
        }
    }
}
