// SPDX-License-Identifier: Apache-2.0
internal import HeapModule
package import StateModel

/// A queue of the times at which items may expire, earliest first.
///
/// Entries are hints: if an item's expiry has moved since, the item is examined too early and gets
/// a new entry.
package struct DueQueue: Sendable {
    /// A time and the item to check then.
    package struct Entry: Sendable, Equatable, Comparable {
        /// The time, in milliseconds since 1970.
        package var time: Timestamp
        /// The item's number.
        package var id: ItemID

        /// Creates an entry from its members.
        package init(time: Timestamp, id: ItemID) {
            self.time = time
            self.id = id
        }

        /// Returns true if `one` is due before `other`.
        package static func < (one: Entry, other: Entry) -> Bool {
            one.time != other.time ? one.time < other.time : one.id < other.id
        }
    }

    private var heap = Heap<Entry>()

    /// Creates an empty queue.
    package init() {}

    /// All entries, unordered.
    package var entries: [Entry] { heap.unordered }

    /// The earliest entry.
    package var first: Entry? { heap.min }

    /// Adds an entry.
    package mutating func insert(_ entry: Entry) {
        heap.insert(entry)
    }

    /// Removes up to `limit` entries due by `now`, and returns their items, earliest first.
    package mutating func take(by now: Timestamp, limit: Int) -> [ItemID] {
        var ids: [ItemID] = []
        while ids.count < limit, let first, first.time <= now {
            ids.append(first.id)
            heap.removeMin()
        }
        return ids
    }
}
