/// Times at which items may expire, the earliest first: a binary heap.
///
/// Entries are hints. One whose item has since moved its expiry is looked at early and put back.
package struct DueQueue: Sendable {
    /// A time and the item to look at then.
    package struct Entry: Sendable, Equatable, Comparable {
        /// Milliseconds since 1970.
        package var time: Int
        /// The item's number.
        package var id: Int

        /// An entry with both its members.
        package init(time: Int, id: Int) {
            self.time = time
            self.id = id
        }

        package static func < (one: Entry, other: Entry) -> Bool {
            one.time != other.time ? one.time < other.time : one.id < other.id
        }
    }

    /// All entries, in the heap's order.
    package private(set) var entries: [Entry] = []

    /// A queue of nothing.
    package init() {}

    /// The earliest entry.
    package var first: Entry? { entries.first }

    /// Adds an entry.
    package mutating func insert(_ entry: Entry) {
        entries.append(entry)
        var child = entries.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard entries[child] < entries[parent] else { return }
            entries.swapAt(child, parent)
            child = parent
        }
    }

    /// Takes out the items of up to `limit` entries that are due by `now`, earliest first.
    package mutating func take(by now: Int, limit: Int) -> [Int] {
        var ids: [Int] = []
        while ids.count < limit, let first, first.time <= now {
            ids.append(first.id)
            removeFirst()
        }
        return ids
    }

    private mutating func removeFirst() {
        let last = entries.removeLast()
        guard !entries.isEmpty else { return }
        entries[0] = last
        var parent = 0
        while true {
            let left = 2 * parent + 1
            let right = left + 1
            guard left < entries.count else { return }
            let child =
                right < entries.count && entries[right] < entries[left] ? right : left
            guard entries[child] < entries[parent] else { return }
            entries.swapAt(child, parent)
            parent = child
        }
    }
}
