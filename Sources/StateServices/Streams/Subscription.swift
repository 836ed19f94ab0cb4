// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateStore
internal import Varlink

/// A subscription to changes: a position in the log, never a queue.
struct Subscription: StreamSubscription {
    enum Phase: Equatable {
        /// The resume points of the initial state, up to the item of the token, have been
        /// delivered.
        case standing(after: StreamToken)
        /// All resume points of the initial state, and its players up to the name, have been
        /// delivered.
        case players(after: StreamToken, String)
        /// Rows of the log after the subscription's position are being delivered.
        case catchingUp
        /// Changes are delivered when they are committed.
        case live
    }

    struct CatchUp {
        /// The place after which catching up began.
        var from: LogPlace
        /// True if some of the rows have been removed from the log, because newer ones superseded
        /// them.
        var hasGap = false
        /// The newest delivered revision of each player.
        var players: [String: Revision] = [:]
    }

    let connection: ConnectionID
    /// The player whose changes are delivered; `nil` for all players.
    let player: String?
    /// The item whose changes are delivered, by its own name; `nil` for all items.
    var item: ExactString?
    /// The name of the item in the request, which may be an alias.
    var name: ExactString?
    var topics: Set<String> = []
    /// The place up to which events were delivered; `nil` for a stream without events.
    var events: LogPlace?
    /// The newest event when the stream began; it is not an error if events up to it are missing.
    var newestAtStart = SequenceNumber.start
    var phase: Phase
    /// The progress through the log; `nil` if the subscription is not catching up.
    var catchUp: CatchUp?
    /// The place of the last row that was delivered or did not match.
    var place: LogPlace
    /// True once the initial state, or everything after the token, has been delivered.
    var isReady = false
    /// The number of skipped states to report in the next reply.
    var skipped = 0
    /// The number of the last change in ``VolatileChanges`` that was delivered.
    var surfacesSeen = 0
    var lastReplyAt: Timestamp

    var isLive: Bool { phase == .live }

    func wants(_ change: Change) -> Bool { wants(change.filterFields) }

    /// Returns true if events after ``newestAtStart`` were removed before the subscriber read them.
    func hasLostEvents(_ statistics: EventStatistics) -> Bool {
        events.map { statistics.compacted > max($0.sequence, newestAtStart) } ?? false
    }

    func wants(_ change: Change.FilterFields) -> Bool {
        if let topic = change.topic { return topics.contains(topic) }
        // An alert that names neither a player nor an item matches every filter.
        if change.kind == .alert, change.player == nil, change.item == nil { return true }
        if let player, change.player != player { return false }
        if let item {
            return change.item.map { item.isText($0) || name?.isText($0) == true } ?? false
        }
        return true
    }

    var wantsAll: Bool { player == nil && item == nil }

    var filter: Filter { Filter(player: player, item: item, name: name) }

    struct Filter: Hashable {
        let player: String?
        let item: ExactString?
        let name: ExactString?
    }
}
