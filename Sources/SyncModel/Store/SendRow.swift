// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// An outbox entry that was sent at least once.
package struct SendRow: Sendable, Equatable {
    /// The content of an entry.
    package enum Subject: Sendable, Hashable {
        /// A row about an item.
        case item(SyncKey, rowKey: OrderKey)
        /// The event with the given sequence number.
        case event(sequence: SequenceNumber)
    }

    /// The state of an entry.
    package enum State: Sendable, Equatable {
        /// The entry was passed to the remote and is unanswered.
        case inFlight
        /// The entry waits for another attempt, at the given trusted time or earlier.
        case waiting(until: Timestamp)
        /// The entry cannot be sent until the user acts.
        case failed
        /// The remote has acknowledged the entry, but may lose it until the given trusted time.
        case acknowledged(until: Timestamp)
    }

    /// The kinds of entries to read from the outbox, each with its order.
    package enum Kind: Sendable, Equatable {
        /// Entries in flight, by number.
        case inFlight
        /// Items that wait for another attempt and are due by the given trusted time, by number.
        case waitingItems(by: Timestamp)
        /// Waiting events, due or not, by sequence number.
        case waitingEvents
        /// Entries that cannot be sent, by number.
        case failed
        /// Entries whose acknowledgement is final at the given trusted time, by number.
        case acknowledged(by: Timestamp)
    }

    /// The maximum delay before an attempt, in milliseconds.
    package static let longestWaitMilliseconds = 300_000

    /// The entry's number as shown to the user; 0 if it has none.
    package var place = 0
    /// The content.
    package var subject: Subject
    /// The record as sent; all attempts have the same operation.
    package var record: RemoteRecord
    package var state: State
    /// The number of attempts that failed.
    package var attempts: Int
    /// The error of the latest attempt.
    package var error: String?
    /// The time of the first attempt, in milliseconds since 1970.
    package var createdAt: Timestamp

    /// Creates an entry for its first attempt.
    package init(subject: Subject, record: RemoteRecord, createdAt: Timestamp) {
        self.subject = subject
        self.record = record
        state = .inFlight
        attempts = 0
        self.createdAt = createdAt
    }

    package var number: Int { record.operation.number }

    /// Returns true if the entry may be tried at `now`.
    ///
    /// A time beyond the longest back-off means that a clock was set back.
    package func isDue(now: Timestamp) -> Bool {
        guard case .waiting(let until) = state else { return false }
        return until <= now || until > now + Self.longestWaitMilliseconds
    }

    /// The entry as before its first attempt.
    package var afresh: SendRow {
        var row = self
        row.attempts = 0
        row.state = .waiting(until: .epoch)
        return row
    }

    /// The version in the record; `nil` if it has none.
    package var version: ItemVersion? {
        if case .item(let version) = record.content { version } else { nil }
    }
}
