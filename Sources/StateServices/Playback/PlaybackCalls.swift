// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateSystem
internal import Varlink

struct PlaybackCalls: TenantComponent {
    var context: TenantContext { items.context }
    let items: Items
    let judge: SnapshotJudge
    let ticks: Ticks
    let alerts: Alerts
    var queries: ItemQueries { items.queries }

    /// Judges one snapshot, after the ticks that must precede it.
    func save(
        _ snapshot: consuming Snapshot,
        from connection: ConnectionID
    ) throws(StateError) -> [UInt8] {
        ticks.storeTicks(before: snapshot)
        let result = try judge.judge(snapshot, isPublished: false, from: connection)
        return Playback.Save.answer(.init(result: result))
    }

    /// Judges the given snapshots, and writes the rows of all of them, or none after an error.
    func saveMany(
        _ parameters: Playback.SaveMany.Parameters,
        by caller: Caller
    ) throws(StateError) -> [UInt8] {
        let snapshots = parameters.snapshots
        try CallLimit.snapshots.check(snapshots.count)
        for (index, snapshot) in snapshots.enumerated() {
            guard let fault = snapshot.fault else { continue }
            throw .invalidSnapshot(
                field: "snapshots[\(index)].\(fault.field)",
                reason: fault.reason
            )
        }
        for snapshot in snapshots { ticks.storeTicks(before: snapshot) }
        let results = try items.atomically { () throws(StateError) in
            try judge.judge(
                snapshots,
                outlastsRemoval: parameters.anyway ?? false,
                from: caller.connection
            )
        }
        return Playback.SaveMany.answer(.init(results: results))
    }

    func clear(_ parameters: Playback.Clear.Parameters) throws(StateError) -> [UInt8] {
        ticks.storeTick(item: try items.ownName(of: parameters.item))
        let now = clock.now()
        let found = try items.point(of: parameters.item, now: now)
        try items.clear(found.state, now: now)
        return Playback.Clear.answer(RevisionReply(revision: log.revision))
    }

    /// Restores an older value of an item: that of a revision, or the last resume point.
    func undo(_ parameters: Playback.Undo.Parameters) throws(StateError) -> [UInt8] {
        try checkItem(parameters.item)
        ticks.storeTick(item: try items.ownName(of: parameters.item))
        let now = clock.now()
        let nothing = StateError.notFound(item: parameters.item, player: nil)
        guard let state = try items.currentState(of: parameters.item, now: now) else {
            throw nothing
        }
        guard let written = try restore(state, parameters.revision, now: now) else { throw nothing }
        let point = log.point(of: written)
        return Playback.Undo.answer(PointReply(point: point))
    }

    func undoMany(
        _ parameters: Playback.UndoMany.Parameters,
        _ caller: Caller
    ) throws(StateError) -> UndoManyJob {
        try CallLimit.items.check(parameters.items.count)
        for item in parameters.items { try checkItem(item, as: "items") }
        return UndoManyJob(parameters.items, of: self, for: caller)
    }

    /// Restores the last resume point of an item that has none now.
    ///
    /// - Returns: True if the point was restored, false if the history has none, `nil` if the item
    ///   already has a resume point.
    func restoreLast(_ item: String, now: Timestamp) throws(StateError) -> Bool? {
        guard let state = try items.currentState(of: item, now: now) else { return false }
        if state.isLive(at: now) { return nil }
        return try restore(state, nil, now: now) != nil
    }

    /// Restores the value of the given revision, or if that is `nil`, the last resume point.
    ///
    /// - Returns: The item's new state; `nil` if the history does not have the value.
    private func restore(
        _ state: ItemState,
        _ revision: Revision?,
        now: Timestamp
    ) throws(StateError) -> ItemState? {
        // While the clock is uncertain, callers see the point as expired, and may therefore restore
        // it.
        let isOver = state.kind.isLive && !state.isLive(at: now)
        let state = isOver ? try items.expire(state, now: now) : state
        var value =
            if let revision {
                try items.history(of: state, now: now, limit: .max)
                    .first { $0.entry.revision == revision }
            } else {
                try onStore(queries.lastPoint(of: state, now: now))
            }
        // Get says of a value that had expired when it arrived, too, that it expired.
        if value == nil, revision == nil {
            value = try items.history(of: state, now: now, limit: 1)
                .first { $0.entry.ending == .expired }
        }
        guard let value else { return nil }
        return try restore(value.record, after: state, now: now)
    }

    /// Makes an older value, or that of another device, the resume point of an item; returns the
    /// item's new state.
    @discardableResult
    func restore(
        _ value: ItemRecord,
        after state: ItemState?,
        now: Timestamp
    ) throws(StateError) -> ItemState {
        var record = ItemRecord(point: value.point, device: value.device)
        record.point.status = record.point.status == .playing ? .paused : record.point.status
        // The time of observation does not change, so lists keep their order.
        record.point.expiresAt =
            now + context.settings.policy.lifetimeSeconds(of: record.point.player) * 1000
        record.since = now
        record.isAlbumTrack = value.isAlbumTrack
        items.jumps.end(record.point.item)
        let written = try items.addRow(record, .restored, after: state, keyTime: now, now: now)
        if log.mayHaveAlert(about: ExactString(record.point.item)) {
            try alerts.resolveExpired(record.point.item, at: record.point.position, now: now)
        }
        return written
    }
}
