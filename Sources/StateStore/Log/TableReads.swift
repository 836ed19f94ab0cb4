// SPDX-License-Identifier: Apache-2.0
internal import StateModel

/// The results of looking for items by name in the tables, for the time of a long batch.
///
/// Each snapshot asks twice: for the item that its name may be an alias of, and for the state of that
/// item. Only a flush, compaction and repair change the tables, and everything is forgotten before.
/// A single Save asks at once, and remembering would cost it more than it saves.
struct TableReads {
    /// An item in the tables.
    typealias Item = (id: ItemID, state: ItemState?)

    /// The number of names that are kept: as many as the longest batch has, and a few more.
    static let most = 16_384

    private var items: [ExactString: Item?] = [:]
    /// True from the beginning of a long batch to the end of its transaction.
    private(set) var isOn = false

    /// Begins to remember.
    mutating func begin() { isOn = true }

    /// Returns what the tables hold under a name, as read before.
    ///
    /// - Returns: the item, `.some(nil)` if there is none, or `nil` if that was not read.
    func item(named name: ExactString) -> Item?? {
        items[name]
    }

    /// Notes what the tables hold under a name.
    mutating func note(_ item: Item?, named name: ExactString) {
        if items.count >= Self.most { items = [:] }
        items[name] = .some(item)
    }

    /// Forgets everything, because the tables change, and remembers nothing until ``begin()``.
    mutating func forget() {
        guard isOn else { return }
        isOn = false
        items = [:]
    }
}
