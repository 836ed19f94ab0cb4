// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateStore
internal import Varlink

/// A subscription to events: a position in the order of the events, never a queue.
struct EventSubscription: StreamSubscription {
    let connection: ConnectionID
    let topic: String?
    /// The place up to which events were delivered or did not match; its time is 0 if that event
    /// was removed.
    var place: LogPlace
    /// The newest event that was removed before the subscription began.
    ///
    /// If later events are removed before they are read, the subscriber has lost them.
    let gone: SequenceNumber
    /// True once all stored events were read; new events are then delivered when they are
    /// committed.
    var isLive = false
    /// True once the events that were stored at the start, or those after the token, have been
    /// delivered.
    var isReady = false
    var lastReplyAt: Timestamp

    /// Returns true if events were removed after the subscription began, and before the subscriber
    /// read them.
    func hasLostEvents(_ statistics: EventStatistics) -> Bool {
        statistics.compacted > max(place.sequence, gone)
    }
}

extension EventLog {
    /// Returns the place after which the next page begins; `last` is the last event that the page
    /// could contain.
    func place(
        after page: EventPage,
        upTo last: SequenceNumber
    ) throws(StoreError) -> LogPlace {
        // The next matching event may be far ahead, and none of the events before it match.
        let end = page.next.map { $0 - 1 } ?? last
        if let row = page.rows.last, row.sequence == end {
            return LogPlace(sequence: end, time: row.time)
        }
        return LogPlace(sequence: end, time: try time(of: end) ?? .epoch)
    }
}
