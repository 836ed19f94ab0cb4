// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import SyncModel

private struct KeptRows {
    private(set) var byItem: [ItemID: Set<SequenceNumber>] = [:]
    /// The number of rows read so far to find history rows.
    private(set) var reads = 0
    /// The items whose rows have confirmed the number of values in their state.
    var confirmed: Set<ItemID> = []

    mutating func note(_ rows: [ItemQueries.PastValue], of id: ItemID) {
        byItem[id] = Set(rows.map(\.sequence))
        reads += rows.count
    }

    func holds(_ row: LogRow) -> Bool { byItem[row.id]?.contains(row.sequence) == true }
}

/// A row of the log, with the facts about its item that decide whether it is part of the history.
private struct Candidate {
    let row: LogRow
    /// The sequence number of the item's newest state; `nil` if the store no longer has the item.
    let newest: SequenceNumber?
    let isLive: Bool
    /// The highest ordinal assigned to a value of the item.
    let ordinal: Int
    /// The sequence number of the item's state in the tables, which may lag behind the memtable.
    let stored: SequenceNumber?

    /// Returns the number of values in the item's history that are newer than the row's value.
    func rank(of record: ItemRecord) -> Int {
        // The current point has an ordinal, but is not part of the history yet.
        let own = isLive && row.sequence < newest ?? .start ? 1 : 0
        return ordinal - record.ordinal - own
    }
}

final class Compaction {
    struct Progress {
        var hand = SequenceNumber.start
        /// The number of rows to examine before the next flush may begin.
        var debt = 0
        /// The newest row that was replayed when the file was opened.
        ///
        /// Rows up to this one may have been displaced without a record in the memtable.
        var unknownUpTo = SequenceNumber.start
        /// The size of the history rows found since compaction last started from the first row, in
        /// bytes.
        var historyBytes = 0
        /// The size of the history rows still to be removed to respect the quota, oldest first, in
        /// bytes.
        var excess = 0
    }

    var progress = Progress()
    private let log: ChangeLog
    private let items: ItemQueries
    private let sync: SyncStorage

    init(_ log: ChangeLog, _ items: ItemQueries, _ sync: SyncStorage) {
        self.log = log
        self.items = items
        self.sync = sync
    }

    func restart() {
        progress = Progress(unknownUpTo: log.replayed.upTo)
    }

    /// The estimated cost of examining a row, in nanoseconds.
    static let cost = 1_000

    /// Returns the number of rows to examine after a flush of the given generation.
    static func debt(after generation: Memtable.Generation) -> Int {
        // Rows that became history must be examined twice as fast as they arrive. The log then
        // never holds more than twice the rows that are kept.
        max(1024, 2 * generation.leftBehind)
    }

    /// Examines up to `rows` rows of the log, and removes those that nothing needs.
    ///
    /// Most unneeded rows are known as soon as a newer row displaces them, and the flush removes
    /// them. Compaction finds the rest: values beyond the history's limits, and rows left by a
    /// crash. After the history's retention, it also removes items without a point, and the rows
    /// about aliases and dismissed alerts.
    func run(rows: Int, now: Timestamp) throws(StoreError) {
        let next = try log.tables.file.kept(
            "SELECT change.sequence, change.id, kind, offset, time, key, body, checksum, "
                + "head.sequence, state, head.ordinal FROM change "
                + "LEFT JOIN head ON head.id = change.id "
                + "WHERE change.sequence > ?1 AND change.sequence <= ?2 ORDER BY change.sequence",
            progress.hand,
            try log.meta.number(.flushed) as SequenceNumber
        )
        defer { next.reset() }
        var kept = KeptRows()
        var cost = 0
        // Long bodies take time, a history costs one read for each value, and a slice must stay
        // short.
        while cost < rows, kept.reads <= 2 * rows, try next.step() {
            cost += 1 + next.withBytes(Tables.bodyColumn, \.count) / Self.bytesLikeARow
            // A statement may go on after its current row has been removed.
            try examine(next, kept: &kept, now: now)
            progress.hand = next.int(0)
            progress.debt = max(0, progress.debt - 1)
        }
        if cost == 0 { try beginAtFront() }
    }

    /// Removes the current row of a statement if nothing needs it.
    ///
    /// Most rows are needed for certain, which their columns show without the body.
    private func examine(_ next: Statement, kept: inout KeptRows, now: Timestamp) throws(StoreError)
    {
        let state = log.memtable.state(next.int(1))
        let stored: SequenceNumber? = next.optionalInt(8)
        let newest = state?.sequence ?? stored
        let ordinal = state?.ordinal ?? next.int(10)
        let isOfItem = try Tables.verifiedKind(of: next).isOfItem
        if isOfItem, let newest, !isPastRetention(next.int(4), now) {
            if newest == next.int(0) { return }
            if ordinal < log.options.settings.historyPerItem, progress.excess <= 0,
                next.int(0) > progress.unknownUpTo,
                let length = next.withBytes(Tables.bodyColumn, RecordCodec.itemLength)
            {
                progress.historyBytes += Self.historyBytes(ofItem: length)
                return
            }
        }
        let row = try Tables.verifiedRow(of: next)
        switch row.body {
        case .item(let record):
            let candidate = Candidate(
                row: row,
                newest: newest,
                isLive: state?.kind.isLive ?? (next.int(9) == 1),
                ordinal: ordinal,
                stored: stored
            )
            try sweep(candidate, record, kept: &kept, now: now)
        case .player(let player):
            if log.statistics.players[player.key]?.revision != row.revision { try drop(row) }
        case .alert(let alert) where alert.state != .dismissed:
            if log.statistics.alerts[alert.id] != alert { try drop(row) }
        case .alert, .alias:
            // The row stays available to lagging readers for as long as any other row.
            if isPastRetention(row.time, now) {
                try drop(row)
                try compact(upTo: row.sequence)
            }
        }
    }

    /// Returns the approximate size of a history row, by the length of its item's name.
    private static func historyBytes(ofItem length: Int) -> Int { 120 + length }

    private func drop(_ row: LogRow) throws(StoreError) {
        try log.tables.flushing.dropRow(row.sequence)
    }

    private func isPastRetention(_ time: Timestamp, _ now: Timestamp) -> Bool {
        time < now - log.options.settings.historyRetentionMilliseconds
    }

    /// Invalidates stream tokens whose place is before `sequence`.
    private func compact(upTo sequence: SequenceNumber) throws(StoreError) {
        log.statistics.compacted = max(log.statistics.compacted, sequence)
        try log.meta.set(.compacted, log.statistics.compacted)
    }

    /// The body size, in bytes, that costs about as much as reading a row.
    private static let bytesLikeARow = 1_024

    private func beginAtFront() throws(StoreError) {
        progress.hand = .start
        progress.debt = 0
        progress.excess = max(0, progress.historyBytes - log.options.settings.historyBytes)
        progress.historyBytes = 0
        if try log.meta.number(.flushed) >= progress.unknownUpTo { progress.unknownUpTo = .start }
    }

    private func sweep(
        _ candidate: Candidate,
        _ record: ItemRecord,
        kept: inout KeptRows,
        now: Timestamp
    ) throws(StoreError) {
        let row = candidate.row
        guard let newest = candidate.newest else {
            // Forgetting an item also removes its name. If the name is still there, the state was
            // lost through damage.
            if try log.tables.state(named: ExactString(record.point.item))?.id == row.id {
                throw StoreError(.corrupt, "item \(row.id) has a name but no state")
            }
            return try drop(row)
        }
        if newest == row.sequence {
            if !candidate.isLive { try endIfForgotten(row, now: now) }
            return
        }
        let isHistory = try isHistory(candidate, record, kept: &kept, now: now)
        let bytes = Self.historyBytes(ofItem: record.point.item.utf8.count)
        if isHistory, progress.excess <= 0 {
            progress.historyBytes += bytes
        } else if candidate.stored != row.sequence {
            // While the tables still refer to the row as the item's state, a replay after a crash
            // needs it.
            if isHistory { progress.excess -= bytes }
            try drop(row)
        }
    }

    /// Returns true if a row other than an item's newest is part of its history.
    ///
    /// The number of newer values decides. For rows from before the start, and for rows past
    /// retention, the history is read.
    private func isHistory(
        _ candidate: Candidate,
        _ record: ItemRecord,
        kept: inout KeptRows,
        now: Timestamp
    ) throws(StoreError) -> Bool {
        let row = candidate.row
        guard candidate.rank(of: record) < log.options.settings.historyPerItem else {
            return try !isCountConfirmed(row.id, kept: &kept)
        }
        if row.sequence > progress.unknownUpTo, !isPastRetention(row.time, now) { return true }
        if kept.byItem[row.id] == nil, let state = try log.state(row.id) {
            kept.note(
                try items.history(of: state, now: now, limit: log.options.settings.historyPerItem),
                of: row.id
            )
        }
        return kept.holds(row)
    }

    /// Returns true if an item's rows confirm the number of values in its state.
    ///
    /// The function throws if they contradict it. Otherwise a damaged state could cause the removal
    /// of a whole history.
    private func isCountConfirmed(_ id: ItemID, kept: inout KeptRows) throws(StoreError) -> Bool {
        if log.memtable.state(id) != nil || kept.confirmed.contains(id) { return true }
        guard let state = try log.tables.state(id) else { return false }
        var counted = state.record.ordinal
        if let historyOnly = state.historyOnly {
            // The history's limit may have dropped the row.
            guard let row = try log.tables.row(historyOnly) else { return false }
            if row.id == id, case .item(let record) = row.body { counted = record.ordinal }
        }
        guard counted == state.ordinal else {
            throw StoreError(.corrupt, "the number of values of item \(id) does not match its rows")
        }
        kept.confirmed.insert(id)
        return true
    }

    /// Keeps the tombstone of a removed item in sync's tables while some device may not have it
    /// yet.
    ///
    /// - Returns: False if the item must be kept, because a write that does not know its version
    ///   could lose against that version.
    private func keepForSync(_ state: ItemState, now: Timestamp) throws(StoreError) -> Bool {
        guard log.options.settings.syncs else { return true }
        let items = log.tables.sync.items
        let key = SyncKey(kind: .point, name: state.record.point.item)
        guard let item = try sync.item(key), item.value == .tombstone else {
            guard let row = try items.row(key) else { return true }
            guard row.mark?.version.yields(toWritesAfter: now) ?? true else { return false }
            try items.drop(row.number)
            return true
        }
        let number = try items.number(of: key)
        try items.set(rowKey: item.rowKey, target: nil, of: number)
        if item.isPending, try items.enqueue(.row, number) { log.statistics.sync?.queued += 1 }
        return true
    }

    /// Removes an item from all tables if it has neither a point nor a history within retention.
    private func endIfForgotten(_ row: LogRow, now: Timestamp) throws(StoreError) {
        guard isPastRetention(row.time, now),
            log.memtable.state(row.id) == nil,
            let state = try log.state(row.id), !state.kind.isLive,
            try items.history(of: state, now: now, limit: 1).isEmpty,
            try keepForSync(state, now: now)
        else { return }
        let (file, name) = (log.tables.file, state.record.point.item)
        try file.run("DELETE FROM head WHERE id = ?1", state.id)
        try file.run("DELETE FROM name WHERE id = ?1 AND name = ?2", state.id, name)
        try file.run(
            "DELETE FROM name WHERE name IN (SELECT name FROM alias WHERE id = ?1)",
            state.id
        )
        try file.run("DELETE FROM alias WHERE id = ?1", state.id)
        try drop(row)
        try compact(upTo: row.sequence)
    }
}
