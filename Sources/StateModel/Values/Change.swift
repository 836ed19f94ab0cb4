// SPDX-License-Identifier: Apache-2.0

/// The kind of a ``Change``, which determines the members that are set.
public enum ChangeKind: String, Sendable, CaseIterable {
    /// A resume point that existed when the stream began.
    case current
    /// A resume point was written.
    case saved
    /// A snapshot arrived that wrote no resume point: a tick, or one that was ignored or
    /// quarantined.
    case observed
    /// A resume point was removed, by a client or because the item was finished.
    case cleared
    /// A resume point expired.
    case expired
    /// A resume point was restored, after a restart of the daemon or by Undo.
    case restored
    /// An item gained or lost a name, or two items became one.
    case aliased
    /// A player has changed, for example its current item, its queue or its phase.
    case player
    /// An alert was raised or dismissed, or a client has requested a retry.
    case alert
    /// An event was appended, on this device or on another one.
    case event
}

/// A change, as received by subscribers.
///
/// `point` is set for `current`, `saved` and `restored`, and for `aliased` if the item has a resume
/// point. For `cleared` and `expired`, it is the removed resume point. `snapshot` is set for
/// `observed`, and `about` for `player`, `alert` and `event`.
public struct Change: Sendable, Equatable {
    /// The kind, which determines the members that are set.
    public var kind: ChangeKind
    /// The revision of the store after the change; it never decreases within a stream.
    public var revision: Revision
    /// The item that has changed; `nil` if the change concerns no item.
    public var item: String?
    /// The player that the change concerns; `nil` if there is none.
    public var player: String?
    /// The resume point after the change, or the removed one.
    public var point: ResumePoint?
    /// The snapshot that wrote no resume point.
    public var snapshot: Snapshot?
    /// The changed player or alert, or the event.
    public var about: About?

    /// The player, alert or event that a change concerns.
    public enum About: Sendable, Equatable {
        case player(Player)
        case alert(Alert)
        /// An event, encoded as JSON.
        case event(topic: String, json: [UInt8])
    }

    package typealias FilterFields = (
        kind: ChangeKind, item: String?, player: String?, topic: String?
    )

    package var filterFields: FilterFields {
        guard case .event(let topic, _) = about else {
            return (kind, item, player, nil)
        }
        return (kind, nil, nil, topic)
    }

    /// Creates a change; members that its kind does not use are `nil`.
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
