// SPDX-License-Identifier: Apache-2.0

/// The key of an event: of those with one topic and key, the highest in rank is the present value.
package struct EventKey: Sendable, Hashable {
    /// The name, 1 to 1,024 bytes of UTF-8.
    package var name: String
    package var rank: EventRank

    /// Creates a key whose rank is that of a first value.
    package init(_ name: String, _ rank: EventRank = EventRank()) {
        self.name = name
        self.rank = rank
    }

    /// The fault of the key; `nil` if an event may have it.
    package var fault: EventFault? {
        guard (1...Limits.eventKeyBytes).contains(name.utf8.count) else {
            return EventFault(
                field: "key",
                reason: "must be 1 to \(Limits.eventKeyBytes) bytes of UTF-8"
            )
        }
        return nil
    }
}

/// The rank of an event among those of its topic and key, in a total order.
///
/// An event states its rank, so devices that have the same events have the same present value, in
/// whatever order the events arrived.
package struct EventRank: Sendable, Hashable {
    /// The rule that orders events of one lap.
    ///
    /// The order of the cases is part of the formats of the store and of records.
    package enum Rule: String, Sendable, CaseIterable {
        /// The newest wins.
        case newest
        /// The oldest since the last clear wins.
        case first
        /// The highest number wins; of equal ones, the oldest.
        case highest
        /// The lowest number wins; of equal ones, the oldest.
        case lowest

        /// The number in the formats.
        package var code: UInt8 { UInt8(Self.allCases.firstIndex(of: self) ?? 0) }
        /// True if the rule compares a number of the body.
        package var comparesNumbers: Bool { self == .highest || self == .lowest }
    }

    /// The number of clears and expirations that the writer knew, unless the newest wins, and of
    /// changes of the rule.
    package var lap = 0
    package var rule = Rule.newest
    /// True if the event clears the key.
    package var isCleared = false
    /// The number that the rule compares; finite.
    package var number = 0.0
    /// The time of the event by a hybrid logical clock.
    package var stamp = OrderKey(value: 0)

    /// The highest lap; beyond it, only damage counts.
    package static let lastLap = 1 << 40

    /// True if later values need the rank when the value is gone.
    ///
    /// The first value of a key that was forgotten begins at lap 0, and would lose on every device
    /// that knows a higher one.
    package var isLasting: Bool { rule != .newest || lap > 0 }

    /// Creates the rank of the first value of a key.
    package init(rule: Rule = .newest, number: Double = 0, isCleared: Bool = false) {
        self.rule = rule
        self.number = number
        self.isCleared = isCleared
    }

    /// Returns the rank of an event that this device appends.
    ///
    /// An event of the past ranks by its own time, unless it begins to count behind a clear. Any
    /// other one is newer than the present value, even if that came from a device whose clock is
    /// ahead.
    ///
    /// - Parameters:
    ///   - present: The rank of the present value, also of a cleared one; `nil` if there is none.
    ///   - isOver: True if the present value is past its time.
    ///   - at: The time of the event.
    ///   - now: Trusted time.
    /// - Returns: The rank.
    package func written(
        after present: EventRank?,
        isOver: Bool = false,
        at: Timestamp,
        now: Timestamp
    ) -> EventRank {
        var rank = self
        let isReopened = rule != .newest && present?.isCleared == true
        let isLate = at < now && (present?.stamp.time ?? .min) > at && !isReopened
        rank.stamp = OrderKey(time: min(at, now), after: isLate ? nil : present?.stamp)
        guard let present else { return rank }
        let beginsLap = rule != present.rule || (rule != .newest && (isCleared || isOver))
        rank.lap = min(present.lap + (beginsLap ? 1 : 0), Self.lastLap)
        return rank
    }

    /// Returns true if an event of `other` rank wins; those of equal rank are ordered by their IDs.
    package func precedes(_ other: EventRank, id: String, otherID: String) -> Bool {
        if lap != other.lap { return lap < other.lap }
        let isOlder =
            stamp == other.stamp
            ? id.utf8.lexicographicallyPrecedes(otherID.utf8) : stamp < other.stamp
        // No clear can begin a lap behind the last one, so there the newest wins.
        if lap == Self.lastLap { return isOlder }
        if rule != other.rule { return rule.code < other.rule.code }
        if rule != .newest, isCleared != other.isCleared { return isCleared }
        if number != other.number { return (number < other.number) == (rule == .highest) }
        return isOlder == (rule == .newest)
    }
}

/// The settings for the events of a topic.
package struct TopicSettings: Sendable, Equatable {
    /// The rule that decides which value of a key is the present one; `nil` for the newest.
    package var merge: EventRank.Rule?
    /// The path of the number that the rule compares; `nil` for `value`.
    package var field: String?
    /// The time for which a present value is kept, in milliseconds; `nil` for no limit.
    package var keepMilliseconds: Int?

    /// Creates settings in which nothing differs.
    package init() {}

    /// The path of the number that the rule compares, name by name.
    package var path: [Substring] { (field ?? "value").split(separator: ".") }
}
