package import Varlink

/// The interface io.stated.Events: append-only events.
package enum Events {
    /// The interface's name.
    package static let interface = "io.stated.Events"

    /// The state of an event on its way to the remote store.
    package enum SyncState: String, Sendable, CaseIterable {
        /// The event has not been sent yet.
        case pending
        /// The event was sent and is not acknowledged yet.
        case inFlight
        /// The remote store has the event.
        case synced
        /// The event cannot be sent; a person should look.
        case failed
    }

    /// An event of a caller, delivered to the other devices exactly once.
    package struct Event: JSONDecodable, JSONEncodable, Equatable, Sendable {
        /// The caller's own unique ID, 1 to 128 bytes.
        package var id: String
        /// The topic: 1 to 128 bytes of `[A-Za-z0-9._-]`.
        package var topic: String
        /// The body: one JSON object of at most 64 KiB.
        package var body: [UInt8]
        /// The device that appended it.
        package var origin: String
        /// The time of the event, in milliseconds since 1970.
        package var at: Int
        /// The number in this store's order: 1 for the first event, then without gaps.
        package var sequence: Int
        /// The state of the event on its way to the remote store.
        package var state: SyncState

        /// Creates an event from its members.
        package init(
            id: String,
            topic: String,
            body: [UInt8],
            origin: String,
            at: Int,
            sequence: Int,
            state: SyncState
        ) {
            self.id = id
            self.topic = topic
            self.body = body
            self.origin = origin
            self.at = at
            self.sequence = sequence
            self.state = state
        }

        /// Creates the value from its members; unknown members are ignored.
        package init(from reader: inout JSONReader) throws(JSONError) {
            var id: String?
            var topic: String?
            var body: [UInt8]?
            var origin: String?
            var at: Int?
            var sequence: Int?
            var state: SyncState?
            try reader.object { (key, reader) throws(JSONError) in
                switch key {
                case "id": id = try reader.string()
                case "topic": topic = try reader.string()
                case "body": body = try reader.rawObject()
                case "origin": origin = try reader.string()
                case "at": at = try reader.int()
                case "sequence": sequence = try reader.int()
                case "state": state = try reader.known(SyncState.self, else: .pending)
                default: break
                }
            }
            self.id = try reader.required(id, "id")
            self.topic = try reader.required(topic, "topic")
            self.body = try reader.required(body, "body")
            self.origin = try reader.required(origin, "origin")
            self.at = try reader.required(at, "at")
            self.sequence = try reader.required(sequence, "sequence")
            self.state = try reader.required(state, "state")
        }

        /// Writes the object; members that are `nil` are left out.
        package func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.member("id", id)
            writer.member("topic", topic)
            writer.member("body", json: body)
            writer.member("origin", origin)
            writer.member("at", at)
            writer.member("sequence", sequence)
            writer.member("state", state)
            writer.endObject()
        }
    }

    /// Appends an event; the reply means that the event is on stable storage.
    package enum Append: StateMethod {
        package static let name = "io.stated.Events.Append"

        /// The parameters of Append.
        package struct Parameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The caller's own unique ID; a second Append with it is a duplicate.
            package var id: String
            /// The topic.
            package var topic: String
            /// The body: one JSON object of at most 64 KiB.
            package var body: [UInt8]
            /// The time of the event, in milliseconds since 1970; `nil` for now.
            package var at: Int?

            /// Creates the parameters for one event.
            package init(id: String, topic: String, body: [UInt8], at: Int? = nil) {
                self.id = id
                self.topic = topic
                self.body = body
                self.at = at
            }

            /// Creates the value from its members; unknown members are ignored.
            package init(from reader: inout JSONReader) throws(JSONError) {
                var id: String?
                var topic: String?
                var body: [UInt8]?
                var at: Int?
                try reader.object { (key, reader) throws(JSONError) in
                    switch key {
                    case "id": id = try reader.string()
                    case "topic": topic = try reader.string()
                    case "body": body = try reader.rawObject()
                    case "at": at = try reader.optionalInt()
                    default: break
                    }
                }
                self.id = try reader.required(id, "id")
                self.topic = try reader.required(topic, "topic")
                self.body = try reader.required(body, "body")
                self.at = at
            }

            /// Writes the object; members that are `nil` are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("id", id)
                writer.member("topic", topic)
                writer.member("body", json: body)
                writer.member("at", at)
                writer.endObject()
            }
        }

        /// The reply of Append.
        package struct Reply: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The event's sequence number in this store.
            package var sequence: Int
            /// True if the event was there already.
            package var duplicate: Bool

            /// Creates a reply from its members.
            package init(sequence: Int, duplicate: Bool) {
                self.sequence = sequence
                self.duplicate = duplicate
            }

            /// Creates the value from its members; unknown members are ignored.
            package init(from reader: inout JSONReader) throws(JSONError) {
                var sequence: Int?
                var duplicate: Bool?
                try reader.object { (key, reader) throws(JSONError) in
                    switch key {
                    case "sequence": sequence = try reader.int()
                    case "duplicate": duplicate = try reader.bool()
                    default: break
                    }
                }
                self.sequence = try reader.required(sequence, "sequence")
                self.duplicate = try reader.required(duplicate, "duplicate")
            }

            /// Writes the object; members that are `nil` are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("sequence", sequence)
                writer.member("duplicate", duplicate)
                writer.endObject()
            }
        }
    }
}
