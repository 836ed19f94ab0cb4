// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// The subject of a version: the resume point of an item, or an alias.
package struct SyncKey: Sendable, Hashable {
    package enum Kind: UInt8, Sendable, CaseIterable {
        case point = 1
        case alias = 2
    }

    package let kind: Kind
    package let name: ExactString

    package init(kind: Kind, name: String) {
        self.kind = kind
        self.name = ExactString(name)
    }
}

/// A resume point, as devices exchange it.
///
/// The clocks of devices may differ, so this type has durations where a resume point has times.
package struct SyncedPoint: Sendable, Hashable, Positioned {
    package var player: String
    package var status: Status
    /// The position, in seconds from the beginning of the item.
    package var position: Double
    /// The duration of the item, in seconds; `nil` if it is unknown.
    package var duration: Double?
    package var title: String?
    package var device: String
    /// The time from the observation to the sending, in milliseconds.
    package var age: Int
    /// The time from the sending to the expiry, in milliseconds; negative if the point had expired.
    package var life: Int
    /// The place in an item, such as a book, whose progress is not measured in seconds.
    package var reading: ReadingPlace?

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

    package func isSamePlace(as other: SyncedPoint) -> Bool {
        position == other.position && status == other.status && reading == other.reading
    }
}

package enum ItemValue: Sendable, Hashable {
    case point(SyncedPoint)
    case tombstone
    case alias(of: String)

    /// Returns true if a user sees no difference: the values are equal, or are points with the same
    /// position, status and reading place.
    package func means(_ other: ItemValue) -> Bool {
        if case (.point(let one), .point(let other)) = (self, other), one.isSamePlace(as: other) {
            return true
        }
        return self == other
    }
}

extension ItemValue {
    var reading: ReadingPlace? {
        get { if case .point(let point) = self { point.reading } else { nil } }
        set {
            guard case .point(var point) = self else { return }
            point.reading = newValue
            self = .point(point)
        }
    }

    mutating func takeReading() -> ReadingPlace? {
        defer { reading = nil }
        return reading
    }
}

/// One write of an item, with everything that is needed to compare it with other writes.
package struct ItemVersion: Sendable, Hashable {
    package enum Rule: UInt8, Sendable, CaseIterable {
        /// The version with the greatest stamp wins.
        case newest = 0
        /// The version with the greatest depth wins; if the depths are equal, the one with the
        /// greatest stamp.
        case furthest = 1
    }

    package var key: SyncKey
    package var stamp: Stamp
    package var value: ItemValue
    /// The writes that the writer knew, and this write.
    package var seen: VersionVector
    /// The rule that the writer chose, so that every device decides in the same way.
    package var rule: Rule
    /// A counter that is compared before the rule.
    ///
    /// A write raises it if the rule would prefer a version that the writer knew. Under `furthest`,
    /// a seek back is such a write.
    package var lap: Int
    /// True if the write repeats a local value that conflicts with a received one, as the strategy
    /// `client` requires.
    package var isRebased: Bool
    /// True for a tombstone if the item was played to its end.
    package var isFinished = false

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
