package import Varlink

extension Sync {
    /// What an outbox entry carries.
    package enum EntryKind: String, Sendable, CaseIterable {
        /// A resume point.
        case point
        /// That a resume point was removed.
        case tombstone
        /// An event.
        case event
    }

    /// Where an entry stands.
    package enum EntryState: String, Sendable, CaseIterable {
        /// It has yet to be sent.
        case pending
        /// It was sent, and its acknowledgement has yet to come.
        case inFlight
        /// The remote store has it.
        case synced
        /// It can't be sent; a person should look.
        case failed
    }

    /// One entry on its way to the remote store.
    package struct OutboxEntry: JSONDecodable, JSONEncodable, Equatable, Sendable {
        /// Its number.
        package var id: Int
        /// What it carries.
        package var kind: EntryKind
        /// The item, or the event's id.
        package var key: String
        /// Where it stands.
        package var state: EntryState
        /// How often it was tried.
        package var attempts: Int
        /// When it is tried next, in milliseconds since 1970.
        package var nextAttemptAt: Int?
        /// What went wrong last.
        package var error: String?
        /// When it was made, in milliseconds since 1970.
        package var createdAt: Int

        /// An entry with all its members.
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

        /// Reads the members; those it does not know are passed over.
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

        /// Writes the object; members that are nil are left out.
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

    /// What is on its way to the remote store.
    package enum ListOutbox: StateMethod {
        package static let name = "io.stated.Sync.ListOutbox"

        /// What ListOutbox takes.
        package struct Parameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The state whose entries are wanted; nil: every state's.
            package var state: EntryState?
            /// How many at most, 1000 being the most; nil: 100.
            package var limit: Int?

            /// The parameters of one list.
            package init(state: EntryState? = nil, limit: Int? = nil) {
                self.state = state
                self.limit = limit
            }

            /// Reads the members; those it does not know are passed over.
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

            /// Writes the object; members that are nil are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("state", state)
                writer.member("limit", limit)
                writer.endObject()
            }
        }

        /// What ListOutbox answers.
        package struct Reply: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The entries.
            package var entries: [OutboxEntry]

            /// The reply with the entries found.
            package init(entries: [OutboxEntry]) {
                self.entries = entries
            }

            /// Reads the members; those it does not know are passed over.
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

            /// Writes the object; members that are nil are left out.
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

        /// What RetryFailed takes.
        package struct Parameters: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// The entry; nil: all that failed.
            package var id: Int?

            /// The parameters for one entry, or for all.
            package init(id: Int? = nil) {
                self.id = id
            }

            /// Reads the members; those it does not know are passed over.
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

            /// Writes the object; members that are nil are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("id", id)
                writer.endObject()
            }
        }

        /// What RetryFailed answers.
        package struct Reply: JSONDecodable, JSONEncodable, Equatable, Sendable {
            /// How many are pending again.
            package var retried: Int

            /// The reply with one number.
            package init(retried: Int) {
                self.retried = retried
            }

            /// Reads the members; those it does not know are passed over.
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

            /// Writes the object; members that are nil are left out.
            package func write(to writer: inout JSONWriter) {
                writer.beginObject()
                writer.member("retried", retried)
                writer.endObject()
            }
        }
    }
}
