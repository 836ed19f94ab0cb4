// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// One entry of the outbox that was leased at least once, and so is more than pending.
package struct SendRow: Sendable, Equatable {
    /// The content of an entry.
    package enum Subject: Sendable, Hashable {
        /// A row about an item.
        case item(SyncKey, rowKey: OrderKey)
        /// The event with that sequence number.
        case event(sequence: SequenceNumber)
    }

    /// The state of an entry.
    package enum State: Sendable, Equatable {
        /// The entry was handed to the remote, and there is no answer yet.
        case inFlight
        /// The entry waits for another attempt, at most until that trusted time.
        case waiting(until: Timestamp)
        /// The entry cannot be sent.
        case failed
        /// The remote has the entry and may still forget it, until that trusted time.
        case acknowledged(until: Timestamp)
    }

    /// The kinds of entries that a step may ask the outbox for.
    package enum Kind: Sendable, Equatable {
        /// Entries in flight, by number.
        case inFlight
        /// Items that wait for another attempt and are due by that trusted time, by number.
        case waitingItems(by: Timestamp)
        /// Events that wait for another attempt, due or not, by sequence number.
        case waitingEvents
        /// Entries that cannot be sent, by number.
        case failed
        /// Entries that the remote has kept long enough as of that trusted time, by number.
        case acknowledged(by: Timestamp)
    }

    /// The longest delay of an attempt, in milliseconds.
    package static let longestWaitMilliseconds = 300_000

    /// Its place in this store's outbox, for people; 0 if it has none yet.
    package var place = 0
    /// The content.
    package var subject: Subject
    /// The record as it was sent; its operation stays the same for all attempts.
    package var record: RemoteRecord
    package var state: State
    /// The number of attempts that failed.
    package var attempts: Int
    /// The error of the latest attempt.
    package var error: String?
    /// The time of the first lease, in milliseconds since 1970.
    package var createdAt: Timestamp

    /// Creates a row that is on its way for the first time.
    package init(subject: Subject, record: RemoteRecord, createdAt: Timestamp) {
        self.subject = subject
        self.record = record
        state = .inFlight
        attempts = 0
        self.createdAt = createdAt
    }

    /// Its number: that of its operation.
    package var number: Int { record.operation.number }

    /// Returns true if an attempt may be made at `now`.
    ///
    /// A time further ahead than any back-off is not one of ours: a clock was set back.
    package func isDue(now: Timestamp) -> Bool {
        guard case .waiting(let until) = state else { return false }
        return until <= now || until > now + Self.longestWaitMilliseconds
    }

    /// The row reset for a new attempt, as if it were the first.
    package var afresh: SendRow {
        var row = self
        row.attempts = 0
        row.state = .waiting(until: .epoch)
        return row
    }

    /// The version that it carries, if it carries one.
    package var version: ItemVersion? {
        if case .item(let version) = record.content { version } else { nil }
    }
}
