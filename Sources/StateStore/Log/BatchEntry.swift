// SPDX-License-Identifier: Apache-2.0
internal import StateModel

/// One row of a batch and its context.
///
/// A row about an item is stored as the resulting item state. The state contains the row, and is
/// shared, so the row is not copied.
struct BatchEntry {
    enum Content {
        /// The item's newest state after the row, and the change in the number of current resume
        /// points.
        case item(ItemState, delta: Int)
        indirect case other(LogRow)
    }

    private(set) var content: Content
    private(set) var context: Memtable.Context
    let sequence: SequenceNumber
    let revision: Revision
    let time: Timestamp
    let isHistoryOnly: Bool

    /// Creates the entry of a row about an item, given the state that the row alone produces.
    init(_ row: ItemState, _ context: consuming Memtable.Context) {
        let state = row.kind.isHistoryOnly ? context.standing?.noting(historyOnly: row) : nil
        content = .item(state ?? row, delta: row.record.currentDelta)
        self.context = context
        sequence = row.sequence
        revision = row.revision
        time = row.time
        isHistoryOnly = row.kind.isHistoryOnly
    }

    init(_ row: LogRow, _ context: consuming Memtable.Context) {
        content = .other(row)
        self.context = context
        sequence = row.sequence
        revision = row.revision
        time = row.time
        isHistoryOnly = row.kind.isHistoryOnly
    }

    mutating func setDue(_ due: Timestamp?, of id: ItemID) {
        guard case .item(let state, let delta) = content, state.id == id else { return }
        content = .item(state.noting(due: due), delta: delta)
        context.due = due
        context.standing = context.standing?.noting(due: due)
    }
}
