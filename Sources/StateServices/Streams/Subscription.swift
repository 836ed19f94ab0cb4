// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateStore
internal import Varlink

/// A subscription: a position in the log, never a queue.
struct Subscription: StreamSubscription {
    /// The part of the stream that is being delivered.
    enum Phase: Equatable {
        /// The resume points of the initial state; items up to the token's were delivered.
        case standing(after: StreamToken)
        /// The players of the initial state; those up to the name, and all points, were delivered.
        case players(after: StreamToken, String)
        /// The rows of the log after the subscription's position.
        case catchingUp
        /// Live changes.
        case live
    }

    /// The progress of a subscription through the log.
    struct CatchUp {
        /// The place after which catching up began.
        var from: LogPlace
        /// True if the log no longer has some of the rows, because newer ones superseded them.
        var hasGap = false
        /// The latest delivered revision of each player.
        var players: [String: Revision] = [:]
    }

    /// The connection of the subscriber.
    let connection: ConnectionID
    /// The player filter, as given by the subscriber.
    let player: String?
    /// The item filter, by the item's own name.
    var item: ExactString?
    /// The topics of the events to deliver.
    var topics: Set<String> = []
    /// The position up to which events are delivered; `nil` for a stream without events.
    var events: LogPlace?
    /// The newest event when the stream began; missing events up to it are not an error.
    var newestAtStart = SequenceNumber.start
    /// The part of the stream that is being delivered.
    var phase: Phase
    /// The progress through the log; `nil` if the subscription is not catching up.
    var catchUp: CatchUp?
    /// The place of the last row that was delivered or filtered out.
    var place: LogPlace
    /// True once the initial state, or everything after the token, has been delivered.
    var isReady = false
    /// The number of skipped states to report in the next reply.
    var skipped = 0
    /// The number of the newest surface change that was delivered.
    var surfacesSeen = 0
    /// The time of the last reply, in milliseconds since 1970.
    var lastReplyAt: Timestamp

    /// True if the subscription receives changes as they happen.
    var isLive: Bool { phase == .live }

    /// Returns true if the change passes the filter.
    func wants(_ change: Change) -> Bool { wants(change.concern) }

    /// Returns true if unread events of the subscriber have been removed.
    func hasLostEvents(_ statistics: EventStatistics) -> Bool {
        events.map { statistics.compacted > max($0.sequence, newestAtStart) } ?? false
    }

    /// Returns true if a change with this subject passes the filter.
    func wants(_ change: Change.Concern) -> Bool {
        if let topic = change.topic { return topics.contains(topic) }
        // An alert that names neither a player nor an item passes every filter.
        if change.kind == .alert, change.player == nil, change.item == nil { return true }
        if let player, change.player != player { return false }
        if let item { return change.item.map { item.isText($0) } ?? false }
        return true
    }

    /// True if the subscription has no filter.
    var wantsAll: Bool { player == nil && item == nil }

    /// The filter of the subscription.
    var filter: Filter { Filter(player: player, item: item) }

    /// A filter for changes: by player, by item, or by both.
    struct Filter: Hashable {
        /// The player; `nil` for every player.
        let player: String?
        /// The item; `nil` for every item.
        let item: ExactString?
    }
}
