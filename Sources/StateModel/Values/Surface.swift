// SPDX-License-Identifier: Apache-2.0

/// A report or request that a bridge between a player and the daemon sends to the daemon.
package enum SurfaceCall: Sendable, Equatable {
    /// The state of an item, to be stored reliably; sent again until it is answered.
    case save(Snapshot)
    /// The present state of an item; the next tick replaces it.
    case tick(Snapshot)
    /// The item is unavailable.
    case unavailable(item: String, reason: String?)
    /// A request for the position at which to continue an item.
    case resume(item: String, facts: MediaFacts = MediaFacts())
    /// A request for the most recently observed items.
    case recent
    /// The player's display name, and the reason why it is not followed.
    case describe(label: String?, obstacle: Obstacle?)
    /// An additional name for an item.
    case name(item: String, alias: String)
    /// A name now refers to a different item; the former point stays with its contents.
    case replaced(item: String, point: ResumePoint, contents: [String])
    /// The items after the current one, for a player that has not changed since the revision.
    case setQueue([String], ifRevision: Revision?)
    /// The player's answer to a request.
    case answer(SurfaceAnswer)
}

/// A request to a player.
package struct SurfaceRequest: Sendable, Equatable {
    /// The number that identifies the request in its answer.
    package let number: Int
    package let action: RequestedAction
    /// The position to seek to, in seconds.
    package let position: Double?
    /// The distance to seek by, in seconds.
    package let offset: Double?

    /// Creates a request from its members.
    package init(
        _ number: Int,
        _ action: RequestedAction,
        position: Double? = nil,
        offset: Double? = nil
    ) {
        self.number = number
        self.action = action
        self.position = position
        self.offset = offset
    }
}

/// A player's reply to a request.
package struct SurfaceAnswer: Sendable, Equatable {
    /// The number of the request.
    package let number: Int
    /// The reason why the player refused; `nil` if it obeyed.
    package var refusal: String?
    /// True if the player is playing after the request; `nil` if unknown.
    package var isPlaying: Bool?
    /// The position after the request, in seconds; `nil` if unknown.
    package var position: Double?

    /// Creates an answer from its members.
    package init(
        _ number: Int,
        refusal: String? = nil,
        isPlaying: Bool? = nil,
        position: Double? = nil
    ) {
        self.number = number
        self.refusal = refusal
        self.isPlaying = isPlaying
        self.position = position
    }
}

/// A recently observed item.
package struct ObservedItem: Sendable, Equatable {
    /// The item's name.
    package let item: String
    /// The time of the observation, in milliseconds since 1970.
    package let at: Timestamp
    /// True if the item was played to its end, or left in its credits.
    package let isSeen: Bool

    /// Creates an observed item from its members.
    package init(_ item: String, at: Timestamp, isSeen: Bool = false) {
        self.item = item
        self.at = at
        self.isSeen = isSeen
    }
}

/// An event that a bridge receives from the daemon.
package enum SurfaceEvent: Sendable, Equatable {
    /// The daemon is connected; the event has the player's item and queue.
    case attached(item: String?, queue: [String])
    /// The daemon is disconnected; unanswered calls will be repeated.
    case detached
    /// The position at which to continue an item.
    ///
    /// `own` is the item's own name, which may differ. `point` is `nil` if there is none.
    case continuation(
        item: String,
        own: String,
        point: ResumePoint?,
        position: Double,
        terms: ResumeTerms = ResumeTerms()
    )
    /// The most recently observed items, newest first.
    case recent([ObservedItem])
    /// The daemon has the item under another name, to be used from now on.
    case same(item: String, own: String)
    /// The queue was set and now has this revision.
    case queueSet(revision: Revision)
    /// The queue was not set because the player had changed, last at the given revision.
    case queueChanged(revision: Revision)
    /// All calls are answered; the revision is the newest among the answers.
    case settled(revision: Revision)
    /// Changes of the player; `isLive` is false for the state before the stream.
    case changes([Change], isLive: Bool)
    /// A request to the player, to be answered.
    case request(SurfaceRequest)
}
