package import Varlink

extension Sync {
    /// The kinds of content of an outbox entry.
    package enum EntryKind: String, Sendable, CaseIterable {
        /// A resume point.
        case point
        /// The removal of a resume point.
        case tombstone
        /// An event.
        case event
    }

    /// The state of an entry.
    package enum EntryState: String, Sendable, CaseIterable {
        /// The entry has not been sent yet.
        case pending
        /// The entry was sent and is not acknowledged yet.
        case inFlight
        /// The remote store has the entry.
        case synced
        /// The entry cannot be sent; a person should look.
        case failed
    }

    /// One entry on its way to the remote store.
    package struct OutboxEntry: JSONDecodable, JSONEncodable, Equatable, Sendable {
        /// Its number.
        package var id: Int
        /// The kind of its content.
        package var kind: EntryKind
        /// The item, or the event's ID.
        package var key: String
        /// The state of the entry.
        package var state: EntryState
        /// The number of attempts.
        package var attempts: Int
        /// The time of the next attempt, in milliseconds since 1970.
        package var nextAttemptAt: Int?
        /// The latest error.
        package var error: String?
        /// The time at which the entry was made, in milliseconds since 1970.
        package var createdAt: Int

        /// Creates an entry from its members.
        package init(
            id: Int,
            kind: EntryKind,
            key: String,
            state: EntryState,
            attempts: Int,
            nextAttemptAt: Int? = nil,
            error: String? = nil,
            createdAt: Int
        ) {
            self.id = id
            self.kind = kind
            self.key = key
            self.state = state
            self.attempts = attempts
            self.nextAttemptAt = nextAttemptAt
            self.error = error
            self.createdAt = createdAt
        }

        /// Creates the value from its members; unknown members are ignored.
        package init(from reader: inout JSONReader) throws(JSONError) {
            var id: Int?
            var kind: EntryKind?
            var key: String?
            var state: EntryState?
            var attempts: Int?
            var nextAttemptAt: Int?
            var error: String?
            var createdAt: Int?
            try reader.object { (name, reader) throws(JSONError) in
                switch name {
                case "id": id = try reader.int()
                case "kind": kind = try reader.named(EntryKind.self)
                case "key": key = try reader.string()
                case "state": state = try reader.known(EntryState.self, else: .pending)
                case "attempts": attempts = try reader.int()
                case "nextAttemptAt": nextAttemptAt = try reader.optionalInt()
                case "error": error = try reader.optionalString()
                case "createdAt": createdAt = try reader.int()
                default: break
                }
            }
            self.id = try reader.required(id, "id")
            self.kind = try reader.required(kind, "kind")
            self.key = try reader.required(key, "key")
            self.state = try reader.required(state, "state")
            self.attempts = try reader.required(attempts, "attempts")
            self.nextAttemptAt = nextAttemptAt
            self.error = error
            self.createdAt = try reader.required(createdAt, "createdAt")
        }

        /// Writes the object; members that are `nil` are left out.
        package func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.member("id", id)
            writer.member("kind", kind)
            writer.member("key", key)
            writer.member("state", state)
            writer.member("attempts", attempts)
            writer.member("nextAttemptAt", nextAttemptAt)
            writer.member("error", error)
            writer.member("createdAt", createdAt)
            writer.endObject()
        }
    }

    /// Lists the entries on their way to the remote store.
    package enum ListOutbox: StateMethod {
        package static let name = "io.stated.Sync.ListOutbox"

        /// The parameters of ListOutbox.
        package struct Parameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The state of the entries wanted; `nil` for all states.
            package var state: EntryState?
            /// The largest number of entries wanted, at most 1000; `nil` for 100.
            package var limit: Int?

            /// Creates the parameters of one list.
            package init(state: EntryState? = nil, limit: Int? = nil) {
                self.state = state
                self.limit = limit
            }

            /// Creates the value from its members; unknown members are ignored.
            package init(from reader: inout JSONReader) throws(JSONError) {
                var state: EntryState?
                var limit: Int?
                try reader.object { (key, reader) throws(JSONError) in
                    switch key {
                    case "state": state = try reader.optionalNamed(EntryState.self)
                    case "limit": limit = try reader.optionalInt()
                    default: break
                    }
                }
                self.state = state
                self.limit = limit
            }

            /// Writes the object; members that are `nil` are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("state", state)
                writer.member("limit", limit)
                writer.endObject()
            }
        }

        /// The reply of ListOutbox.
        package struct Reply: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The entries.
            package var entries: [OutboxEntry]

            /// Creates the reply with the entries found.
            package init(entries: [OutboxEntry]) {
                self.entries = entries
            }

            /// Creates the value from its members; unknown members are ignored.
            package init(from reader: inout JSONReader) throws(JSONError) {
                var entries: [OutboxEntry]?
                try reader.object { (key, reader) throws(JSONError) in
                    switch key {
                    case "entries": entries = try reader.list(OutboxEntry.self)
                    default: break
                    }
                }
                self.entries = try reader.required(entries, "entries")
            }

            /// Writes the object; members that are `nil` are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("entries", entries)
                writer.endObject()
            }
        }
    }

    /// Makes failed entries pending again.
    package enum RetryFailed: StateMethod {
        package static let name = "io.stated.Sync.RetryFailed"

        /// The parameters of RetryFailed.
        package struct Parameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The number of the entry; `nil` for all entries that failed.
            package var id: Int?

            /// Creates the parameters for one entry, or for all.
            package init(id: Int? = nil) {
                self.id = id
            }

            /// Creates the value from its members; unknown members are ignored.
            package init(from reader: inout JSONReader) throws(JSONError) {
                var id: Int?
                try reader.object { (key, reader) throws(JSONError) in
                    switch key {
                    case "id": id = try reader.optionalInt()
                    default: break
                    }
                }
                self.id = id
            }

            /// Writes the object; members that are `nil` are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("id", id)
                writer.endObject()
            }
        }

        /// The reply of RetryFailed.
        package struct Reply: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The number of entries that are pending again.
            package var retried: Int

            /// Creates the reply with the number of entries.
            package init(retried: Int) {
                self.retried = retried
            }

            /// Creates the value from its members; unknown members are ignored.
            package init(from reader: inout JSONReader) throws(JSONError) {
                var retried: Int?
                try reader.object { (key, reader) throws(JSONError) in
                    switch key {
                    case "retried": retried = try reader.int()
                    default: break
                    }
                }
                self.retried = try reader.required(retried, "retried")
            }

            /// Writes the object; members that are `nil` are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("retried", retried)
                writer.endObject()
            }
        }
    }
}
