/// What a change did.
public enum ChangeKind: String, Sendable, CaseIterable {
    /// A resume point that stood when the stream began.
    case current
    /// A resume point was written.
    case saved
    /// A live observation that wrote none: a tick, or one ignored or quarantined.
    case observed
    /// A resume point was removed by a caller, or by finishing.
    case cleared
    /// A resume point reached its expiry.
    case expired
    /// A resume point was brought back after a restart or by Undo.
    case restored
    /// An item got a name more or less, or two items became one.
    case aliased
    /// A player's current item, queue, phase or surfaces changed.
    case player
    /// An alert was raised, is being retried, or was dismissed.
    case alert
}

/// One change as subscribers hear of it.
///
/// `point` comes with current, saved, restored and aliased, and is the removed one with
/// cleared and expired; `snapshot` comes with observed; `about` with player and alert.
public struct Change: Sendable, Equatable {
    /// What the change did.
    public var kind: ChangeKind
    /// The store's revision as of the change: it never falls along a stream.
    public var revision: Int
    /// The item it concerns, if it concerns one.
    public var item: String?
    /// The player it concerns, if it concerns one.
    public var player: String?
    /// The resume point as of the change, or the removed one.
    public var point: ResumePoint?
    /// The observation that wrote no resume point.
    public var snapshot: Snapshot?
    /// The player or the alert that changed.
    public var about: About?

    /// What a `player` or an `alert` change is about.
    public enum About: Sendable, Equatable {
        /// The player as it stands now.
        case player(Player)
        /// The alert as it stands now.
        case alert(Alert)
    }

    /// What a change is about, for those who want some changes alone.
    package struct Concern: Sendable, Equatable {
        /// What the change did.
        package let kind: ChangeKind
        /// The item it concerns, if it concerns one.
        package let item: String?
        /// The player it concerns, if it concerns one.
        package let player: String?

        /// A concern with all its members.
        package init(kind: ChangeKind, item: String?, player: String?) {
            self.kind = kind
            self.item = item
            self.player = player
        }
    }

    /// What the change is about.
    package var concern: Concern { Concern(kind: kind, item: item, player: player) }

    /// A change; members that its kind does not call for stay nil.
    public init(
        kind: ChangeKind,
        revision: Int,
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
