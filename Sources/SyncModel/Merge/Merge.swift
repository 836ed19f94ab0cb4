// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// The merge of two versions of an item.
///
/// The result depends only on the versions, so all devices agree, in whatever order versions
/// arrive. Versions are totally ordered, and the greatest wins. A version is greater than any
/// version that its writer knew.
package enum Merge {
    package enum Relation: Sendable, Equatable {
        case same
        /// The first version is greater, and its writer knew the second.
        case ahead
        /// The second version is greater, and its writer knew the first.
        case behind
        /// The writer of the greater version did not know the other one, so the versions conflict.
        case concurrent
    }

    package static func relation(_ one: ItemVersion, _ other: ItemVersion) -> Relation {
        if one.stamp == other.stamp { return .same }
        // A vector that includes a greater version is of a device that has lost that version. Then
        // the total order decides, because otherwise the result would depend on the order of
        // arrival.
        if precedes(one, other) { return other.seen.covers(one.stamp) ? .behind : .concurrent }
        return one.seen.covers(other.stamp) ? .ahead : .concurrent
    }

    /// Returns true if `other` is greater than `one` in the total order, so that `other` wins.
    package static func precedes(_ one: ItemVersion, _ other: ItemVersion) -> Bool {
        if one.lap != other.lap { return one.lap < other.lap }
        if one.rule != other.rule { return one.rule.rawValue < other.rule.rawValue }
        if one.rule == .furthest, one.depth != other.depth { return one.depth < other.depth }
        if one.stamp != other.stamp { return one.stamp < other.stamp }
        // Two copies of one write may have different ages. Which of them wins does not matter, but
        // the choice must be the same everywhere.
        return one.tieBreak.lexicographicallyPrecedes(other.tieBreak)
    }

    /// Returns the version that wins, with the union of both version vectors.
    ///
    /// The operation is commutative, associative and idempotent.
    package static func merged(_ one: ItemVersion, _ other: ItemVersion) -> ItemVersion {
        var winner = precedes(one, other) ? other : one
        winner.seen = one.seen.union(other.seen)
        return winner
    }
}

extension ItemVersion {
    /// The ``Positioned/distance`` of the point, in seconds; -1 for a tombstone or an alias.
    package var depth: Double {
        if case .point(let point) = value { point.distance } else { -1 }
    }

    /// Returns true if every write at `now` or later wins, even one whose writer does not know this
    /// version.
    package func yields(toWritesAfter now: Timestamp) -> Bool {
        lap == 0 && rule == .newest && stamp.key.time < now
    }

    /// Returns a new version whose writer knew the versions `bases`.
    ///
    /// The order key of `stamp` must be greater than all order keys in the version vectors of
    /// `bases`.
    package static func written(
        _ key: SyncKey,
        _ stamp: Stamp,
        _ value: ItemValue,
        rule: Rule,
        after bases: [ItemVersion],
        isRebased: Bool = false
    ) -> ItemVersion {
        var seen = VersionVector().with(stamp)
        for base in bases { seen = seen.union(base.seen).with(base.stamp) }
        var version = ItemVersion(
            key: key,
            stamp: stamp,
            value: value,
            seen: seen,
            rule: rule,
            lap: bases.map(\.lap).max() ?? 0,
            isRebased: isRebased
        )
        if !bases.allSatisfy({ Merge.precedes($0, version) }) { version.lap += 1 }
        return version
    }

    fileprivate var tieBreak: [UInt8] {
        var writer = RecordWriter()
        writer.write(value)
        if let reading = value.reading { writer.write(reading) }
        writer.byte(isRebased ? 1 : 0)
        return writer.bytes
    }
}
