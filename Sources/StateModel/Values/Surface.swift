// SPDX-License-Identifier: Apache-2.0

/// A report or request from a bridge between a player and the daemon.
package enum SurfaceCall: Sendable, Equatable {
    /// The state of an item, to be stored reliably: sent again until it is answered.
    case save(Snapshot)
    /// The present state of an item; the next one makes it obsolete.
    case tick(Snapshot)
    /// The item is gone.
    case unavailable(item: String, reason: String?)
    /// A request for the position at which to continue an item.
    case resume(item: String, facts: MediaFacts = MediaFacts())
    /// A request for the items that were observed last.
    case recent
    /// The player's name for people, and the reason why it is not followed.
    case describe(label: String?, obstacle: Obstacle?)
    /// One more name for an item.
    case name(item: String, alias: String)
    /// Another item now has a name; the former point stays with the former contents.
    case replaced(item: String, point: ResumePoint, contents: [String])
    /// The items after the current one, if the player has not changed since that revision.
    case setQueue([String], ifRevision: Revision?)
    /// The answer to a request.
    case answer(SurfaceAnswer)
}

/// A request to a player.
package struct SurfaceRequest: Sendable, Equatable {
    /// The number that the answer names.
    package let number: Int
    /// The action.
    package let action: RequestedAction
    /// The position to seek, in seconds.
    package let position: Double?
    /// The distance to seek, in seconds.
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

/// The answer of a player to a request.
package struct SurfaceAnswer: Sendable, Equatable {
    /// The number of the request.
    package let number: Int
    /// The reason why the player did not take the action; `nil` if it did.
    package var refusal: String?
    /// True if it plays afterwards; `nil` if that is unknown.
    package var isPlaying: Bool?
    /// The position afterwards, in seconds; `nil` if it is unknown.
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

/// An item that was observed lately.
package struct ObservedItem: Sendable, Equatable {
    /// The item's name.
    package let item: String
    /// The time of the observation, in milliseconds since 1970.
    package let at: Timestamp
    /// True if it was played to its end, or left in its credits.
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
    /// The daemon is connected, and reports the item and the queue of the player.
    case attached(item: String?, queue: [String])
    /// The daemon is gone; unanswered calls will be sent again.
    case detached
    /// The position at which to continue an item.
    ///
    /// The item's own name may differ. Without a point there is nothing to resume.
    case continuation(
        item: String,
        own: String,
        point: ResumePoint?,
        position: Double,
        terms: ResumeTerms = ResumeTerms()
    )
    /// The items that were observed last, the newest first.
    case recent([ObservedItem])
    /// The item that the surface calls `item` has another name, which is used from now on.
    case same(item: String, own: String)
    /// The queue was set and now has this revision.
    case queueSet(revision: Revision)
    /// The queue was not set because the player has changed, last at this revision.
    case queueChanged(revision: Revision)
    /// All calls are answered; carries the newest revision among the answers.
    case settled(revision: Revision)
    /// Changes of the player; `isLive` is false for the state from before the stream began.
    case changes([Change], isLive: Bool)
    /// A request to the player, to be answered.
    case request(SurfaceRequest)
}
