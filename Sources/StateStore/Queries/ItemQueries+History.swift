// SPDX-License-Identifier: Apache-2.0
package import StateModel

extension ItemQueries {
    package struct PastValue: Sendable, Equatable {
        package let sequence: SequenceNumber
        package let entry: HistoryEntry
        package let record: ItemRecord
        /// True if the value was the resume point of the item, or of a name that is now its alias.
        package var wasCurrent: Bool { entry.aside != true }
    }

    /// Returns up to `limit` older values of an item that are in its history at `now`, newest
    /// first.
    package func history(
        of state: ItemState,
        now: Timestamp,
        limit: Int
    ) throws(StoreError) -> [PastValue] {
        var walk = HistoryWalk(
            limit: min(limit, log.options.settings.historyPerItem),
            oldest: now - log.options.settings.historyRetentionMilliseconds
        )
        try walk.takeHistoryOnly(from: state.newestHistoryOnly, of: state.id, in: log)
        // If the point was removed, the call above has read these rows already.
        if state.kind.isLive {
            try walk.takeHistoryOnly(from: state.record.historyOnly, of: state.id, in: log)
        }
        var link = state.record.link
        while let next = link, !walk.isFull, walk.keeps(next.endedAt) {
            guard let row = try log.tables.row(next.sequence), row.id == state.id,
                case .item(let record) = row.body
            else { break }
            walk.take(row, next, in: log)
            try walk.takeHistoryOnly(from: record.historyOnly, of: state.id, in: log)
            link = record.link
        }
        return walk.values
    }

    /// Returns the newest older value that was the item's resume point; `nil` if the history has
    /// none.
    package func lastPoint(of state: ItemState, now: Timestamp) throws(StoreError) -> PastValue? {
        // Newer values may be history only, but there are seldom more than ten.
        for limit in [10, Int.max] {
            let past = try history(of: state, now: now, limit: limit)
            if let last = past.first(where: \.wasCurrent) { return last }
            if past.count < limit { break }
        }
        return nil
    }
}

private struct HistoryWalk {
    let limit: Int
    let oldest: Timestamp
    private(set) var values: [ItemQueries.PastValue] = []

    var isFull: Bool { values.count >= limit }

    func keeps(_ endedAt: Timestamp) -> Bool { endedAt >= oldest }

    mutating func take(_ row: LogRow, _ link: Link, in log: ChangeLog) {
        guard !isFull, case .item(let record) = row.body else { return }
        let entry = HistoryEntry(
            revision: row.revision,
            point: log.point(record, revision: row.revision),
            ending: link.ending,
            finished: link.isFinished ? true : nil,
            aside: row.kind.isHistoryOnly && row.kind != .merged ? true : nil,
            reason: Self.reason(row.kind, record),
            endedAt: link.endedAt
        )
        values.append(
            ItemQueries.PastValue(sequence: row.sequence, entry: entry, record: record)
        )
    }

    mutating func takeHistoryOnly(
        from start: SequenceNumber?,
        of id: ItemID,
        in log: ChangeLog
    ) throws(StoreError) {
        var next = start
        while let sequence = next, !isFull {
            guard let row = try log.tables.row(sequence), row.id == id, row.kind.isHistoryOnly,
                keeps(row.time), case .item(let record) = row.body
            else { return }
            let ending: Ending =
                switch row.kind {
                case .quarantined: .quarantined
                case .merged, .lost, .inherited: .replaced
                case .archived where record.isPassedOver: .replaced
                default: .expired
                }
            take(row, Link(sequence: sequence, ending: ending, endedAt: row.time), in: log)
            next = record.historyOnly
        }
    }

    private static func reason(_ kind: RowKind, _ record: ItemRecord) -> String? {
        switch kind {
        case .restored where record.interrupted: "was playing when the daemon stopped"
        case .archived where record.isPassedOver: "another position was kept"
        case .quarantined: "an unexplained jump back"
        case .archived: "older than its time to live when it arrived"
        case .restored: "had been restored by an undo"
        case .lost: "lost a conflict"
        case .merged, .inherited: "was stored under a name that is now an alias"
        default: nil
        }
    }
}

extension ItemRecord {
    /// True for a value that an app's server saved for the history only, with the shortest time to
    /// live.
    fileprivate var isPassedOver: Bool { point.expiresAt - point.at == 1_000 }
}
