// SPDX-License-Identifier: Apache-2.0
internal import StateModel

// Substitutes for item states where the table of heads and the log disagree.
extension Tables {
    /// Returns the newest item state that the item's rows confirm; `nil` if none of them verifies.
    ///
    /// The first call for an item reads the log back to its newest intact row.
    func standIn(for id: ItemID) throws(StoreError) -> ItemState? {
        if let known = damage.standIns[id] { return known }
        let state = try newestState(of: id)
        damage.note(state, for: id)
        return state
    }

    /// Returns the newest state that the rows of an item produce, without using the table of heads.
    func newestState(of id: ItemID) throws(StoreError) -> ItemState? {
        var historyOnly: ItemState?
        var found: ItemState?
        try forEachRow(of: id) { sequence throws(StoreError) in
            guard let row = try row(sequence), row.id == id, let state = ItemState(row) else {
                return true
            }
            if row.kind.isHistoryOnly {
                historyOnly = historyOnly ?? state
                return true
            }
            found = state
            return false
        }
        guard let found else { return historyOnly }
        return historyOnly.map { found.noting(historyOnly: $0) } ?? found
    }
}
