internal import StateModel

/// One row of a batch and its context.
///
/// A row is hundreds of bytes with strings to retain. For a row about an item, the shared item
/// state that it produced holds all that is needed.
struct BatchEntry {
    /// The content of the row.
    enum What {
        /// The item's newest state after the row, and the change in the number of current points.
        case item(Head, delta: Int)
        /// A row that is not about an item.
        case other(OtherRow)
    }

    /// The content of the row.
    private(set) var what: What
    /// The context of the row.
    private(set) var context: Ledger.Context
    /// The row's sequence number.
    let sequence: Int
    /// The revision that clients see.
    let revision: Int
    /// The time at which the row was written, in milliseconds since 1970.
    let time: Int
    /// True if the row is history only and leaves the item's resume point unchanged.
    let isAside: Bool

    /// Creates an entry of a row about an item.
    ///
    /// `row` is the state that the row produces by itself, `head` the state with everything
    /// before it.
    init(_ head: Head, by row: Head, _ context: consuming Ledger.Context) {
        what = .item(head, delta: row.record.standingDelta)
        self.context = context
        sequence = row.sequence
        revision = row.revision
        time = row.time
        isAside = row.kind.isAside
    }

    /// Creates an entry of a row that is not about an item.
    init(_ row: LogRow, _ context: consuming Ledger.Context) {
        what = .other(OtherRow(row))
        self.context = context
        sequence = row.sequence
        revision = row.revision
        time = row.time
        isAside = row.kind.isAside
    }

    /// Sets the time of the `due` entry that will check the item; `nil` if there is none.
    mutating func setDue(_ due: Int?, of id: Int) {
        guard case .item(let head, let delta) = what, head.id == id else { return }
        what = .item(head.noting(due: due), delta: delta)
        context.due = due
        context.standing = context.standing?.noting(due: due)
    }
}

/// A shared row that is not about an item.
final class OtherRow: Sendable {
    /// The row.
    let row: LogRow

    /// Creates a shared row.
    init(_ row: LogRow) {
        self.row = row
    }
}
