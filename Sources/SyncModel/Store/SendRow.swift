// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// An entry of the outbox that was sent at least once.
package struct SendRow: Sendable, Equatable {
    /// The item or event that an entry sends.
    package enum Subject: Sendable, Hashable {
        /// The row about an item with the given order key.
        case item(SyncKey, rowKey: OrderKey)
        /// The event with the given sequence number.
        case event(sequence: SequenceNumber)
    }

    package enum State: Sendable, Equatable {
        /// The entry was passed to the remote, which has not answered yet.
        case inFlight
        /// The entry waits for the next attempt, which is made at the given trusted time or
        /// earlier.
        case waiting(until: Timestamp)
        /// The entry cannot be sent until the user acts.
        case failed
        /// The remote has acknowledged the entry, but may lose it until the given trusted time.
        case acknowledged(until: Timestamp)
    }

    /// The groups of entries that are read from the outbox, each in a certain order.
    package enum Kind: Sendable, Equatable {
        /// The entries in flight, ordered by number.
        case inFlight
        /// The items that wait for another attempt, which is due at the given trusted time, ordered
        /// by number.
        case waitingItems(by: Timestamp)
        /// The events that wait for another attempt, due or not, ordered by sequence number.
        case waitingEvents
        /// The entries that cannot be sent, ordered by number.
        case failed
        /// The entries whose acknowledgement is final at the given trusted time, ordered by number.
        case acknowledged(by: Timestamp)
    }

    /// The maximum delay before an attempt, in milliseconds.
    package static let longestWaitMilliseconds = 300_000

    /// The number of the entry that the user sees; 0 if it has none yet.
    package var place = 0
    /// The item or event.
    package var subject: Subject
    /// The record that was sent; all attempts have the same operation.
    package var record: RemoteRecord
    package var state: State
    /// The number of failed attempts.
    package var attempts: Int
    /// The error of the last attempt; `nil` if there was none.
    package var error: String?
    /// The time of the first attempt, in milliseconds since 1970.
    package var createdAt: Timestamp

    /// Creates the entry for a first attempt.
    package init(subject: Subject, record: RemoteRecord, createdAt: Timestamp) {
        self.subject = subject
        self.record = record
        state = .inFlight
        attempts = 0
        self.createdAt = createdAt
    }

    package var number: Int { record.operation.number }

    /// Returns true if the next attempt is due at `now`.
    ///
    /// If the time is further away than the longest delay, a clock was set back, and the attempt is
    /// due.
    package func isDue(now: Timestamp) -> Bool {
        guard case .waiting(let until) = state else { return false }
        return until <= now || until > now + Self.longestWaitMilliseconds
    }

    /// A copy of the entry as it was before its first attempt.
    package var afresh: SendRow {
        var row = self
        row.attempts = 0
        row.state = .waiting(until: .epoch)
        return row
    }

    /// The version in the record; `nil` for an event.
    package var version: ItemVersion? {
        if case .item(let version) = record.content { version } else { nil }
    }
}
