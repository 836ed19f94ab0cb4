/// Which writes of an item somebody knew: a version vector, the newest known key per origin.
///
/// It tells a write that displaced another knowingly from one that happened beside it. What it
/// forgets can only turn the first into the second: a conflict is listed that was none.
package struct Seen: Sendable, Hashable {
    /// The newest known write of each origin, ordered by origin.
    package private(set) var stamps: [Stamp] = []

    /// How many origins are remembered: those with the newest writes.
    package static let capacity = 32

    /// Nothing was known.
    package init() {}

    /// The writes known; of several of one origin the newest counts.
    package init(_ stamps: some Sequence<Stamp>) {
        for stamp in stamps { insert(stamp) }
        trim()
    }

    /// Whether that write was known.
    package func covers(_ stamp: Stamp) -> Bool {
        stamps.contains { $0.origin == stamp.origin && $0.key >= stamp.key }
    }

    /// The highest key known: what the item's next write must be above.
    package var newest: OrderKey? {
        stamps.map(\.key).max()
    }

    /// What either side knew.
    package func union(_ other: Seen) -> Seen {
        var union = self
        for stamp in other.stamps { union.insert(stamp) }
        union.trim()
        return union
    }

    /// What was known, and that write.
    package func with(_ stamp: Stamp) -> Seen {
        var more = self
        more.insert(stamp)
        more.trim()
        return more
    }

    private mutating func insert(_ stamp: Stamp) {
        let place = stamps.firstIndex { $0.origin >= stamp.origin } ?? stamps.endIndex
        if place < stamps.endIndex, stamps[place].origin == stamp.origin {
            if stamps[place].key < stamp.key { stamps[place] = stamp }
        } else {
            stamps.insert(stamp, at: place)
        }
    }

    /// Forgetting the oldest keeps `union` associative: nothing older can come back among them.
    private mutating func trim() {
        guard stamps.count > Self.capacity else { return }
        stamps = stamps.sorted(by: >).prefix(Self.capacity).sorted { $0.origin < $1.origin }
    }
}
