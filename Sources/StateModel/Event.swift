/// Something that happened, and that the other devices hear of exactly once.
package struct Event: Equatable, Sendable {
    /// The caller's own unique id, 1 to 128 bytes.
    package var id: String
    /// What it is about: 1 to 128 bytes of `[A-Za-z0-9._-]`.
    package var topic: String
    /// What happened: one JSON object as the caller wrote it, 64 KiB at most.
    package var body: [UInt8]
    /// When it happened, in milliseconds since 1970.
    package var at: Int

    /// An event with all its members.
    package init(id: String, topic: String, body: [UInt8], at: Int) {
        self.id = id
        self.topic = topic
        self.body = body
        self.at = at
    }
}

/// Where an event stands on its way to the remote store; the numbers are part of the store's
/// format.
package enum SyncState: Int, Sendable, CaseIterable {
    /// It has yet to be sent.
    case pending = 0
    /// It was sent, and its acknowledgement has yet to come.
    case inFlight = 1
    /// The remote store has it.
    case synced = 2
    /// It can't be sent; a person should look.
    case failed = 3
}

/// What is wrong with an event, in the words of InvalidEvent.
package struct EventFault: Error, Equatable {
    /// The member at fault.
    package let field: String
    /// What is wrong with it and what is allowed.
    package let why: String

    /// A fault of that member.
    package init(field: String, why: String) {
        self.field = field
        self.why = why
    }
}

extension Event {
    /// The first thing wrong with the event, its body's JSON apart; nil: it may be appended.
    package var fault: EventFault? {
        guard (1...Limits.eventIDBytes).contains(id.utf8.count) else {
            return EventFault(
                field: "id",
                why: "must be 1 to \(Limits.eventIDBytes) bytes of UTF-8"
            )
        }
        guard Limits.isName(topic, atMost: Limits.topicBytes) else {
            return EventFault(
                field: "topic",
                why: "must be 1 to \(Limits.topicBytes) bytes of A-Z, a-z, 0-9, '.', '_', '-'"
            )
        }
        guard body.count <= Limits.eventBodyBytes else {
            return EventFault(
                field: "body",
                why: "must be at most \(Limits.eventBodyBytes) bytes"
            )
        }
        return nil
    }
}
