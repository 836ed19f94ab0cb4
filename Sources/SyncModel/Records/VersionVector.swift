// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// A version vector: the newest known write of an item by each origin.
///
/// It tells a write that displaced a known one from a concurrent write. A forgotten entry can only
/// cause a false conflict.
package struct VersionVector: Sendable, Hashable {
    /// The newest known write of each origin, ordered by origin.
    package private(set) var stamps: [Stamp] = []

    /// The maximum number of origins; those with the newest writes are kept.
    package static let capacity = 32

    /// Creates an empty vector.
    package init() {}

    /// Creates a vector of known writes; the newest of each origin counts.
    package init(_ stamps: some Sequence<Stamp>) {
        for stamp in stamps { insert(stamp) }
        trim()
    }

    /// Returns true if the write was known.
    package func covers(_ stamp: Stamp) -> Bool {
        stamps.contains { $0.origin == stamp.origin && $0.key >= stamp.key }
    }

    /// The highest known key, which the next write must exceed; `nil` for an empty vector.
    package var newest: OrderKey? {
        stamps.map(\.key).max()
    }

    /// Returns the vector of the writes in either vector.
    package func union(_ other: VersionVector) -> VersionVector {
        var union = self
        for stamp in other.stamps { union.insert(stamp) }
        union.trim()
        return union
    }

    /// Returns the vector with an additional write.
    package func with(_ stamp: Stamp) -> VersionVector {
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

    /// Forgets the writes beyond the capacity, the oldest first.
    ///
    /// Forgetting the oldest keeps `union` associative.
    private mutating func trim() {
        guard stamps.count > Self.capacity else { return }
        stamps = stamps.sorted(by: >).prefix(Self.capacity).sorted { $0.origin < $1.origin }
    }
}
