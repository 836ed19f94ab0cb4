// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// The items that were playing when the daemon stopped, until the log records them as paused.
///
/// When the daemon starts, no player of this device is playing, so every item that the log shows as
/// playing on this device was interrupted. The rows that record this are written in slices; until
/// then, reads return these items as paused. If the daemon stops before all rows are written, the
/// next start finds the remaining items in the same way.
struct Interruption {
    /// The newest row at the start of the daemon.
    let newest: SequenceNumber
    /// The playing items of the memtable that are still to be examined; the next one is the last
    /// element.
    private var unflushed: [ItemID]
    /// The last item examined in the table of item states.
    private var cursor = ItemID.absent
    private(set) var isExhausted = false

    init(upTo newest: SequenceNumber, _ memtable: Memtable) {
        self.newest = newest
        unflushed = []
        restart(memtable)
    }

    /// Returns true if the row's value was playing on this device when the daemon stopped.
    func concerns(_ sequence: SequenceNumber, _ kind: RowKind, _ record: ItemRecord) -> Bool {
        // Playback on another device may continue.
        sequence <= newest && record.point.status == .playing && record.device == .own
            && kind.isLive
    }

    /// Starts the examination of all items again, because a failure may have lost rows.
    mutating func restart(_ memtable: Memtable) {
        unflushed = []
        memtable.forEachState { state in
            if concerns(state.sequence, state.kind, state.record) { unflushed.append(state.id) }
        }
        unflushed.sort(by: >)
        cursor = .absent
        isExhausted = false
    }

    /// Returns the next items that may have been playing, at most `limit`.
    mutating func next(_ limit: Int, in tables: Tables) throws(StoreError) -> [ItemID] {
        let changed = unflushed.suffix(limit)
        unflushed.removeLast(changed.count)
        let room = limit - changed.count
        guard room > 0 else { return changed.reversed() }
        let stored = try tables.playing(after: cursor, limit: room)
        cursor = stored.last ?? cursor
        isExhausted = stored.count < room
        return changed.reversed() + stored
    }
}

extension ChangeLog {
    /// The newest row whose value may be interrupted; `nil` once the log records all interrupted
    /// items as paused.
    package var interruptedUpTo: SequenceNumber? { interruption?.newest }

    /// Makes reads return every playing item of this device as paused and interrupted.
    package func interrupt() {
        interruption = Interruption(upTo: statistics.lastSequence, memtable)
    }

    /// Writes rows for the next interrupted points, in the open batch, and returns the new states.
    ///
    /// Examines up to `limit` points, of which only some may have been interrupted. After the rows
    /// of all points are committed, ``interruptedUpTo`` is `nil`.
    package func restoreInterrupted(limit: Int, now: Timestamp) throws(StoreError) -> [ItemState] {
        guard let ids = try interruption?.next(limit, in: tables) else { return [] }
        var restored: [ItemState] = []
        for id in ids {
            guard let state = try storedState(id), isInterrupted(state),
                state.livePoint(at: now) != nil
            else { continue }
            restored.append(
                try withinCall { () throws(StoreError) in try writeRestored(state, now: now) }
            )
        }
        if !isDirty { endInterruption() }
        return restored
    }

    /// Writes the row that records an interrupted point.
    ///
    /// No limit applies, because the row replaces one of the same size.
    private func writeRestored(_ state: ItemState, now: Timestamp) throws(StoreError) -> ItemState {
        let point = state.record.point
        return try append(
            state.record.interruptedCopy,
            .restored,
            after: state,
            key: try key(of: .restored, ExactString(point.item), at: point.at, after: state),
            keeps: false,
            isPending: true,
            now: now
        )
    }

    func endInterruption() {
        if interruption?.isExhausted == true { interruption = nil }
    }

    // MARK: Reading

    /// Returns true if the item's stored state was interrupted and no row records that yet.
    func isInterrupted(_ state: ItemState) -> Bool {
        interruption?.concerns(state.sequence, state.kind, state.record) == true
    }

    /// Returns a stored state as readers see it: as paused, if it was interrupted.
    package func served(_ state: ItemState) -> ItemState {
        isInterrupted(state) ? state.interrupted() : state
    }

    func served(_ row: LogRow) -> LogRow {
        guard let interruption, case .item(let record) = row.body,
            interruption.concerns(row.sequence, row.kind, record)
        else { return row }
        var row = row
        var served = record
        served.interrupt()
        row.body = .item(served)
        return row
    }

    /// Returns the stored state for a state that readers see.
    func stored(_ state: ItemState) throws(StoreError) -> ItemState {
        guard let interruption, state.sequence <= interruption.newest else { return state }
        return try storedState(state.id) ?? state
    }
}

extension ItemRecord {
    mutating func interrupt() {
        point.status = .paused
        interrupted = true
    }

    fileprivate var interruptedCopy: ItemRecord {
        var record = ItemRecord(point: point, device: device)
        record.isAlbumTrack = isAlbumTrack
        record.interrupt()
        return record
    }
}

extension ItemState {
    fileprivate func interrupted() -> ItemState {
        var record = record
        record.interrupt()
        return holding(record)
    }
}
