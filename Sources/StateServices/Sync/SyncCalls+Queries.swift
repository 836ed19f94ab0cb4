// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateSync
internal import StateSystem
internal import SyncModel

// The calls that list the outbox, decisions and their reasons, rounds, and other devices.
extension SyncCalls {
    /// Replies with the entries of the outbox: first those that were tried, grouped by state, and
    /// then the others.
    func listOutbox(_ parameters: Sync.ListOutbox.Parameters) throws(StateError) -> [UInt8] {
        let limit = try pageSize(parameters.limit)
        let now = clock.now()
        let wanted = parameters.state
        var entries: [Sync.OutboxEntry] = []
        func add(_ kind: SendRow.Kind, _ state: Sync.EntryState) throws(StateError) {
            guard wanted == nil || wanted == state else { return }
            let room = limit - entries.count
            guard room > 0 else { return }
            let rows = try onStore(sync.rows(kind, limit: room))
            // A waiting event delays all later ones.
            var latest = Timestamp.epoch
            for row in rows {
                if case .waiting(let until) = row.state {
                    latest = kind == .waitingEvents ? max(latest, until) : until
                }
                entries.append(Sync.OutboxEntry(row, state, nextAttempt(state, latest)))
            }
        }
        try add(.failed, .failed)
        try add(.inFlight, .inFlight)
        try add(.waitingItems(by: .max), .pending)
        try add(.waitingEvents, .pending)
        try add(.acknowledged(by: .max), .synced)
        if wanted == nil || wanted == .pending {
            entries += try pendingEntries(limit: limit - entries.count, now: now)
        }
        let fitting = ReplySize.fitting(entries) { $0.json.count }
        return Sync.ListOutbox.answer(.init(entries: fitting))
    }

    /// Returns the time of an entry's next attempt; `nil` if none is scheduled.
    ///
    /// While rounds fail, the next round tries all entries.
    private func nextAttempt(_ state: Sync.EntryState, _ until: Timestamp) -> Timestamp? {
        guard state == .pending || state == .failed else { return nil }
        let status = link.state?.monitor.status
        if status?.failure != nil { return status?.nextRoundAt }
        return state == .pending && until > .epoch ? until : nil
    }

    /// Returns the entries that were never sent; an entry gets its number with its first attempt.
    private func pendingEntries(
        limit: Int,
        now: Timestamp
    ) throws(StateError) -> [Sync.OutboxEntry] {
        guard limit > 0 else { return [] }
        let (items, events) = try onStore { () throws(StoreError) in
            let items = try sync.pendingItems(limit: limit, now: now).items
            let room = limit - items.count
            let events = room > 0 ? try sync.pendingEvents(after: .start, limit: room) : []
            return (items, events)
        }
        // If the remote cannot be reached, that reason applies to each entry.
        let error = link.state?.monitor.status.failure?.error
        let next = nextAttempt(.pending, .epoch)
        func entry(
            _ kind: Sync.EntryKind,
            _ key: String,
            _ createdAt: Timestamp
        ) -> Sync.OutboxEntry {
            Sync.OutboxEntry(
                id: 0,
                kind: kind,
                key: key,
                state: .pending,
                attempts: 0,
                nextAttemptAt: next,
                error: error,
                createdAt: createdAt
            )
        }
        return items.map { item in
            let kind = item.value == .tombstone ? Sync.EntryKind.tombstone : .point
            return entry(kind, item.key.name.text, item.rowKey.time)
        } + events.map { entry(.event, $0.event.event.id, $0.event.event.at) }
    }

    func listConflicts(
        _ parameters: Sync.ListConflicts.Parameters
    ) throws(StateError) -> [UInt8] {
        let limit = try pageSize(parameters.limit)
        let listed = try onStore(sync.conflicts(limit: limit))
        let conflicts = listed.map { listed in
            let conflict = listed.conflict
            return Sync.Conflict(
                id: listed.id,
                item: conflict.winner.key.name.text,
                strategy: Sync.Strategy(rawValue: conflict.strategy.rawValue) ?? .newest,
                winner: conflict.winner.json(at: conflict.at),
                loser: conflict.loser.json(at: conflict.at),
                at: conflict.at
            )
        }
        let fitting = ReplySize.fitting(conflicts) { $0.json.count }
        return Sync.ListConflicts.answer(.init(conflicts: fitting))
    }

    // MARK: Reasons

    private static let steps = 100

    /// Replies with the reasons for the item's current point: received versions and local reports.
    func explain(_ parameters: ItemParameters) throws(StateError) -> [UInt8] {
        try checkItem(parameters.item)
        let now = clock.now()
        let name = try items.ownName(of: parameters.item)
        let (head, listed) = try onStore { () throws(StoreError) in
            (try log.state(named: name), try sync.steps(of: name, limit: Self.steps))
        }
        let past = try head.map { head throws(StateError) in
            try items.history(of: head, now: now, limit: Self.steps)
        }
        var steps = listed.map { Sync.Step($0) }
        if let head, !head.kind.isHistoryOnly, head.record.device == DeviceID.own {
            let point = log.point(of: head)
            steps.append(Sync.Step(head, point))
        }
        for value in past ?? [] where value.record.device == DeviceID.own {
            steps.append(Sync.Step(value.entry))
        }
        // Within one revision, a step of sync precedes the value that resulted from it.
        let ordered = steps.enumerated().sorted { one, other in
            (one.element.revision, other.offset) > (other.element.revision, one.offset)
        }
        let newest = ordered.prefix(Self.steps).map(\.element)
        let fitting = ReplySize.fitting(newest) { $0.json.count }
        return Sync.Explain.answer(.init(steps: fitting))
    }

    // MARK: Rounds

    func listRounds(_ parameters: Sync.ListRounds.Parameters) throws(StateError) -> [UInt8] {
        let limit = try pageSize(parameters.limit)
        let rounds = try onStore(sync.rounds.newest(limit: limit))
        let listed = ReplySize.fitting(rounds.map { Sync.Round($0) }) { $0.json.count }
        return Sync.ListRounds.answer(.init(rounds: listed))
    }

    // MARK: Devices

    func listDevices(_: NoMembers) throws(StateError) -> [UInt8] {
        let state = try link.connected()
        let now = clock.now()
        var devices = link.namedDevices(state).map { named in
            let estimate = state.devices.clocks.estimate(of: named.presence.origin)
            let behind = estimate?.offset ?? 0
            let isOwn = named.presence.origin.device == log.origin.device
            let said = named.presence.at
            return Sync.Device(
                device: named.name,
                lastSeenAt: isOwn ? now : said == .epoch ? .epoch : said + behind,
                clockOffsetMs: isOwn ? 0 : -behind,
                uncertaintyMs: isOwn ? 0 : estimate?.uncertainty,
                isSynchronized: isOwn
                    ? clock.isSynchronized
                    : state.devices.clocks.isSynchronized(named.presence.origin)
            )
        }
        let isListed = state.devices.presences.contains {
            $0.origin.device == log.origin.device
        }
        if !isListed {
            let own = log.devices.label(of: DeviceID.own)
            devices.insert(Sync.Device(device: own, lastSeenAt: now, clockOffsetMs: 0), at: 0)
        }
        let fitting = ReplySize.fitting(devices) { $0.json.count }
        return Sync.ListDevices.answer(.init(devices: fitting))
    }
}
