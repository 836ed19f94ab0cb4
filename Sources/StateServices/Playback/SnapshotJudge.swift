// SPDX-License-Identifier: Apache-2.0
internal import Logging
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateSystem
internal import Varlink

/// The component that applies the policy to snapshots, and writes the resulting rows.
final class SnapshotJudge: TenantComponent {
    /// The time without reports, in milliseconds, after which a surface that wakes up may report an
    /// old position.
    private static let staleAfterMilliseconds = 600_000

    let context: TenantContext
    let items: Items
    private let players: Players
    let alerts: Alerts
    /// The last report of each connection, which reveals the old position of a surface that wakes
    /// up.
    ///
    /// The keys are the connections' numbers, which are hashed in half the time of an ID.
    private var lastReports: [UInt64: LastReport] = [:]

    init(_ context: TenantContext, _ items: Items, _ players: Players, _ alerts: Alerts) {
        self.context = context
        self.items = items
        self.players = players
        self.alerts = alerts
    }

    func closed(_ connection: ConnectionID) {
        lastReports[connection.number] = nil
    }

    /// Judges one snapshot and writes the rows that follow from it.
    ///
    /// `isPublished` is true if subscribers have already received the snapshot as a tick. Throws
    /// InvalidSnapshot, or the errors of the store.
    func judge(
        _ report: consuming Snapshot,
        isPublished: Bool,
        from connection: ConnectionID? = nil
    ) throws(StateError) -> SaveResult {
        if let fault = report.fault {
            throw .invalidSnapshot(field: fault.field, reason: fault.reason)
        }
        return try judge(report, isPublished: isPublished, from: connection, now: clock.now())
    }

    /// Judges a valid snapshot, which may name its item by an alias.
    private func judge(
        _ report: consuming Snapshot,
        isPublished: Bool,
        outlastsRemoval: Bool = false,
        from connection: ConnectionID?,
        now: Timestamp
    ) throws(StateError) -> SaveResult {
        var names = report.names
        let state = try items.currentState(of: names.item, now: now)
        var removedAt: Timestamp?
        if let at = report.at, !outlastsRemoval {
            removedAt = try removal(of: names.item, state, from: at, now: now)
        }
        if let state {
            let own = state.record.point.item
            // The player may have used an alias. Equal texts that share memory are compared faster.
            names.item.replace(with: own)
            report.item = own
            if report.title == nil || report.duration == nil, state.isLive(at: now) {
                report.complete(
                    title: state.record.point.title,
                    duration: state.record.point.duration
                )
            }
        }
        return try judge(report, names, state, removedAt, isPublished, from: connection, now: now)
    }

    /// Judges a snapshot of the item with the given own name.
    private func judge(
        _ snapshot: Snapshot,
        _ names: PlayerItem,
        _ state: ItemState?,
        _ removedAt: Timestamp?,
        _ isPublished: Bool,
        from connection: ConnectionID?,
        now: Timestamp
    ) throws(StateError) -> SaveResult {
        let place = connection.flatMap { lastReports.index(forKey: $0.number) }
        let isRepeat = isRepeat(snapshot, of: state, after: place, now: now)
        let verdict = context.settings.policy.verdict(
            on: snapshot,
            against: state.flatMap { Standing($0, at: now) },
            removedAt: removedAt,
            isRepeat: isRepeat,
            names: names,
            jumps: &items.jumps,
            now: now
        )
        logFuture(verdict, snapshot)
        let before = log.player(named: names.player)
        if before?.isForgotten ?? true { try players.checkPlayers() }
        let isLate = try isLate(snapshot, verdict, state, than: before, now: now)
        let after = try carryOut(
            verdict,
            snapshot,
            names,
            state: state,
            isPublished: isPublished,
            now: now
        )
        if isLate, let before {
            // The row of a saved snapshot would imply another state of its player.
            if verdict.ruling == .save { try players.rewrite(before, now: now) }
        } else {
            try players.follow(snapshot, names, verdict, before: before, now: now)
            if verdict.ruling == .save { try offerExpired(state, snapshot, now: now) }
        }
        try watch(snapshot, names.item, verdict, after, now: now)
        try items.rewinds.note(snapshot, of: names.item, at: verdict.at)
        let isStale = verdict.ruling == .ignore(.stale)
        remember(snapshot, names.item, after, isStale, from: connection, at: place, now: now)
        let result = verdict.result(revision: log.revision)
        context.metrics.saves.count(result.outcome)
        return result
    }

    private func logFuture(_ verdict: Verdict, _ snapshot: Snapshot) {
        guard verdict.clockAhead else { return }
        logger.info("snapshot is in the future", metadata: ["player": "\(snapshot.player)"])
    }

    /// Judges the valid snapshots of a call in order, and then writes the rows of their players.
    ///
    /// If `outlastsRemoval` is true, a snapshot is accepted even if its item was cleared or
    /// finished later.
    func judge(
        _ reports: [Snapshot],
        outlastsRemoval: Bool,
        from connection: ConnectionID
    ) throws(StateError) -> [SaveResult] {
        var results: [SaveResult] = []
        results.reserveCapacity(reports.count)
        let now = clock.now()
        players.holdRows()
        for report in reports {
            results.append(
                try judge(
                    report,
                    isPublished: false,
                    outlastsRemoval: outlastsRemoval,
                    from: connection,
                    now: now
                )
            )
        }
        try players.writeHeld(now: now)
        return results
    }

    /// Returns the time at which the item was last finished or cleared, on any device; `nil` if it
    /// never was, or not after `time`.
    ///
    /// If another device removed the item, and nothing has been stored since, the time is that of
    /// the removal, not of its arrival.
    private func removal(
        of item: ExactString,
        _ state: ItemState?,
        from time: Timestamp,
        now: Timestamp
    ) throws(StateError) -> Timestamp? {
        guard let state else { return try onStore(items.sync.tombstoneTime(of: item)) }
        if state.kind == .cleared { return min(state.key.time, state.time) }
        // Each value stored since a removal was observed after it.
        guard time < state.record.point.at else { return nil }
        let past = try items.history(of: state, now: now, limit: .max)
        return past.first { $0.entry.ending == .cleared }?.entry.endedAt
    }

    private func carryOut(
        _ verdict: Verdict,
        _ snapshot: Snapshot,
        _ names: PlayerItem,
        state: ItemState?,
        isPublished: Bool,
        now: Timestamp
    ) throws(StateError) -> ItemState? {
        let time = verdict.at
        switch verdict.ruling {
        case .save:
            if snapshot.cause == .seek { items.sync.noteSeek() }
            return try items.addRow(
                verdict.record(of: snapshot),
                .saved,
                names: names,
                after: state,
                keyTime: time,
                now: now
            )
        case .clear:
            let removed = state.flatMap { $0.kind.isLive ? $0.record : nil }
            var record = removed ?? verdict.record(of: snapshot)
            record.isOver = true
            let written = try items.addRow(record, .cleared, after: state, keyTime: time, now: now)
            try items.noteNamesRemoved(of: written, now: now)
            return written
        case .renew:
            guard let state else { return nil }
            var renewed = state.record.copy
            renewed.point.expiresAt = max(verdict.expiresAt, renewed.point.expiresAt)
            return try items.addRow(renewed, .renewed, after: state, keyTime: time, now: now)
        case .archive, .quarantine:
            let kind: RowKind = verdict.ruling == .archive ? .archived : .quarantined
            let record = verdict.record(of: snapshot)
            let written = try items.addRow(record, kind, after: state, keyTime: time, now: now)
            items.noteObserved(snapshot, verdict, isPublished: isPublished)
            return written
        case .ignore, .remainQuarantined:
            items.noteObserved(snapshot, verdict, isPublished: isPublished)
            return state
        }
    }

    /// Returns true if a surface only repeats its last report, and the item has changed in the
    /// meantime.
    ///
    /// A surface that was silent for ten minutes has woken up. A paused surface that leaves, or
    /// repeats itself, has nothing new to report at any time; nor has one that connects again, whose
    /// first report is a `tick`.
    private func isRepeat(
        _ snapshot: Snapshot,
        of state: ItemState?,
        after place: Dictionary<UInt64, LastReport>.Index?,
        now: Timestamp
    ) -> Bool {
        let isPaused = snapshot.status == .paused
        guard let last = place.map({ lastReports.values[$0] }) else {
            guard isPaused, snapshot.cause == .tick, let state, state.isLive(at: now) else {
                return false
            }
            return state.record.device != .own
                || !ExactString.same(state.record.point.player, snapshot.player)
        }
        guard
            now - last.at >= Self.staleAfterMilliseconds
                || last.isPaused && isPaused && snapshot.cause ?? .seek != .seek,
            last.item.isText(snapshot.item), last.position == snapshot.position,
            last.reading == snapshot.reading
        else { return false }
        return state?.sequence != last.sequence
    }

    /// Returns true if a snapshot does not change its player: it is late, or repeats that the player
    /// has finished an item which it has left since.
    private func isLate(
        _ snapshot: Snapshot,
        _ verdict: Verdict,
        _ state: ItemState?,
        than player: PlayerRecord?,
        now: Timestamp
    ) throws(StateError) -> Bool {
        if try players.isLate(snapshot, at: verdict.at, than: player, now: now) { return true }
        guard verdict.ruling == .clear, let state, state.kind == .cleared else { return false }
        return state.record.isOver && state.record.point.player == snapshot.player
            && !ExactString.same(player?.item, snapshot.item)
    }

    private func remember(
        _ snapshot: Snapshot,
        _ name: ExactString,
        _ state: ItemState?,
        _ isStale: Bool,
        from connection: ConnectionID?,
        at place: Dictionary<UInt64, LastReport>.Index?,
        now: Timestamp
    ) {
        // A surface may repeat its old position more than once.
        if isStale, place != nil { return }
        let report = LastReport(
            item: name,
            position: snapshot.position,
            reading: snapshot.reading,
            isPaused: snapshot.status == .paused,
            at: now,
            sequence: isStale ? nil : state?.sequence
        )
        // Only a connection that is open can have a last report.
        if let place {
            lastReports.values[place] = report
        } else if let connection, context.connections.contains(connection) {
            lastReports[connection.number] = report
        }
    }
}

extension Verdict {
    func record(of snapshot: Snapshot) -> ItemRecord {
        var record = ItemRecord(point: point(of: snapshot), device: DeviceID.own)
        record.isAlbumTrack = snapshot.album ?? false
        return record
    }
}

extension Standing {
    init?(_ state: ItemState, at now: Timestamp) {
        guard state.isLive(at: now) else { return nil }
        // If the last start of the daemon restored the point as paused, the user has not chosen
        // that status.
        let isChosen = state.kind == .restored && !state.record.interrupted
        self.init(
            status: state.record.point.status,
            position: state.record.point.position,
            duration: state.record.point.duration,
            reading: state.record.point.reading,
            observedAt: state.record.point.at,
            own: state.record.device == DeviceID.own,
            chosenAt: isChosen ? state.time : nil
        )
    }
}
