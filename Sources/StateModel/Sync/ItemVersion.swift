/// What a version is about: an item's resume point, or what one name stands for.
package struct SyncKey: Sendable, Hashable {
    /// The kinds of things that have versions.
    package enum Kind: UInt8, Sendable, CaseIterable {
        /// An item's resume point.
        case point = 1
        /// An alias.
        case alias = 2
    }

    /// What kind of thing it is.
    package let kind: Kind
    /// The item's own name, or the alias.
    package let name: Verbatim

    /// The key with both its members.
    package init(kind: Kind, name: String) {
        self.kind = kind
        self.name = Verbatim(name)
    }
}

/// A resume point as devices tell one another of it.
///
/// Clocks of devices need not agree, so it holds spans where a resume point holds instants.
package struct SyncedPoint: Sendable, Hashable {
    /// The player that observed it.
    package var player: String
    /// How playback stood.
    package var status: Status
    /// Seconds from the item's beginning.
    package var position: Double
    /// The item's length in seconds, if known.
    package var duration: Double?
    /// What a person calls the item.
    package var title: String?
    /// The label of the device where it was observed.
    package var device: String
    /// How long ago it was observed when it was sent, in milliseconds.
    package var age: Int
    /// How long it was still to live when it was sent, in milliseconds.
    package var life: Int

    /// A point with all its members.
    package init(
        player: String,
        status: Status,
        position: Double,
        duration: Double?,
        title: String?,
        device: String,
        age: Int,
        life: Int
    ) {
        self.player = player
        self.status = status
        self.position = position
        self.duration = duration
        self.title = title
        self.device = device
        self.age = age
        self.life = life
    }

    /// Returns true if both points name one place in one state, whichever device saw it and when.
    package func isSamePlace(as other: SyncedPoint) -> Bool {
        position == other.position && status == other.status
    }
}

/// What a version says.
package enum ItemValue: Sendable, Hashable {
    /// The item has this resume point.
    case point(SyncedPoint)
    /// The item's resume point, or the alias, was removed.
    case tombstone
    /// The alias stands for the item of this name.
    case alias(of: String)

    /// Returns true if both values mean the same to a user: points at one place, or equal values.
    package func means(_ other: ItemValue) -> Bool {
        if case (.point(let one), .point(let other)) = (self, other), one.isSamePlace(as: other) {
            return true
        }
        return self == other
    }
}

/// One write of an item, and what it must know to be compared with others.
package struct ItemVersion: Sendable, Hashable {
    /// By what versions of an item that did not know one another are put in order.
    package enum Rule: UInt8, Sendable, CaseIterable {
        /// By stamp.
        case newest = 0
        /// By position.
        case furthest = 1
    }

    /// What it is about.
    package var key: SyncKey
    /// The write.
    package var stamp: Stamp
    /// What it says.
    package var value: ItemValue
    /// The writes of the item that its writer knew, this one included.
    package var seen: Seen
    /// Chosen where it was written, so that every device decides alike.
    package var rule: Rule
    /// Counts how often a write that knew the one before it would have lost against it by the
    /// rule alone: going back, or clearing, where the furthest wins.
    package var lap: Int
    /// Whether it repeats a value over another device's, as the strategy `client` does.
    package var isRebased: Bool

    /// A version with all its members.
    package init(
        key: SyncKey,
        stamp: Stamp,
        value: ItemValue,
        seen: Seen,
        rule: Rule = .newest,
        lap: Int = 0,
        isRebased: Bool = false
    ) {
        self.key = key
        self.stamp = stamp
        self.value = value
        self.seen = seen
        self.rule = rule
        self.lap = lap
        self.isRebased = isRebased
    }
}
