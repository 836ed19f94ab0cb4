// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// The subject of a version: an item's resume point, or the meaning of an alias.
package struct SyncKey: Sendable, Hashable {
    /// The kinds of subjects that have versions.
    package enum Kind: UInt8, Sendable, CaseIterable {
        /// An item's resume point.
        case point = 1
        case alias = 2
    }

    /// The kind of the subject.
    package let kind: Kind
    /// The item's own name, or the alias.
    package let name: ExactString

    /// Creates the key from its members.
    package init(kind: Kind, name: String) {
        self.kind = kind
        self.name = ExactString(name)
    }
}

/// A resume point in the form that devices exchange.
///
/// The clocks of devices need not agree, so it holds durations where a resume point holds moments.
package struct SyncedPoint: Sendable, Hashable, Positioned {
    /// The player that observed it.
    package var player: String
    /// The status of playback.
    package var status: Status
    /// Seconds from the item's beginning.
    package var position: Double
    /// The item's length in seconds, if known.
    package var duration: Double?
    /// The item's title to display.
    package var title: String?
    /// The label of the device where it was observed.
    package var device: String
    /// The time since the observation when the point was sent, in milliseconds.
    package var age: Int
    /// The remaining time to live when the point was sent, in milliseconds.
    package var life: Int
    /// The place in an item that has no seconds.
    package var reading: ReadingPlace?

    /// Creates a point from its members.
    package init(
        player: String,
        status: Status,
        position: Double,
        duration: Double?,
        title: String?,
        device: String,
        age: Int,
        life: Int,
        reading: ReadingPlace? = nil
    ) {
        self.player = player
        self.status = status
        self.position = position
        self.duration = duration
        self.title = title
        self.device = device
        self.age = age
        self.life = life
        self.reading = reading
    }

    /// Returns true if both points have the same position and status.
    package func isSamePlace(as other: SyncedPoint) -> Bool {
        position == other.position && status == other.status && reading == other.reading
    }
}

/// The value of a version.
package enum ItemValue: Sendable, Hashable {
    /// The item has this resume point.
    case point(SyncedPoint)
    /// The item's resume point, or the alias, was removed.
    case tombstone
    /// The alias belongs to the given item.
    case alias(of: String)

    /// Returns true if both values are equivalent to a user: equal, or points at the same position.
    package func means(_ other: ItemValue) -> Bool {
        if case (.point(let one), .point(let other)) = (self, other), one.isSamePlace(as: other) {
            return true
        }
        return self == other
    }
}

extension ItemValue {
    /// The reading place of a point.
    var reading: ReadingPlace? {
        get { if case .point(let point) = self { point.reading } else { nil } }
        set {
            guard case .point(var point) = self else { return }
            point.reading = newValue
            self = .point(point)
        }
    }

    /// Removes and returns the reading place.
    mutating func takeReading() -> ReadingPlace? {
        defer { reading = nil }
        return reading
    }
}

/// One write of an item, with everything needed to compare it with other writes.
package struct ItemVersion: Sendable, Hashable {
    /// The rule that orders concurrent versions of an item.
    package enum Rule: UInt8, Sendable, CaseIterable {
        /// Order by stamp.
        case newest = 0
        /// Order by position.
        case furthest = 1
    }

    /// The subject.
    package var key: SyncKey
    /// The stamp of the write.
    package var stamp: Stamp
    package var value: ItemValue
    /// The version vector: the writes known to the writer, including this one.
    package var seen: VersionVector
    /// The rule chosen by the writer, so that every device decides in the same way.
    package var rule: Rule
    /// The number of writes so far that won only because their writer knew a version that the rule
    /// prefers.
    ///
    /// An example is a seek back under `furthest`.
    package var lap: Int
    /// True if the version repeats a value over another device's, as the strategy `client` does.
    package var isRebased: Bool

    /// Creates a version from its members.
    package init(
        key: SyncKey,
        stamp: Stamp,
        value: ItemValue,
        seen: VersionVector,
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
