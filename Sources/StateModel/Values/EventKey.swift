// SPDX-License-Identifier: Apache-2.0

/// The key of an event; of all events with the same topic and key, the one with the highest rank is
/// the current value.
package struct EventKey: Sendable, Hashable {
    /// The name of the key, 1 to 1,024 bytes of UTF-8.
    package var name: String
    package var rank: EventRank

    package init(_ name: String, _ rank: EventRank = EventRank()) {
        self.name = name
        self.rank = rank
    }
}

/// The rank of an event among the events with the same topic and key.
///
/// Ranks are totally ordered. An event contains its rank, so devices with the same events agree on
/// the current value, in whatever order the events arrived.
package struct EventRank: Sendable, Hashable {
    /// The rule that decides between events of the same lap.
    ///
    /// The order of the cases is part of the formats of the store and of the records of sync.
    package enum Rule: String, Sendable, CaseIterable {
        /// The newest event wins.
        case newest
        /// The oldest event wins, until the key is cleared.
        case first
        /// The event with the highest number wins, and of equal numbers the oldest event.
        case highest
        /// The event with the lowest number wins, and of equal numbers the oldest event.
        case lowest

        /// The number of the rule in the formats of the store and of sync.
        package var code: UInt8 { UInt8(Self.allCases.firstIndex(of: self) ?? 0) }
        package var comparesNumbers: Bool { self == .highest || self == .lowest }
    }

    /// The number of clears, expiries and changes of the rule that the writer knew.
    ///
    /// Clears and expiries under the rule `newest` do not count. The event with the highest lap
    /// wins, whatever the rule.
    package var lap = 0
    package var rule = Rule.newest
    package var isCleared = false
    /// The number that the rule compares, which is always finite.
    package var number = 0.0
    package var stamp = OrderKey(value: 0)
    /// The newest stamp of another device that the writer knew; 0 if there was none.
    ///
    /// A late event has the stamp of the current value instead. The base is `nil` if the event does
    /// not state it.
    package var base: OrderKey?

    /// The maximum lap of an event that is not damaged.
    package static let lastLap = 1 << 40

    /// True if the rank must be kept after the value was removed.
    ///
    /// If the rank were forgotten, a new value would begin at lap 0, and lose on every device that
    /// knows a higher lap.
    package var isLasting: Bool { rule != .newest || lap > 0 }

    /// True if the writer knew that its value was not the newest.
    package var isLate: Bool { base.map { stamp < $0 } ?? false }

    package init(rule: Rule = .newest, number: Double = 0, isCleared: Bool = false) {
        self.rule = rule
        self.number = number
        self.isCleared = isCleared
    }

    /// Returns the rank of an event that this device appends.
    ///
    /// An event whose time is in the past and before that of the current value ranks by its own
    /// time, unless it follows a clear under a rule other than `newest`. Any other event ranks as
    /// newer than the current value, even if that comes from a device whose clock is ahead.
    ///
    /// `present` is the rank of the current value, even if cleared; `isOver` is true if that value
    /// has expired. `now` is trusted time.
    package func written(
        after present: EventRank?,
        isOver: Bool = false,
        at: Timestamp,
        now: Timestamp
    ) -> EventRank {
        var rank = self
        rank.base = present?.stamp ?? OrderKey(value: 0)
        let isReopened = rule != .newest && present?.isCleared == true
        let isLate = at < now && (present?.stamp.time ?? .min) > at && !isReopened
        rank.stamp = OrderKey(time: min(at, now), after: isLate ? nil : present?.stamp)
        guard let present else { return rank }
        let beginsLap = rule != present.rule || (rule != .newest && (isCleared || isOver))
        rank.lap = min(present.lap + (beginsLap ? 1 : 0), Self.lastLap)
        return rank
    }

    /// Returns the rank with a base derived from the events that the writer's device has.
    ///
    /// For an event of the device itself, that event's base is used: its stamp would also cover
    /// values of other devices that the device did not know.
    package func based(on known: [(rank: EventRank, isOwn: Bool)]) -> EventRank {
        var rank = self
        let stamps = known.map { $0.isOwn ? $0.rank.base ?? $0.rank.stamp : $0.rank.stamp }
        rank.base = stamps.max() ?? OrderKey(value: 0)
        return rank
    }

    /// Returns true if this rank lost to a current value whose writer did not know it.
    ///
    /// Under other rules than the newest, the topic's settings decide, so no event is lost. The
    /// answer depends on the two events only, so that it is the same on all devices. An event
    /// counts as known if it is older than the newest event of another device that the writer knew.
    package func isLost(to present: EventRank) -> Bool {
        guard let known = present.base, rule == .newest, present.rule == .newest else {
            return false
        }
        return lap == present.lap && !isLate && known < stamp
    }

    /// Returns true if an event with the rank `other` has a later stamp; equal stamps are ordered by
    /// the events' IDs.
    package func isOlder(than other: EventRank, id: String, otherID: String) -> Bool {
        stamp == other.stamp
            ? id.utf8.lexicographicallyPrecedes(otherID.utf8) : stamp < other.stamp
    }

    /// Returns true if an event with the rank `other` wins; equal ranks are ordered by the events'
    /// IDs.
    package func precedes(_ other: EventRank, id: String, otherID: String) -> Bool {
        if lap != other.lap { return lap < other.lap }
        let isOlder = isOlder(than: other, id: id, otherID: otherID)
        // The last lap cannot be followed by another one, so the newest event wins.
        if lap == Self.lastLap { return isOlder }
        if rule != other.rule { return rule.code < other.rule.code }
        if rule != .newest, isCleared != other.isCleared { return isCleared }
        if number != other.number { return (number < other.number) == (rule == .highest) }
        return isOlder == (rule == .newest)
    }
}

package struct TopicSettings: Sendable, Equatable {
    /// The rule that chooses the current value of a key; `nil` for the newest.
    package var merge: EventRank.Rule?
    /// The path of the number that the rule compares; `nil` for `value`.
    package var field: String?
    /// The time for which a current value is kept, in milliseconds; `nil` to keep it forever.
    package var keepMilliseconds: Int?

    package init() {}

    package var path: [Substring] { (field ?? "value").split(separator: ".") }
}
