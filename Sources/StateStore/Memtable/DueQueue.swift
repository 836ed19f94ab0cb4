// SPDX-License-Identifier: Apache-2.0
internal import HeapModule
package import StateModel

/// A queue of the times at which items may expire, earliest first.
///
/// If an item's expiry has been postponed, the item is examined too early, and gets a new entry.
package struct DueQueue: Sendable {
    package struct Entry: Sendable, Equatable, Comparable {
        package var time: Timestamp
        package var id: ItemID

        package init(time: Timestamp, id: ItemID) {
            self.time = time
            self.id = id
        }

        package static func < (one: Entry, other: Entry) -> Bool {
            one.time != other.time ? one.time < other.time : one.id < other.id
        }
    }

    private var heap = Heap<Entry>()

    package init() {}

    /// All entries, in no particular order.
    package var entries: [Entry] { heap.unordered }

    package var first: Entry? { heap.min }

    package mutating func insert(_ entry: Entry) {
        heap.insert(entry)
    }

    /// Removes up to `limit` entries that are due at `now`, and returns their items, earliest
    /// first.
    package mutating func take(by now: Timestamp, limit: Int) -> [ItemID] {
        var ids: [ItemID] = []
        while ids.count < limit, let first, first.time <= now {
            ids.append(first.id)
            heap.removeMin()
        }
        return ids
    }
}
