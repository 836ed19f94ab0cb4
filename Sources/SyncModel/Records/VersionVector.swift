// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// The newest known write of an item by each origin.
///
/// It distinguishes a write that replaced a known one from a concurrent write. An entry that was
/// dropped for lack of room can only cause a false conflict.
package struct VersionVector: Sendable, Hashable {
    package private(set) var stamps: [Stamp] = []

    /// The maximum number of origins; the origins with the oldest writes are left out.
    package static let capacity = 32

    package init() {}

    /// Creates a vector of the newest of the given writes by each origin.
    package init(_ stamps: some Sequence<Stamp>) {
        for stamp in stamps { insert(stamp) }
        trim()
    }

    /// Returns true if the vector has this write, or a later one by the same origin.
    package func covers(_ stamp: Stamp) -> Bool {
        stamps.contains { $0.origin == stamp.origin && $0.key >= stamp.key }
    }

    /// The highest order key in the vector, which the next write must exceed; `nil` if the vector
    /// is empty.
    package var newest: OrderKey? {
        stamps.map(\.key).max()
    }

    package func union(_ other: VersionVector) -> VersionVector {
        var union = self
        for stamp in other.stamps { union.insert(stamp) }
        union.trim()
        return union
    }

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

    /// Removes the oldest writes beyond the capacity.
    ///
    /// Because the oldest are removed, `union` is associative.
    private mutating func trim() {
        guard stamps.count > Self.capacity else { return }
        stamps = stamps.sorted(by: >).prefix(Self.capacity).sorted { $0.origin < $1.origin }
    }
}
