/// One entry of the outbox that has more to say than "pending": it was leased at least once.
package struct SendRow: Sendable, Equatable {
    /// What the entry carries.
    package enum Subject: Sendable, Hashable {
        /// A row about an item.
        case item(SyncKey, rowKey: OrderKey)
        /// The event of that sequence number.
        case event(sequence: Int)
    }

    /// How it stands.
    package enum State: Sendable, Equatable {
        /// It was handed to the remote, and there is no answer yet.
        case inFlight
        /// It waits for another attempt, until that trusted time at the latest.
        case waiting(until: Int)
        /// It can't be sent.
        case failed
        /// The remote has it and may yet forget it, until that trusted time.
        case acknowledged(until: Int)
    }

    /// What a step may ask the outbox for.
    package enum Kind: Sendable, Equatable {
        /// Those in flight, by number.
        case inFlight
        /// Items that wait for another attempt and are due by that trusted time, by number.
        case waitingItems(by: Int)
        /// Events that wait for another attempt, due or not, by sequence number.
        case waitingEvents
        /// Those that can't be sent, by number.
        case failed
        /// Those that the remote won't forget any more as of that trusted time, by number.
        case acknowledged(by: Int)
    }

    /// No attempt is put off for longer, in milliseconds.
    package static let longestWait = 300_000

    /// Its place in this store's outbox, for people; 0: it has none yet.
    package var place = 0
    /// What it carries.
    package var subject: Subject
    /// The record as it was sent; its operation stays the same for all attempts.
    package var record: RemoteRecord
    /// How it stands.
    package var state: State
    /// How many attempts came to nothing.
    package var attempts: Int
    /// What the latest attempt met.
    package var error: String?
    /// When it was first leased, in milliseconds since 1970.
    package var createdAt: Int

    /// A row that is on its way for the first time.
    package init(subject: Subject, record: RemoteRecord, createdAt: Int) {
        self.subject = subject
        self.record = record
        state = .inFlight
        attempts = 0
        self.createdAt = createdAt
    }

    /// Its number: that of its operation.
    package var number: Int { record.operation.number }

    /// Whether an attempt may be made at `now`.
    ///
    /// A time further ahead than any back-off is none of ours: a clock was set back.
    package func isDue(now: Int) -> Bool {
        guard case .waiting(let until) = state else { return false }
        return until <= now || until > now + Self.longestWait
    }

    /// The row as it is tried anew, as if for the first time.
    package var afresh: SendRow {
        var row = self
        row.attempts = 0
        row.state = .waiting(until: 0)
        return row
    }

    /// Whether it is of that kind.
    package func isOf(_ kind: Kind) -> Bool {
        switch (kind, state, subject) {
        case (.inFlight, .inFlight, _), (.failed, .failed, _): true
        case (.waitingEvents, .waiting, .event): true
        case (.waitingItems(let now), .waiting, .item): isDue(now: now)
        case (.acknowledged(let now), .acknowledged(let until), _): until <= now
        default: false
        }
    }

    /// The version that it carries, if it carries one.
    package var version: ItemVersion? {
        if case .item(let version) = record.content { version } else { nil }
    }
}
