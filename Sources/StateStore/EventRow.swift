package import StateModel

/// An event as the store holds it.
package struct EventRow: Sendable, Equatable {
    /// Its place in this store's order: one more than the event's before it.
    package var sequence: Int
    /// What the caller gave.
    package var event: Event
    /// The number of the device that appended it; 1 is this one.
    package var origin: Int
    /// Its place among its device's own events, from 1.
    package var ordinal: Int
    /// Trusted time at which it was appended, or arrived here, in milliseconds since 1970.
    package var time: Int
    /// Where it stands on its way to the remote store.
    package var state: SyncState

    /// The number of this very device.
    package static let ownOrigin = 1

    /// How many bytes its texts have, which is nearly all that it takes up.
    var bytes: Int { event.id.utf8.count + event.topic.utf8.count + event.body.count }
}

/// Some events in order.
package struct EventPage: Sendable, Equatable {
    /// The events.
    package var rows: [EventRow] = []
    /// The next event after these that was asked for; nil: there is none.
    package var next: Int?
}

/// What became of an event that was to be appended.
package enum EventOutcome: Sendable, Equatable {
    /// It was appended as that number.
    case appended(Int)
    /// The store holds an event of that id already.
    case known(EventRow)
}

/// What the events add up to, as of the last commit.
package struct EventFigures: Sendable, Equatable {
    /// The number of the newest event; 0: there has been none.
    package var last = 0
    /// How many events are held.
    package var held = 0
    /// The newest event that is gone; 0: none is.
    package var compacted = 0
    /// How many events this device has appended.
    package var ordinal = 0

    /// The figures of a store that never had one, but for those that are given.
    package init(last: Int = 0, held: Int = 0, compacted: Int = 0, ordinal: Int = 0) {
        self.last = last
        self.held = held
        self.compacted = compacted
        self.ordinal = ordinal
    }
}

/// What a batch appends to the events.
struct EventBatch: Equatable {
    /// How many events.
    private(set) var count = 0
    /// How many of them are this device's own.
    private(set) var own = 0
    /// When the earliest of them was written, on the trusted clock.
    private(set) var earliest: Int?

    /// Takes in an event.
    mutating func add(_ row: EventRow) {
        count += 1
        if row.origin == EventRow.ownOrigin { own += 1 }
        earliest = min(earliest ?? row.time, row.time)
    }
}
