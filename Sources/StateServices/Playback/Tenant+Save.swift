internal import Logging
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateSystem
internal import Varlink

extension Tenant {
    /// Judges one snapshot and writes the resulting rows.
    ///
    /// - Parameters:
    ///   - snapshot: the report of a player.
    ///   - isPublished: true if subscribers have already received it as a tick.
    ///   - connection: the sender; `nil` if it is no longer known.
    /// - Returns: the outcome.
    /// - Throws: InvalidSnapshot, or the errors of the store.
    func save(
        _ snapshot: Snapshot,
        isPublished: Bool,
        from connection: ConnectionID? = nil
    ) throws(StateError) -> SaveResult {
        if let fault = snapshot.fault {
            throw .invalidSnapshot(field: fault.field, reason: fault.reason)
        }
        let now = clock.now()
        let names = snapshot.names
        let head = try standingHead(of: names.item, now: now)
        let last = connection.flatMap { lastReports[$0] }
        let verdict = settings.policy.judge(
            snapshot,
            against: head.flatMap { Standing($0, at: now) },
            removedAt: snapshot.at == nil ? nil : try removal(of: names.item, head),
            isRepeat: isRepeat(snapshot, of: head, after: last, now: now),
            names: names,
            jumps: &jumps,
            now: now
        )
        if verdict.clockAhead {
            logger.info("snapshot.ahead", metadata: ["player": "\(snapshot.player)"])
        }
        let before = store.log.player(named: names.player)
        if before == nil { try checkPlayers() }
        let after = try carryOut(
            verdict,
            snapshot,
            names,
            head: head,
            isPublished: isPublished,
            now: now
        )
        try follow(snapshot, names, verdict, before: before, now: now)
        try watch(snapshot, names.item, verdict, now: now)
        remember(snapshot, names.item, after, from: connection, after: last, now: now)
        let result = verdict.result(revision: store.log.revision)
        metrics.saves.count(result.outcome)
        return result
    }

    /// Returns the time when the item was last finished or cleared, on any device; `nil` if a newer
    /// report followed.
    ///
    /// A removal by another device carries that device's time. It happened before it arrived here.
    private func removal(of item: ExactString, _ head: ItemState?) throws(StateError) -> Int? {
        if let head { return head.kind == .cleared ? min(head.key.time, head.time) : nil }
        return try onStore { () throws(StoreError) in
            try store.sync.tombstoneTime(of: item.text)
        }
    }

    /// The number of this device in rows.
    static let ownDevice = 1

    /// Returns the item's newest state, after expiring its resume point if that is due.
    func standingHead(of item: String, now: Int) throws(StateError) -> ItemState? {
        try standingHead(of: ExactString(item), now: now)
    }

    /// Returns the item's newest state, for a name that is already a key.
    func standingHead(of item: ExactString, now: Int) throws(StateError) -> ItemState? {
        let head = try onStore { () throws(StoreError) in try store.log.state(named: item) }
        guard let head, head.kind.isLive, head.record.point.expiresAt <= now else { return head }
        return try expire(head, now: now)
    }

    /// Carries out a verdict and returns the item's newest state.
    private func carryOut(
        _ verdict: Verdict,
        _ snapshot: Snapshot,
        _ names: PlayerItem,
        head: ItemState?,
        isPublished: Bool,
        now: Int
    ) throws(StateError) -> ItemState? {
        let time = verdict.at
        switch verdict.ruling {
        case .save:
            let written = try write(
                verdict.record(of: snapshot),
                .saved,
                names: names,
                after: head,
                keyTime: time,
                now: now
            )
            tell(.saved, written)
            return written
        case .clear:
            let removed = head.flatMap { $0.kind.isLive ? $0.record : nil }
            let record = removed ?? verdict.record(of: snapshot)
            let written = try write(record, .cleared, after: head, keyTime: time, now: now)
            tell(.cleared, written, removed: head)
            try buryNames(of: written, now: now)
            return written
        case .renew:
            guard let head else { return nil }
            var renewed = ItemRecord(point: head.record.point, device: head.record.device)
            renewed.point.expiresAt = max(verdict.expiresAt, renewed.point.expiresAt)
            renewed.interrupted = head.record.interrupted
            let written = try write(renewed, .renewed, after: head, keyTime: time, now: now)
            tellObserved(snapshot, verdict, isPublished: isPublished)
            return written
        case .archive, .quarantine:
            let kind: RowKind = verdict.ruling == .archive ? .archived : .quarantined
            let record = verdict.record(of: snapshot)
            let written = try write(record, kind, after: head, keyTime: time, now: now)
            tellObserved(snapshot, verdict, isPublished: isPublished)
            return written
        case .ignore, .remainQuarantined:
            tellObserved(snapshot, verdict, isPublished: isPublished)
            return head
        }
    }

    /// Writes a row of an item and returns the item's new state.
    @discardableResult
    func write(
        _ record: consuming ItemRecord,
        _ kind: RowKind,
        names: PlayerItem? = nil,
        after head: ItemState?,
        keyTime: Int,
        keeps: Bool = false,
        now: Int
    ) throws(StateError) -> ItemState {
        let written: ItemState
        do throws(StoreError) {
            written = try store.log.write(
                record,
                kind,
                names: names,
                after: head,
                keyTime: keyTime,
                keeps: keeps,
                now: now
            )
        } catch {
            throw refusal(of: error)
        }
        if kind.isLive {
            nextExpiry = min(nextExpiry ?? .max, written.record.point.expiresAt)
        }
        return written
    }

    // MARK: Publishing

    /// True if published changes have a recipient: subscribers, or the schedule of sync.
    var isHeard: Bool { publisher.isHeard || sync != nil }

    /// Adds a row of an item to the pending changes.
    func tell(_ kind: ChangeKind, _ head: ItemState, removed: ItemState? = nil) {
        if isHeard {
            pendingChanges.append(
                ChangePublisher.PendingChange(kind, head, removed: removed?.revision)
            )
        }
    }

    /// Adds an observation that wrote no resume point to the pending changes.
    func tellObserved(_ snapshot: Snapshot, _ verdict: Verdict?, isPublished: Bool) {
        guard !isPublished, isHeard else { return }
        var snapshot = snapshot
        snapshot.at = verdict?.at ?? snapshot.at ?? clock.now()
        pendingChanges.append(
            ChangePublisher.PendingChange(
                change: Change(
                    kind: .observed,
                    revision: store.log.revision,
                    item: snapshot.item,
                    player: snapshot.player,
                    snapshot: snapshot
                ),
                sequence: nil
            )
        )
    }
}

extension Verdict {
    /// Returns the record of the snapshot's resume point, observed on this device.
    func record(of snapshot: Snapshot) -> ItemRecord {
        ItemRecord(point: point(of: snapshot), device: Tenant.ownDevice)
    }
}

extension Standing {
    /// Creates the facts about an item's newest state; `nil` if no resume point stands at `now`.
    init?(_ head: ItemState, at now: Int) {
        guard head.stands(at: now) else { return nil }
        self.init(point: head.record.point, own: head.record.device == Tenant.ownDevice)
    }
}
