// swift-format-ignore-file
// SPDX-License-Identifier: Apache-2.0
// Written by `make generate` from Sources/StateProtocol/Interfaces; changes here are lost.
public import StateModel

extension EventsTypes {
    /// id       the caller's own unique id, 1 to 128 bytes; a second Append of it is a duplicate
    /// topic    1 to 128 bytes of [A-Za-z0-9._-]: "score.entered", "order.claimed"
    /// body     64 KiB at most
    /// origin   the device that appended it
    /// sequence this store's order: 1 for the first event, then gap-free
    public struct Event: Equatable, Sendable {
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
    }
}
