/// The newest states of items by their numbers, in little room.
///
/// A dictionary leaves up to five eighths of its places free, and a state is some 300 bytes: with
/// the states themselves in the places, those that are free took more memory than all else.
package struct HeadTable: Sendable {
    /// One state; it never changes, so copies of the table may share it.
    private final class Entry: Sendable {
        let head: Head

        init(_ head: Head) {
            self.head = head
        }
    }

    private var entries: [Int: Entry] = [:]

    /// A table of nothing.
    package init() {}

    /// How many items it knows.
    package var count: Int { entries.count }

    /// The items' numbers, in no particular order.
    package var ids: some Collection<Int> { entries.keys }

    /// The state of the item of that number; nil: it knows none.
    package subscript(id: Int) -> Head? {
        get { entries[id]?.head }
        set { entries[id] = newValue.map { Entry($0) } }
    }

    /// Calls `body` with each state, in no particular order.
    package func visit(_ body: (Head) -> Void) {
        for entry in entries.values { body(entry.head) }
    }
}
