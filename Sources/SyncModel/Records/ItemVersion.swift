// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// The subject of a version: the resume point of an item, or an alias.
package struct SyncKey: Sendable, Hashable {
    /// The kinds of subjects that have versions.
    package enum Kind: UInt8, Sendable, CaseIterable {
        /// The resume point of an item.
        case point = 1
        case alias = 2
    }

    package let kind: Kind
    /// The item's own name, or the alias.
    package let name: ExactString

    package init(kind: Kind, name: String) {
        self.kind = kind
        self.name = ExactString(name)
    }
}

/// A resume point in the form in which devices exchange it.
///
/// The clocks of devices may differ, so it has durations where a resume point has times.
package struct SyncedPoint: Sendable, Hashable, Positioned {
    /// The player that observed the position.
    package var player: String
    /// The status of playback.
    package var status: Status
    /// The position, in seconds from the beginning of the item.
    package var position: Double
    /// The duration of the item, in seconds; `nil` if it is unknown.
    package var duration: Double?
    /// The title of the item, for the user; `nil` if it is unknown.
    package var title: String?
    /// The label of the device on which the position was observed.
    package var device: String
    /// The time between the observation and the sending, in milliseconds.
    package var age: Int
    /// The time between the sending and the expiry, in milliseconds.
    package var life: Int
    /// The position in an item that is not measured in seconds.
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

    /// Returns true if both points have the same position and status.
    package func isSamePlace(as other: SyncedPoint) -> Bool {
        position == other.position && status == other.status && reading == other.reading
    }
}

package enum ItemValue: Sendable, Hashable {
    /// The item has the given resume point.
    case point(SyncedPoint)
    /// The item's resume point, or the alias, was removed.
    case tombstone
    /// The alias refers to the given item.
    case alias(of: String)

    /// Returns true if both values are the same to a user: equal, or points with the same position
    /// and status.
    package func means(_ other: ItemValue) -> Bool {
        if case (.point(let one), .point(let other)) = (self, other), one.isSamePlace(as: other) {
            return true
        }
        return self == other
    }
}

extension ItemValue {
    /// The reading place, if the value is a point that has one.
    var reading: ReadingPlace? {
        get { if case .point(let point) = self { point.reading } else { nil } }
        set {
            guard case .point(var point) = self else { return }
            point.reading = newValue
            self = .point(point)
        }
    }

    /// Removes the reading place and returns it.
    mutating func takeReading() -> ReadingPlace? {
        defer { reading = nil }
        return reading
    }
}

/// One write of an item, with everything that is needed to compare it with other writes.
package struct ItemVersion: Sendable, Hashable {
    /// The rule that orders versions of an item that conflict.
    package enum Rule: UInt8, Sendable, CaseIterable {
        /// By stamp.
        case newest = 0
        /// By position.
        case furthest = 1
    }

    /// The item or alias.
    package var key: SyncKey
    /// The stamp of the write.
    package var stamp: Stamp
    package var value: ItemValue
    /// The version vector, which contains the writes that the writer knew, and this write.
    package var seen: VersionVector
    /// The rule, which the writer chooses, so that every device decides in the same way.
    package var rule: Rule
    /// The number of writes so far that won only because the writer knew a version that the rule
    /// prefers.
    ///
    /// Under `furthest`, for example, a seek back is such a write.
    package var lap: Int
    /// True if the version writes a value again that conflicts with another device's value, as the
    /// strategy `client` does.
    package var isRebased: Bool

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
