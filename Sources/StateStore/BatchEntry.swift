internal import StateModel

/// One row of a batch and what was known around it.
///
/// A row is hundreds of bytes with texts to retain; what is needed of one about an item is in the
/// state that it made, which everybody shares.
struct BatchEntry {
    /// What the row says.
    enum What {
        /// The item's newest state after the row, and how the number of standing points changed.
        case item(Head, delta: Int)
        case other(OtherRow)
    }

    /// What the row says.
    private(set) var what: What
    /// What was known around it.
    private(set) var context: Ledger.Context
    /// The row's number.
    let sequence: Int
    /// The revision that clients see.
    let revision: Int
    /// When it was written, in milliseconds since 1970.
    let time: Int
    /// Whether the row leaves the item's resume point as it was.
    let isAside: Bool

    /// An entry of the row about an item that made the state `row` by itself, and `head` with what
    /// came before.
    init(_ head: Head, by row: Head, _ context: consuming Ledger.Context) {
        what = .item(head, delta: row.record.standingDelta)
        self.context = context
        sequence = row.sequence
        revision = row.revision
        time = row.time
        isAside = row.kind.isAside
    }

    /// An entry of a row about no item.
    init(_ row: LogRow, _ context: consuming Ledger.Context) {
        what = .other(OtherRow(row))
        self.context = context
        sequence = row.sequence
        revision = row.revision
        time = row.time
        isAside = row.kind.isAside
    }

    /// Notes that an entry of that time in the `due` table, or none, will look at the item.
    mutating func setDue(_ due: Int?, of id: Int) {
        guard case .item(let head, let delta) = what, head.id == id else { return }
        what = .item(head.noting(due: due), delta: delta)
        context.due = due
        context.standing = context.standing?.noting(due: due)
    }
}

/// A row about no item, shared.
final class OtherRow: Sendable {
    /// The row.
    let row: LogRow

    init(_ row: LogRow) {
        self.row = row
    }
}
