// SPDX-License-Identifier: Apache-2.0
internal import StateModel

/// The merge of two versions of one item.
///
/// The result depends only on the versions, so devices agree in any order of arrival. Versions are
/// totally ordered. A version whose writer knew another one follows it, and the greatest wins.
package enum Merge {
    /// The relation of two versions, by whether the writer of each knew the other.
    package enum Relation: Sendable, Equatable {
        /// Both are the same write.
        case same
        /// The first includes the second.
        case ahead
        /// The second includes the first.
        case behind
        /// Neither writer knew the other version: a conflict.
        case concurrent
    }

    /// Returns the relation of `one` and `other`.
    package static func relation(_ one: ItemVersion, _ other: ItemVersion) -> Relation {
        if one.stamp == other.stamp { return .same }
        let oneKnew = one.seen.covers(other.stamp)
        let otherKnew = other.seen.covers(one.stamp)
        if oneKnew == otherKnew {
            // Only in a damaged record does each version include the other; then the order decides.
            return oneKnew ? (precedes(one, other) ? .behind : .ahead) : .concurrent
        }
        return oneKnew ? .ahead : .behind
    }

    /// Returns true if `other` wins against `one`, in a total order.
    package static func precedes(_ one: ItemVersion, _ other: ItemVersion) -> Bool {
        if one.lap != other.lap { return one.lap < other.lap }
        if one.rule != other.rule { return one.rule.rawValue < other.rule.rawValue }
        if one.rule == .furthest, one.depth != other.depth { return one.depth < other.depth }
        if one.stamp != other.stamp { return one.stamp < other.stamp }
        // Two copies of one write may state different ages; any deterministic choice will do.
        return one.tieBreak.lexicographicallyPrecedes(other.tieBreak)
    }

    /// Returns the merged version.
    ///
    /// The operation is commutative, associative and idempotent.
    package static func merged(_ one: ItemVersion, _ other: ItemVersion) -> ItemVersion {
        var winner = precedes(one, other) ? other : one
        winner.seen = one.seen.union(other.seen)
        return winner
    }
}

extension ItemVersion {
    /// The distance from the item's beginning; a removed value comes before every position.
    package var depth: Double {
        if case .point(let point) = value { point.distance } else { -1 }
    }

    /// Returns a new version of a value whose writer knew `bases`; the version is ahead of them
    /// all.
    ///
    /// - Parameters:
    ///   - key: The subject.
    ///   - stamp: The stamp of the write; its key exceeds all keys known to the writers of the
    ///     bases.
    ///   - value: The value written.
    ///   - rule: The rule for concurrent versions.
    ///   - bases: The versions that the writer knew.
    ///   - isRebased: True if it repeats a value over that of another device.
    /// - Returns: The version, which wins against every base.
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
