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
            var sequence: SequenceNumber?, duplicate: Bool?
            try reader.object { (memberName, reader) throws(JSONError) in
                switch memberName {
                case "sequence": sequence = try reader.int()
                case "duplicate": duplicate = try reader.bool()
                default: break
                }
            }
            try self.init(
                sequence: reader.required(sequence, "sequence"),
                duplicate: reader.required(duplicate, "duplicate")
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
            var events: [EventsTypes.Event]?, more: Bool?
            try reader.object { (memberName, reader) throws(JSONError) in
                switch memberName {
                case "events": events = try reader.list(EventsTypes.Event.self)
                case "more": more = try reader.bool()
                default: break
                }
            }
            try self.init(
                events: reader.required(events, "events"), more: reader.required(more, "more")
            )
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
            var events: [EventsTypes.Event]?, ready: Bool?, token: String?
            try reader.object { (memberName, reader) throws(JSONError) in
                switch memberName {
                case "events": events = try reader.list(EventsTypes.Event.self)
                case "ready": ready = try reader.bool()
                case "token": token = try reader.string()
                default: break
                }
            }
            try self.init(
                events: reader.required(events, "events"), ready: reader.required(ready, "ready"),
                token: reader.required(token, "token")
            )
        }
        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("events", events)
            writer.member("ready", ready)
            writer.member("token", token)
        }
    }
}
