// SPDX-License-Identifier: Apache-2.0

package enum SurfaceCall: Sendable, Equatable {
    /// The state of an item, which must be stored; it is sent again until the daemon has answered,
    /// a newer state of the item replaces it, or too many states are waiting.
    case save(Snapshot)
    /// The current state of an item, which the next tick replaces.
    case tick(Snapshot)
    /// The start of an item whose stored position is protected: the snapshot makes the item current,
    /// and its position is the beginning, which never replaces a stored one.
    case announce(Snapshot)
    case unavailable(item: String, reason: String?)
    case resume(item: String, facts: MediaFacts = MediaFacts())
    case recent
    case describe(label: String?, obstacle: Obstacle?)
    case name(item: String, alias: String)
    /// The name now belongs to another item, so `point` no longer applies to the name.
    ///
    /// If `point` is stored under this name, it moves to the first content key in `contents`, or
    /// without one, to the history.
    case replaced(item: String, point: ResumePoint, contents: [String])
    /// The items that follow the current one, to be set only if the player has not changed since
    /// the revision.
    case setQueue([String], ifRevision: Revision?)
    case answer(SurfaceAnswer)
    /// The request for the other names of an item, and for the directories to search for its file.
    case names(of: String)

    /// The snapshot that may make an item current; `nil` for any other call.
    package var report: Snapshot? {
        switch self {
        case .save(let snapshot), .announce(let snapshot): snapshot
        default: nil
        }
    }
}

package struct SurfaceRequest: Sendable, Equatable {
    package let number: Int
    package let action: RequestedAction
    package let position: Double?
    package let offset: Double?
    package let item: String?

    package init(
        _ number: Int,
        _ action: RequestedAction,
        position: Double? = nil,
        offset: Double? = nil,
        item: String? = nil
    ) {
        self.item = item
        self.number = number
        self.action = action
        self.position = position
        self.offset = offset
    }

    /// Returns the request with another item.
    package func playing(_ item: String) -> SurfaceRequest {
        SurfaceRequest(number, action, position: position, offset: offset, item: item)
    }
}

package struct SurfaceAnswer: Sendable, Equatable {
    package let number: Int
    /// The reason why the player refused; `nil` if it carried out the request.
    package var refusal: String?
    package var isPlaying: Bool?
    package var position: Double?

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

package struct ObservedItem: Sendable, Equatable {
    package let item: String
    package let at: Timestamp
    /// True if the item was played to its end, or left in its credits.
    package let isSeen: Bool
    /// The item's other names; empty if the daemon was not asked for them.
    package var names: [String]

    package init(_ item: String, at: Timestamp, isSeen: Bool = false, names: [String] = []) {
        self.item = item
        self.at = at
        self.isSeen = isSeen
        self.names = names
    }
}

package enum SurfaceEvent: Sendable, Equatable {
    /// The daemon is connected; the event has the player's current item and queue.
    case attached(item: String?, queue: [String])
    /// The daemon is disconnected; unanswered calls will be sent again.
    case detached
    /// The position at which to resume an item.
    ///
    /// `own` is the name under which the daemon stores the item. It differs from `item` if the
    /// bridge asked with an alias. `point` is `nil` if there is no resume point.
    case continuation(
        item: String,
        own: String,
        point: ResumePoint?,
        position: Double,
        terms: ResumeTerms = ResumeTerms()
    )
    /// The most recently observed items, newest first.
    case recent([ObservedItem])
    /// The daemon stores the item under the name `own`, which the bridge must use from now on.
    case same(item: String, own: String)
    /// The other names of an item, and the directories to search for its file.
    case names(of: String, aliases: [String], roots: [String])
    /// The queue was set, and the player has this revision.
    case queueSet(revision: Revision)
    /// The queue was not set, because the player has changed; its last change has the given
    /// revision.
    case queueChanged(revision: Revision)
    /// All calls have been answered; the revision is the newest one in the answers.
    case settled(revision: Revision)
    /// Changes of the player.
    ///
    /// `isLive` is false for the state at the beginning of the stream.
    case changes([Change], isLive: Bool)
    case request(SurfaceRequest)
}
