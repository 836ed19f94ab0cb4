// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateStore
internal import Varlink

/// An event subscription: a position in the order of events, never a queue.
struct EventSubscription: StreamSubscription {
    /// The connection of the subscriber.
    let connection: ConnectionID
    /// The topic filter, as given by the subscriber.
    let topic: String?
    /// The position up to which events are delivered or filtered out; its time is 0 if that event
    /// was removed.
    var place: LogPlace
    /// The newest event that had been removed before the subscription began.
    ///
    /// If unread events are removed later, the subscriber has lost them.
    let gone: SequenceNumber
    /// True once all stored events were read, and each new event is received when committed.
    var isLive = false
    /// True once the stored events, or those after the token, have been delivered.
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
        // The next matching event may be far ahead; the filter excludes the events in between.
        let end = page.next.map { $0 - 1 } ?? last
        if let row = page.rows.last, row.sequence == end {
            return LogPlace(sequence: end, time: row.time)
        }
        return LogPlace(sequence: end, time: try time(of: end) ?? .epoch)
    }
}
