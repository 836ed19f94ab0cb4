// SPDX-License-Identifier: Apache-2.0

/// The key of an event; of the events with the same topic and key, the one with the highest rank is
/// the present value.
package struct EventKey: Sendable, Hashable {
    /// The name, 1 to 1,024 bytes of UTF-8.
    package var name: String
    package var rank: EventRank

    /// Creates a key with the rank of a first value.
    package init(_ name: String, _ rank: EventRank = EventRank()) {
        self.name = name
        self.rank = rank
    }

    /// The fault of the key; `nil` if it is valid.
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

/// The rank of an event among events with the same topic and key, in a total order.
///
/// An event states its rank, so devices with the same events have the same present value, whatever
/// the order of arrival.
package struct EventRank: Sendable, Hashable {
    /// The rule that orders the events of a lap.
    ///
    /// The order of the cases is part of the formats of the store and of records.
    package enum Rule: String, Sendable, CaseIterable {
        /// The newest wins.
        case newest
        /// The oldest event since the last clear wins.
        case first
        /// The highest number wins; of equal numbers, the oldest event.
        case highest
        /// The lowest number wins; of equal numbers, the oldest event.
        case lowest

        /// The number in the formats.
        package var code: UInt8 { UInt8(Self.allCases.firstIndex(of: self) ?? 0) }
        /// True if the rule compares a number of the body.
        package var comparesNumbers: Bool { self == .highest || self == .lowest }
    }

    /// The number of clears, expiries and changes of the rule known to the writer; it ranks first.
    package var lap = 0
    package var rule = Rule.newest
    /// True if the event clears the key.
    package var isCleared = false
    /// The number that the rule compares; always finite.
    package var number = 0.0
    /// The time of the event, as a reading of a hybrid logical clock.
    package var stamp = OrderKey(value: 0)

    /// The maximum lap of an undamaged event.
    package static let lastLap = 1 << 40

    /// True if the rank must be kept after the value has been removed.
    ///
    /// A new value of a forgotten key would begin at lap 0, and would lose on every device that
    /// knows a higher lap.
    package var isLasting: Bool { rule != .newest || lap > 0 }

    /// Creates the rank of the first value of a key.
    package init(rule: Rule = .newest, number: Double = 0, isCleared: Bool = false) {
        self.rule = rule
        self.number = number
        self.isCleared = isCleared
    }

    /// Returns the rank of an event that this device appends.
    ///
    /// An event with a past time ranks by that time, unless it follows a clear. Any other event is
    /// newer than the present value, even one from a device whose clock is ahead.
    ///
    /// - Parameters:
    ///   - present: The rank of the present value, even if cleared; `nil` if there is none.
    ///   - isOver: True if the present value has expired.
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

    /// Returns true if an event of `other` rank wins; equal ranks are ordered by ID.
    package func precedes(_ other: EventRank, id: String, otherID: String) -> Bool {
        if lap != other.lap { return lap < other.lap }
        let isOlder =
            stamp == other.stamp
            ? id.utf8.lexicographicallyPrecedes(otherID.utf8) : stamp < other.stamp
        // At the last lap no clear can begin another one, so the newest event wins.
        if lap == Self.lastLap { return isOlder }
        if rule != other.rule { return rule.code < other.rule.code }
        if rule != .newest, isCleared != other.isCleared { return isCleared }
        if number != other.number { return (number < other.number) == (rule == .highest) }
        return isOlder == (rule == .newest)
    }
}

/// The settings for the events of a topic.
package struct TopicSettings: Sendable, Equatable {
    /// The rule that chooses the present value of a key; `nil` for the newest.
    package var merge: EventRank.Rule?
    /// The path of the compared number; `nil` for `value`.
    package var field: String?
    /// The time for which a present value is kept, in milliseconds; `nil` for no limit.
    package var keepMilliseconds: Int?

    /// Creates settings with all defaults.
    package init() {}

    /// The path of the compared number, as a list of names.
    package var path: [Substring] { (field ?? "value").split(separator: ".") }
}
