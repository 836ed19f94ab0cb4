// SPDX-License-Identifier: Apache-2.0
package import StateModel

package struct EventRow: Sendable, Equatable {
    /// The event's sequence number in this store, one more than that of the previous event.
    package var sequence: SequenceNumber
    /// The event, as the caller passed it; its key also has a rank.
    package var event: Event
    package var origin: DeviceID
    /// The number of the event among the events of its device, counted from 1.
    package var ordinal: Int
    /// The trusted time at which the event was appended on this device or arrived from another.
    package var time: Timestamp
    package var state: SyncState

    /// The approximate size of the event: the length of its texts, in bytes.
    var bytes: Int {
        event.id.utf8.count + event.topic.utf8.count + event.body.count
            + (event.key?.name.utf8.count ?? 0)
    }
}

extension EventRow {
    /// Returns true if the event lost to the current value of its key in a conflict that a user can
    /// see.
    ///
    /// The events are of two devices, and differ in their bodies or in whether they clear the key.
    package func isLost(to present: EventRow) -> Bool {
        guard let rank = event.key?.rank, let other = present.event.key?.rank else { return false }
        return origin != present.origin && rank.isLost(to: other) && precedes(present)
            && (rank.isCleared != other.isCleared || event.body != present.event.body)
    }

    /// Returns true if `other`, an event of the same key, has a higher rank.
    func precedes(_ other: EventRow) -> Bool {
        guard let rank = event.key?.rank, let higher = other.event.key?.rank else { return false }
        return rank.precedes(higher, id: event.id, otherID: other.event.id)
    }

    /// Returns true if `other`, an event of the same key, has a later stamp.
    func isOlder(than other: EventRow) -> Bool {
        guard let rank = event.key?.rank, let later = other.event.key?.rank else { return false }
        return rank.isOlder(than: later, id: event.id, otherID: other.event.id)
    }

    /// Returns true if `later`, an event with a later stamp, displaces this one as the current value
    /// of the key: it has a higher rank, or this one had been kept long enough by then.
    ///
    /// Only the events' stamps count, on which all devices agree.
    func yields(to later: EventRow, _ settings: TopicSettings?) -> Bool {
        if let keep = settings?.keepMilliseconds, let rank = event.key?.rank,
            let other = later.event.key?.rank, rank.lap == other.lap, !rank.isCleared,
            !other.isCleared, rank.stamp.time + keep <= other.stamp.time
        {
            return true
        }
        return precedes(later)
    }

    func isValue(of key: String) -> Bool {
        event.key.map { ExactString.same($0.name, key) && !$0.rank.isCleared } ?? false
    }
}

package struct EventPage: Sendable, Equatable {
    package var rows: [EventRow] = []
    /// The next matching event after the page; `nil` if there is none.
    package var next: SequenceNumber?
}

package enum EventOutcome: Sendable, Equatable {
    case appended(SequenceNumber)
    case known(EventRow)
}

/// The statistics of the events as of the last commit.
package struct EventStatistics: Sendable, Equatable {
    package var last = SequenceNumber.start
    package var held = 0
    /// The sequence number of the newest event that was removed; 0 if none was.
    package var compacted = SequenceNumber.start
    package var ordinal = 0
    /// The number of keys, including cleared ones.
    package var keys = 0
}

struct EventBatch: Equatable {
    private(set) var count = 0
    private(set) var own = 0
    /// The number of added keys minus the number of removed ones.
    var keys = 0
    private(set) var earliest: Timestamp?

    mutating func add(_ row: EventRow) {
        count += 1
        if row.origin == .own { own += 1 }
        earliest = min(earliest ?? row.time, row.time)
    }
}
