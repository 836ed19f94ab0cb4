/// Times at which items may expire, the earliest first.
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

    private var heap = Heap<Entry>()

    /// A queue of nothing.
    package init() {}

    /// All entries, in no particular order.
    package var entries: [Entry] { heap.elements }

    /// The earliest entry.
    package var first: Entry? { heap.first }

    /// Adds an entry.
    package mutating func insert(_ entry: Entry) {
        heap.insert(entry)
    }

    /// Takes out the items of up to `limit` entries that are due by `now`, earliest first.
    package mutating func take(by now: Int, limit: Int) -> [Int] {
        var ids: [Int] = []
        while ids.count < limit, let first, first.time <= now {
            ids.append(first.id)
            _ = heap.popFirst()
        }
        return ids
    }
}
