internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateSystem
internal import Varlink

extension Space {
    func save(
        _ parameters: Playback.Save.Parameters,
        from connection: ConnectionID
    ) throws(StateError) -> [UInt8] {
        guard store.hasAliases else { return try save(parameters.snapshot, from: connection) }
        return try save(try named(parameters.snapshot), from: connection)
    }

    private func save(
        _ snapshot: Snapshot,
        from connection: ConnectionID
    ) throws(StateError) -> [UInt8] {
        settleTicks(before: snapshot)
        store.beginCall()
        let result = try save(snapshot, isTold: false, from: connection)
        return Playback.Save.answer(Playback.Save.Reply(result: result))
    }

    func saveMany(
        _ parameters: Playback.SaveMany.Parameters,
        from connection: ConnectionID
    ) throws(StateError) -> [UInt8] {
        for (index, snapshot) in parameters.snapshots.enumerated() {
            guard let fault = snapshot.fault else { continue }
            throw .invalidSnapshot(field: "snapshots[\(index)].\(fault.field)", why: fault.why)
        }
        var snapshots: [Snapshot] = []
        for snapshot in parameters.snapshots { snapshots.append(try named(snapshot)) }
        for snapshot in snapshots { settleTicks(before: snapshot) }
        store.beginCall()
        let before = (told: told.count, jumps: jumps)
        let results = try store.atomically { () throws(StateError) in
            var results: [SaveResult] = []
            for snapshot in snapshots {
                results.append(try save(snapshot, isTold: false, from: connection))
            }
            return results
        } orElse: { _ in
            told.removeLast(told.count - before.told)
            jumps = before.jumps
        }
        return Playback.SaveMany.answer(Playback.SaveMany.Reply(results: results))
    }

    func clear(_ parameters: Playback.Clear.Parameters) throws(StateError) -> [UInt8] {
        settleTick(of: try ownName(of: parameters.item))
        store.beginCall()
        let now = clock.now()
        let found = try point(of: parameters.item, now: now)
        try clear(found.head, now: now)
        return Playback.Clear.answer(RevisionReply(revision: store.revision))
    }

    func clear(_ head: Head, now: Int) throws(StateError) {
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

    func undo(_ parameters: Playback.Undo.Parameters) throws(StateError) -> [UInt8] {
        try checkItem(parameters.item)
        settleTick(of: try ownName(of: parameters.item))
        store.beginCall()
        let now = clock.now()
        let nothing = StateError.notFound(item: parameters.item, player: nil)
        guard let head = try standingHead(of: parameters.item, now: now) else { throw nothing }
        let past = try onStore { () throws(StoreError) in
            try store.history(of: head, now: now, limit: settings.historyPerItem)
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
        let point = store.point(written.record, revision: written.revision)
        return Playback.Undo.answer(PointReply(point: point))
    }
}

/// Stores a batch of many snapshots, which was read in the turn before.
///
/// To read it takes a third as long as to store it: others have a turn in between. Only a batch whose
/// answer is awaited may wait: of one that nobody answers for the sender may be gone by then.
final class SaveManyJob: Job {
    /// The bytes of parameters from which on a batch takes several milliseconds.
    static let long = 64 << 10

    let connection: ConnectionID?
    let writes = true
    let wantsAnswer = true
    private let parameters: Playback.SaveMany.Parameters
    private var wasPutOff = false

    init(_ connection: ConnectionID, _ parameters: Playback.SaveMany.Parameters) {
        self.connection = connection
        self.parameters = parameters
    }

    func step(_ space: Space, now: Int) throws(StateError) -> [UInt8]? {
        guard wasPutOff, let connection else {
            wasPutOff = true
            return nil
        }
        return try space.saveMany(parameters, from: connection)
    }

    func abandon() {}
}

/// Removes every point, or a player's, that stood when it began.
final class ClearAllJob: Job {
    let connection: ConnectionID?
    let writes = true
    let wantsAnswer: Bool
    private let player: String?
    private let newest: Int
    private var cleared = 0
    private var cursor: Store.Recency?
    /// Points that were listed and are still to be removed.
    private var listed: ArraySlice<Store.Page.Entry> = []
    private var isLastPage = false
    /// To list a page is work of one piece, about 1 ms.
    private static let pageSize = 100

    init(_ connection: ConnectionID, player: String?, newest: Int, wantsAnswer: Bool) {
        self.connection = connection
        self.wantsAnswer = wantsAnswer
        self.player = player
        self.newest = newest
    }

    func step(_ space: Space, now: Int) throws(StateError) -> [UInt8]? {
        if listed.isEmpty { try listNext(space, now: now) }
        space.store.beginCall()
        let begin = ContinuousClock.now
        while let entry = listed.first, ContinuousClock.now - begin < Space.jobTime {
            listed.removeFirst()
            let head = try space.onStore { () throws(StoreError) in
                try space.store.head(entry.place.id)
            }
            guard let head, head.sequence <= newest, head.standing(at: now) != nil else { continue }
            try space.clear(head, now: now)
            cleared += 1
        }
        guard listed.isEmpty, isLastPage else { return nil }
        return Playback.ClearAll.answer(
            Playback.ClearAll.Reply(cleared: cleared, revision: space.store.revision)
        )
    }

    private func listNext(_ space: Space, now: Int) throws(StateError) {
        let page = try space.onStore { () throws(StoreError) in
            try space.store.list(player: player, after: cursor, limit: Self.pageSize, now: now)
        }
        listed = page.entries[...]
        cursor = page.entries.last?.place ?? cursor
        isLastPage = !page.more
    }

    func abandon() {}
}
