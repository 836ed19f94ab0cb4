// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateStore
internal import Varlink

/// An event subscription: a position in the order of events, never a queue.
struct EventSubscription: StreamSubscription {
    /// The connection of the subscriber.
    let connection: ConnectionID
    /// The topic filter, as given.
    let topic: String?
    /// The position up to which every event is delivered or filtered out; its time is 0 if the
    /// event was removed.
    var place: LogPlace
    /// The newest event that was removed before the subscription began.
    ///
    /// Unread events that are removed later are a loss.
    let gone: SequenceNumber
    /// True once it has read all stored events, and receives each event as it is committed.
    var isLive = false
    /// True once the stored events, or all events after the token, are delivered.
    var isReady = false
    /// The time of the last reply, in milliseconds since 1970.
    var lastReplyAt: Timestamp

    /// Returns true if unread events of the subscriber have been removed.
    func hasLostEvents(_ statistics: EventStatistics) -> Bool {
        statistics.compacted > max(place.sequence, gone)
    }
}

extension EventLog {
    /// Returns the position where the page after `page` begins; `page` covers events up to `last`.
    func place(
        after page: EventPage,
        upTo last: SequenceNumber
    ) throws(StoreError) -> LogPlace {
        // The next event may be far ahead; the events in between are excluded by the filter.
        let end = page.next.map { $0 - 1 } ?? last
        if let row = page.rows.last, row.sequence == end {
            return LogPlace(sequence: end, time: row.time)
        }
        return LogPlace(sequence: end, time: try time(of: end) ?? .epoch)
    }
}
