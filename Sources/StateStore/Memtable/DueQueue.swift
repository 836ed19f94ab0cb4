// SPDX-License-Identifier: Apache-2.0
internal import HeapModule
internal import StateModel

/// A queue of the times at which items may expire, earliest first.
///
/// If an item's expiry has been postponed, the item is examined too early, and gets a new entry.
struct DueQueue: Sendable {
    struct Entry: Sendable, Equatable, Comparable {
        var time: Timestamp
        var id: ItemID

        static func < (one: Entry, other: Entry) -> Bool {
            one.time != other.time ? one.time < other.time : one.id < other.id
        }
    }

    private var heap = Heap<Entry>()

    /// All entries, in no particular order.
    var entries: [Entry] { heap.unordered }

    var first: Entry? { heap.min }

    mutating func insert(_ entry: Entry) {
        heap.insert(entry)
    }

    /// Removes up to `limit` entries that are due at `now`, and returns their items, earliest
    /// first.
    mutating func take(by now: Timestamp, limit: Int) -> [ItemID] {
        var ids: [ItemID] = []
        while ids.count < limit, let first, first.time <= now {
            ids.append(first.id)
            heap.removeMin()
        }
        return ids
    }
}
