internal import StateStore
internal import Varlink

/// One reader of events: a place in their order, never a queue.
struct Follower {
    /// A place in the order of events.
    struct Place: Equatable {
        /// Every event up to this one is told, or is not for this reader.
        var sequence: Int
        /// When that event was appended, in milliseconds since 1970; 0: it is gone.
        var time: Int
    }

    let connection: ConnectionID
    /// The filter, as given.
    let topic: String?
    var place: Place
    /// The newest event that was gone when it began: of those that go later, it misses some.
    let gone: Int
    /// It has read all there is, and hears of each event as it happens.
    var isLive = false
    /// What was stored, or what the token had missed, is told.
    var isReady = false
    /// When the last reply went out, in milliseconds since 1970.
    var toldAt: Int

    /// Whether events are gone that it has yet to read.
    func isBereft(_ figures: EventFigures) -> Bool {
        figures.compacted > max(place.sequence, gone)
    }
}

extension Store {
    /// The place at which the next page after `page` begins, which ends with event `last`.
    func place(after page: EventPage, upTo last: Int) throws(StoreError) -> Follower.Place {
        // The next event may lie far ahead; what lies between is for nobody.
        let end = page.next.map { $0 - 1 } ?? last
        if let row = page.rows.last, row.sequence == end {
            return Follower.Place(sequence: end, time: row.time)
        }
        return Follower.Place(sequence: end, time: try timeOfEvent(end) ?? 0)
    }
}
