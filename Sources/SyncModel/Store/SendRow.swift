// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// An entry of the outbox that has been passed to the remote at least once.
package struct SendRow: Sendable, Equatable {
    package enum Subject: Sendable, Hashable {
        /// The row about an item with the given order key.
        case item(SyncKey, rowKey: OrderKey)
        case event(sequence: SequenceNumber)
    }

    package enum State: Sendable, Equatable {
        /// The entry was passed to the remote, which has not answered yet.
        case inFlight
        /// The entry waits for another attempt, at the given trusted time or earlier.
        case waiting(until: Timestamp)
        /// The attempt failed permanently, for example because the remote refused the record.
        /// Another attempt is made after a start, after the network returns, after a failed round,
        /// or on request.
        case failed
        /// The remote has acknowledged the entry, but may lose it until the given trusted time.
        case acknowledged(until: Timestamp)
    }

    package enum Kind: Sendable, Equatable {
        /// The entries in flight, ordered by operation.
        case inFlight
        /// The items whose next attempt is due at the given trusted time, ordered by operation.
        case waitingItems(by: Timestamp)
        /// The waiting events, due or not, ordered by sequence number.
        case waitingEvents
        /// The failed entries, ordered by operation.
        case failed
        /// The entries whose acknowledgement is final at the given trusted time.
        ///
        /// An entry may be left out while an older one is not final.
        case acknowledged(by: Timestamp)
    }

    package static let longestWaitMilliseconds = 300_000

    /// The entry's number in lists for the user; 0 if none has been assigned yet.
    package var place = 0
    package var subject: Subject
    /// The record that was last sent; all attempts to send it have the same operation.
    package var record: RemoteRecord
    package var state: State
    package var attempts: Int
    package var error: String?
    /// The time of the first attempt, in milliseconds since 1970.
    package var createdAt: Timestamp

    package init(subject: Subject, record: RemoteRecord, createdAt: Timestamp) {
        self.subject = subject
        self.record = record
        state = .inFlight
        attempts = 0
        self.createdAt = createdAt
    }

    package var number: Int { record.operation.number }

    /// Returns true if the entry waits for an attempt that is due at `now`.
    ///
    /// A time further away than the longest delay means that a clock was set back; the attempt is
    /// then due.
    package func isDue(now: Timestamp) -> Bool {
        guard case .waiting(let until) = state else { return false }
        return until <= now || until > now + Self.longestWaitMilliseconds
    }

    /// A copy of the entry that is due immediately and has no failed attempts; the last error is
    /// kept.
    package var resetForRetry: SendRow {
        var row = self
        row.attempts = 0
        row.state = .waiting(until: .epoch)
        return row
    }

    package var version: ItemVersion? {
        if case .item(let version) = record.content { version } else { nil }
    }
}
