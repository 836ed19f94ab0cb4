internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateSystem
internal import Varlink

extension Tenant {
    /// Stores one snapshot under its item's own name, after the ticks that precede it.
    func save(
        _ parameters: Playback.Save.Parameters,
        from connection: ConnectionID
    ) throws(StateError) -> [UInt8] {
        guard store.log.hasAliases else { return try save(parameters.snapshot, from: connection) }
        return try save(try named(parameters.snapshot), from: connection)
    }

    private func save(
        _ snapshot: Snapshot,
        from connection: ConnectionID
    ) throws(StateError) -> [UInt8] {
        settleTicks(before: snapshot)
        store.log.beginCall()
        let result = try save(snapshot, isPublished: false, from: connection)
        return Playback.Save.answer(Playback.Save.Reply(result: result))
    }

    /// Stores several snapshots, all of them or none.
    func saveMany(
        _ parameters: Playback.SaveMany.Parameters,
        from connection: ConnectionID
    ) throws(StateError) -> [UInt8] {
        for (index, snapshot) in parameters.snapshots.enumerated() {
            guard let fault = snapshot.fault else { continue }
            throw .invalidSnapshot(
                field: "snapshots[\(index)].\(fault.field)",
                reason: fault.reason
            )
        }
        var snapshots: [Snapshot] = []
        for snapshot in parameters.snapshots { snapshots.append(try named(snapshot)) }
        for snapshot in snapshots { settleTicks(before: snapshot) }
        store.log.beginCall()
        let before = (pendingChanges: pendingChanges.count, jumps: jumps)
        let results = try store.log.atomically { () throws(StateError) in
            var results: [SaveResult] = []
            for snapshot in snapshots {
                results.append(try save(snapshot, isPublished: false, from: connection))
            }
            return results
        } orElse: { _ in
            pendingChanges.removeLast(pendingChanges.count - before.pendingChanges)
            jumps = before.jumps
        }
        return Playback.SaveMany.answer(Playback.SaveMany.Reply(results: results))
    }

    /// Removes the resume point of an item.
    func clear(_ parameters: Playback.Clear.Parameters) throws(StateError) -> [UInt8] {
        settleTick(of: try ownName(of: parameters.item))
        store.log.beginCall()
        let now = clock.now()
        let found = try point(of: parameters.item, now: now)
        try clear(found.head, now: now)
        return Playback.Clear.answer(RevisionReply(revision: store.log.revision))
    }

    /// Removes the resume point that `head` holds, and publishes the removal.
    func clear(_ head: ItemState, now: Int) throws(StateError) {
        jumps.settle(head.record.point.item)
        let written = try write(
            ItemRecord(point: head.record.point, device: head.record.device),
            .cleared,
            after: head,
            keyTime: now,
            now: now
        )
        tell(.cleared, written, removed: head)
        try buryNames(of: written, now: now)
    }

    /// Restores an older value of an item: the one of the given revision, or the last that stood.
    func undo(_ parameters: Playback.Undo.Parameters) throws(StateError) -> [UInt8] {
        try checkItem(parameters.item)
        settleTick(of: try ownName(of: parameters.item))
        store.log.beginCall()
        let now = clock.now()
        let nothing = StateError.notFound(item: parameters.item, player: nil)
        guard let head = try standingHead(of: parameters.item, now: now) else { throw nothing }
        let past = try onStore { () throws(StoreError) in
            try store.items.history(of: head, now: now, limit: settings.historyPerItem)
        }
        let value = past.first { value in
            parameters.revision.map { value.entry.revision == $0 } ?? value.stood
        }
        guard let value else { throw nothing }
        var record = ItemRecord(point: value.record.point, device: value.record.device)
        record.point.status = record.point.status == .playing ? .paused : record.point.status
        record.point.at = now
        record.point.expiresAt =
            now + settings.policy.lifetimeSeconds(of: record.point.player) * 1000
        record.since = now
        jumps.settle(record.point.item)
        let written = try write(record, .restored, after: head, keyTime: now, now: now)
        tell(.restored, written)
        let point = store.log.point(written.record, revision: written.revision)
        return Playback.Undo.answer(PointReply(point: point))
    }
}

/// Stores a batch of many snapshots that was parsed in the turn before.
///
/// Parsing the batch takes a third as long as storing it, so other calls get a turn in between. The
/// job is used only if the caller waits for the reply: the sender of a one-way call may be gone by
/// the next turn.
final class SaveManyJob: Job {
    /// The size of the parameters, in bytes, above which a batch takes several milliseconds.
    static let long = 64 << 10

    /// The connection of the caller.
    let connection: ConnectionID?
    /// True, because the job stores snapshots.
    let writes = true
    /// True, because a one-way batch never becomes a job.
    let wantsAnswer = true
    private let parameters: Playback.SaveMany.Parameters
    private var wasPutOff = false

    /// Creates a job for a batch that is already parsed.
    init(_ connection: ConnectionID, _ parameters: Playback.SaveMany.Parameters) {
        self.connection = connection
        self.parameters = parameters
    }

    /// Stores the batch on the second call; the first call only yields its turn.
    func step(_ tenant: Tenant, now: Int) throws(StateError) -> [UInt8]? {
        guard wasPutOff, let connection else {
            wasPutOff = true
            return nil
        }
        return try tenant.saveMany(parameters, from: connection)
    }

    /// Does nothing, because the job holds no resources.
    func abandon() {}
}

/// Removes every resume point, or all of one player, that stood when the job began.
final class ClearAllJob: Job {
    /// The connection of the caller.
    let connection: ConnectionID?
    /// True, because the job removes resume points.
    let writes = true
    /// True unless the call is one-way.
    let wantsAnswer: Bool
    private let player: String?
    private let newest: Int
    private var cleared = 0
    private var cursor: ItemQueries.Recency?
    /// Points that are listed and not yet removed.
    private var listed: ArraySlice<ItemQueries.Page.Entry> = []
    private var isLastPage = false
    /// The number of points listed at a time; listing cannot be interrupted and takes about 1 ms
    /// per page.
    private static let pageSize = 100

    /// Creates a job that removes the points up to row `newest`, of one player or of all.
    init(_ connection: ConnectionID, player: String?, newest: Int, wantsAnswer: Bool) {
        self.connection = connection
        self.wantsAnswer = wantsAnswer
        self.player = player
        self.newest = newest
    }

    /// Removes points until the slice's time is over; returns the reply after the last one.
    func step(_ tenant: Tenant, now: Int) throws(StateError) -> [UInt8]? {
        if listed.isEmpty { try listNext(tenant, now: now) }
        tenant.store.log.beginCall()
        let begin = ContinuousClock.now
        while let entry = listed.first, ContinuousClock.now - begin < Tenant.jobTime {
            listed.removeFirst()
            let head = try tenant.onStore { () throws(StoreError) in
                try tenant.store.log.state(entry.place.id)
            }
            guard let head, head.sequence <= newest, head.standing(at: now) != nil else { continue }
            try tenant.clear(head, now: now)
            cleared += 1
        }
        guard listed.isEmpty, isLastPage else { return nil }
        return Playback.ClearAll.answer(
            Playback.ClearAll.Reply(cleared: cleared, revision: tenant.store.log.revision)
        )
    }

    private func listNext(_ tenant: Tenant, now: Int) throws(StateError) {
        let page = try tenant.onStore { () throws(StoreError) in
            try tenant.store.items.list(
                player: player,
                after: cursor,
                limit: Self.pageSize,
                now: now
            )
        }
        listed = page.entries[...]
        cursor = page.entries.last?.place ?? cursor
        isLastPage = !page.more
    }

    /// Does nothing, because the job holds no resources.
    func abandon() {}
}
