// SPDX-License-Identifier: Apache-2.0

/// A report or request from a bridge between a player and the daemon.
package enum SurfaceCall: Sendable, Equatable {
    /// The state of an item, to be stored reliably: repeated until answered.
    case save(Snapshot)
    /// The present state of an item, which the next one replaces.
    case tick(Snapshot)
    /// The item is unavailable.
    case unavailable(item: String, reason: String?)
    /// A request for the position at which to continue an item.
    case resume(item: String, facts: MediaFacts = MediaFacts())
    /// A request for the items observed last.
    case recent
    /// The player's display name, and the reason why it is not followed.
    case describe(label: String?, obstacle: Obstacle?)
    /// An additional name for an item.
    case name(item: String, alias: String)
    /// A name now means another item; the former point stays with its contents.
    case replaced(item: String, point: ResumePoint, contents: [String])
    /// The items after the current one, if the player has not changed since the given revision.
    case setQueue([String], ifRevision: Revision?)
    /// The answer to a request.
    case answer(SurfaceAnswer)
}

/// A request to a player.
package struct SurfaceRequest: Sendable, Equatable {
    /// The number that the answer names.
    package let number: Int
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

/// A player's reply to a request.
package struct SurfaceAnswer: Sendable, Equatable {
    /// The number of the request.
    package let number: Int
    /// The reason why the player refused; `nil` if it did not.
    package var refusal: String?
    /// True if the player plays afterwards; `nil` if unknown.
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

/// A recently observed item.
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
    /// The daemon is disconnected; unanswered calls will be repeated.
    case detached
    /// The position at which to continue an item.
    ///
    /// The item's own name may differ. `point` is `nil` if there is none.
    case continuation(
        item: String,
        own: String,
        point: ResumePoint?,
        position: Double,
        terms: ResumeTerms = ResumeTerms()
    )
    /// The items observed last, newest first.
    case recent([ObservedItem])
    /// The item has another name in the daemon, which is used from now on.
    case same(item: String, own: String)
    /// The queue was set and now has this revision.
    case queueSet(revision: Revision)
    /// The queue was not set because the player had changed, last at the given revision.
    case queueChanged(revision: Revision)
    /// All calls are answered; carries the newest revision among the answers.
    case settled(revision: Revision)
    /// Changes of the player; `isLive` is false for the state before the stream.
    case changes([Change], isLive: Bool)
    /// A request to the player, to be answered.
    case request(SurfaceRequest)
}
