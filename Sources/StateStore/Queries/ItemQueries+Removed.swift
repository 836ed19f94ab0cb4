// SPDX-License-Identifier: Apache-2.0
package import StateModel

extension ItemQueries {
    /// The maximum number of items to examine in the tables, not counting those in the memtable.
    ///
    /// More items are examined than returned, because some have no history.
    private static let searchedItems = 1_000

    /// Returns the last values of items without a resume point, most recently removed first.
    package func removed(
        limit: Int,
        finishedOnly: Bool = false,
        now: Timestamp
    ) throws(StoreError) -> [HistoryEntry] {
        var entries: [HistoryEntry] = []
        for state in try removedStates(limit: limit, finishedOnly: finishedOnly, now: now) {
            if let last = try lastPoint(of: state, now: now) { entries.append(last.entry) }
        }
        return entries
    }

    private func removedStates(
        limit: Int,
        finishedOnly: Bool,
        now: Timestamp
    ) throws(StoreError) -> [ItemState] {
        let oldest = now - log.options.settings.historyRetentionMilliseconds
        var states = try removedInMemtable(limit: limit, finishedOnly: finishedOnly)
        let select = try log.prepare(
            "SELECT id FROM head WHERE state <> 1 ORDER BY sequence DESC LIMIT ?1"
        )
        select.bind(1, log.memtable.rows + Self.searchedItems)
        while states.count < 2 * limit, try select.step() {
            let id: ItemID = select.int(0)
            guard log.memtable.state(id) == nil, let state = try log.tables.state(id) else {
                continue
            }
            if state.time < oldest { break }
            if state.isRemoved(finishedOnly: finishedOnly), try isOwn(state) {
                states.append(state)
            }
        }
        select.reset()
        return Array(states.sorted { $0.sequence > $1.sequence }.prefix(limit))
    }

    /// Returns false if the name of a state has become an alias of another item, which got the
    /// state's history.
    private func isOwn(_ state: ItemState) throws(StoreError) -> Bool {
        try log.state(named: state.record.point.item)?.id == state.id
    }

    private func removedInMemtable(
        limit: Int,
        finishedOnly: Bool
    ) throws(StoreError) -> [ItemState] {
        var removed: [(sequence: SequenceNumber, id: ItemID)] = []
        log.memtable.forEachState { state in
            if state.isRemoved(finishedOnly: finishedOnly) {
                removed.append((state.sequence, state.id))
            }
        }
        removed.sort { $0.sequence > $1.sequence }
        var states: [ItemState] = []
        for (_, id) in removed where states.count < limit {
            guard let state = log.memtable.state(id), try isOwn(state) else { continue }
            states.append(state)
        }
        return states
    }
}

extension ItemState {
    fileprivate func isRemoved(finishedOnly: Bool) -> Bool {
        guard !kind.isLive, let link = record.link else { return false }
        return link.isFinished || !finishedOnly
    }
}
