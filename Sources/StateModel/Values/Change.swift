// SPDX-License-Identifier: Apache-2.0

/// The kind of a change.
public enum ChangeKind: String, Sendable, CaseIterable {
    /// A resume point that existed when the stream began.
    case current
    /// A resume point was written.
    case saved
    /// A live observation that wrote no resume point: a tick, or an ignored or quarantined
    /// snapshot.
    case observed
    /// A resume point was removed by a caller, or by finishing.
    case cleared
    /// A resume point reached its expiry.
    case expired
    /// A resume point was restored after a restart or by Undo.
    case restored
    /// An item gained or lost a name, or two items became one.
    case aliased
    /// A player's current item, queue, phase or surfaces changed.
    case player
    /// An alert was raised, is being retried, or was dismissed.
    case alert
    /// An event was appended, on this device or another.
    case event
}

/// A change, as received by subscribers.
///
/// `point` is set for current, saved, restored and aliased; for cleared and expired it is the
/// removed point. `snapshot` is set for observed, `about` for player, alert and event.
public struct Change: Sendable, Equatable {
    /// The kind of the change.
    public var kind: ChangeKind
    /// The store's revision after the change, which never decreases within a stream.
    public var revision: Revision
    /// The item, if any.
    public var item: String?
    /// The player, if any.
    public var player: String?
    /// The resume point as of the change, or the removed one.
    public var point: ResumePoint?
    /// The observation that wrote no resume point.
    public var snapshot: Snapshot?
    /// The player or the alert that changed, or the event.
    public var about: About?

    /// The subject of a `player`, an `alert` or an `event` change.
    public enum About: Sendable, Equatable {
        /// The player as it is now.
        case player(Player)
        /// The alert as it is now.
        case alert(Alert)
        /// The event, as JSON.
        case event(topic: String, json: [UInt8])
    }

    /// The subject of a change, for filters.
    package struct Concern: Sendable, Equatable {
        package let kind: ChangeKind
        /// The item, if any.
        package let item: String?
        /// The player, if any.
        package let player: String?
        /// The topic of an event.
        package let topic: String?

        /// Creates a concern from its members.
        package init(kind: ChangeKind, item: String?, player: String?, topic: String? = nil) {
            self.kind = kind
            self.item = item
            self.player = player
            self.topic = topic
        }
    }

    /// The subject of the change.
    package var concern: Concern {
        guard case .event(let topic, _) = about else {
            return Concern(kind: kind, item: item, player: player)
        }
        return Concern(kind: kind, item: nil, player: nil, topic: topic)
    }

    /// Creates a change; members unused by its kind are `nil`.
    public init(
        kind: ChangeKind,
        revision: Revision,
        item: String? = nil,
        player: String? = nil,
        point: ResumePoint? = nil,
        snapshot: Snapshot? = nil,
        about: About? = nil
    ) {
        self.kind = kind
        self.revision = revision
        self.item = item
        self.player = player
        self.point = point
        self.snapshot = snapshot
        self.about = about
    }
}
