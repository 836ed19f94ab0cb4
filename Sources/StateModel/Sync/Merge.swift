/// How two versions of one item become one.
///
/// Reads nothing but the versions, so that devices that receive the same ones in different orders
/// end equal: versions are totally ordered, in an order in which whoever knew another comes after
/// it, and the greatest wins.
package enum Merge {
    /// What two versions knew of one another.
    package enum Relation: Sendable, Equatable {
        /// They are the same write.
        case same
        /// The first was written knowing the second.
        case ahead
        /// The second was written knowing the first.
        case behind
        /// Neither knew the other: a conflict.
        case concurrent
    }

    /// What `one` and `other` knew of one another.
    package static func relation(_ one: ItemVersion, _ other: ItemVersion) -> Relation {
        if one.stamp == other.stamp { return .same }
        let oneKnew = one.seen.covers(other.stamp)
        let otherKnew = other.seen.covers(one.stamp)
        if oneKnew == otherKnew {
            // Each knowing the other takes a damaged record; the order still decides.
            return oneKnew ? (precedes(one, other) ? .behind : .ahead) : .concurrent
        }
        return oneKnew ? .ahead : .behind
    }

    /// Whether `other` wins against `one`: a total order.
    package static func precedes(_ one: ItemVersion, _ other: ItemVersion) -> Bool {
        if one.lap != other.lap { return one.lap < other.lap }
        if one.rule != other.rule { return one.rule.rawValue < other.rule.rawValue }
        if one.rule == .furthest, one.depth != other.depth { return one.depth < other.depth }
        if one.stamp != other.stamp { return one.stamp < other.stamp }
        // One write that arrives twice may tell its age differently; any fixed choice will do.
        return one.tieBreak.lexicographicallyPrecedes(other.tieBreak)
    }

    /// The one version that both become: commutative, associative and idempotent.
    package static func merged(_ one: ItemVersion, _ other: ItemVersion) -> ItemVersion {
        var winner = precedes(one, other) ? other : one
        winner.seen = one.seen.union(other.seen)
        return winner
    }
}

extension ItemVersion {
    /// How far into the item it says one is; a removed value is before every place.
    package var depth: Double {
        if case .point(let point) = value { point.position } else { -1 }
    }

    /// The version that its writer makes of this value after knowing `bases`: ahead of them all.
    ///
    /// - Parameters:
    ///   - key: what it is about.
    ///   - stamp: the write; its key is above all that the bases' writers knew.
    ///   - value: what it says.
    ///   - rule: by what it is to be compared with versions that did not know it.
    ///   - bases: the versions that the writer knew.
    ///   - isRebased: whether it repeats a value over another device's.
    /// - Returns: a version that wins against every base.
    package static func written(
        _ key: SyncKey,
        _ stamp: Stamp,
        _ value: ItemValue,
        rule: Rule,
        after bases: [ItemVersion],
        isRebased: Bool = false
    ) -> ItemVersion {
        var seen = Seen().with(stamp)
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
        writer.byte(isRebased ? 1 : 0)
        return writer.bytes
    }
}
