// swift-format-ignore-file
// SPDX-License-Identifier: Apache-2.0
// Written by `make generate` from Sources/StateProtocol/Interfaces; changes here are lost.
public import StateModel
package import Varlink

/// The types of io.stated.Events.
public enum EventsTypes {
    /// The state of an event on its way to the remote store.
    public enum SyncState: String, Sendable, CaseIterable {
        case pending, inFlight, synced, failed
    }

    /// id       the caller's own unique id, 1 to 128 bytes; a second Append of it is a duplicate
    /// topic    1 to 128 bytes of [A-Za-z0-9._-]: "score.entered", "order.claimed"
    /// body     64 KiB at most
    /// origin   the device that appended it
    /// sequence this store's order: 1 for the first event, then gap-free
    public struct Event: JSONObject, Equatable, Sendable {
        public var id: String
        public var topic: String
        public var body: [UInt8]
        public var origin: String
        public var at: Timestamp
        public var sequence: SequenceNumber
        public var state: EventsTypes.SyncState
        package init(
            id: String, topic: String, body: [UInt8], origin: String, at: Timestamp,
            sequence: SequenceNumber, state: EventsTypes.SyncState
        ) {
            self.id = id
            self.topic = topic
            self.body = body
            self.origin = origin
            self.at = at
            self.sequence = sequence
            self.state = state
        }
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
}
