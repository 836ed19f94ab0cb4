// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import SyncModel

extension SyncWork {
    /// Applies a page of records and advances the cursor, or resets the cursor to read everything
    /// again.
    mutating func apply(
        _ page: RemotePage,
        _ clocks: DeviceClocks
    ) throws -> StoreResult.Applied {
        var applied = StoreResult.Applied()
        switch page {
        case .entries(let entries, let cursor, let more):
            for entry in entries { try apply(entry, clocks, &applied) }
            if !more { try releaseOrphans() }
            state.cursor = cursor
            applied.records = entries.count
            applied.more = more
        case .gap:
            // The missing records will never arrive, so no event must wait for them.
            state.eventsRead = [:]
            state.cursor = nil
            applied.isReset = true
        case .rewound(let epoch):
            state.remote?.epoch = epoch
            try forgetAcknowledgements()
            applied.isReset = true
        }
        return applied
    }

    private mutating func apply(
        _ entry: RemoteEntry,
        _ clocks: DeviceClocks,
        _ applied: inout StoreResult.Applied
    ) throws {
        if let reason = entry.record.fault(now: now) {
            refuse(entry.record, reason)
            // Later events must not wait for the refused event.
            if case .event(let event) = entry.record.content {
                noteRead(event)
                try releaseHeld(of: event.origin)
            }
            return
        }
        let transfer = transfer(of: entry, clocks)
        let conflicts = merge.changes.conflicts.count
        let isChange: Bool
        switch entry.record.content {
        case .item(let version):
            let arrived = version.received(after: transfer.transit)
            isChange = try merge.absorb(arrived, tag: entry.tag, transfer) == .applied
            if isChange, case .point(let point) = arrived.value, !isOwn(entry) {
                applied.delays.append(point.age)
            }
        case .event(let event):
            isChange = try absorb(event, sentAt: entry.record.sentAt)
            if isChange, !isOwn(entry) { applied.delays.append(delay(of: event, clocks)) }
        }
        if isChange { applied.changed += 1 }
        // A record of this device is received only if a restored copy of the store has lost it.
        if isChange || !isOwn(entry) { applied.received += 1 }
        applied.conflicts += merge.changes.conflicts.count - conflicts
    }

    private func delay(of event: SyncedEvent, _ clocks: DeviceClocks) -> Int {
        max(0, now - event.event.at - clocks.offset(of: event.origin))
    }

    func transfer(of entry: RemoteEntry, _ clocks: DeviceClocks) -> Transfer {
        let sender = entry.record.operation.origin
        let isOwn = sender.device == store.origin.device
        return Transfer(
            sender: sender,
            transit: clocks.transit(of: entry, isOwn: isOwn, now: now),
            isCertain: isOwn || clocks.isCertain(sender)
        )
    }

    private func isOwn(_ entry: RemoteEntry) -> Bool {
        entry.record.operation.origin.device == store.origin.device
    }
}

extension SyncWork {
    /// Accepts an event that the store does not have, or holds it until the previous event of its
    /// origin has arrived.
    ///
    /// A remote keeps the newest event of a key longer than other events. An old event with a key
    /// is therefore accepted without the events before it.
    private mutating func absorb(_ event: SyncedEvent, sentAt: Timestamp) throws -> Bool {
        let last = state.eventsRead[event.origin]
        let isOld = event.event.key != nil && sentAt < now - settings.tombstoneLifeMilliseconds
        let isAlone = isOld && last == nil
        if try hasEvent(event.event.id) {
            merge.changes.confirmedEvents.append(event.event.id)
            isAlone ? noteSent(event) : note(event)
            return false
        }
        guard isOld || last ?? .max >= event.previous else {
            merge.changes.heldEvents.append(event)
            return false
        }
        append(event)
        noteSent(event)
        if !isAlone {
            noteRead(event)
            try releaseHeld(of: event.origin)
        }
        return true
    }

    private mutating func take(_ event: SyncedEvent) {
        append(event)
        note(event)
    }

    private mutating func noteRead(_ event: SyncedEvent) {
        state.raise(\.eventsRead, of: event.origin, to: event.number)
    }

    private mutating func note(_ event: SyncedEvent) {
        noteRead(event)
        noteSent(event)
    }

    private mutating func noteSent(_ event: SyncedEvent) {
        state.raise(\.eventsSent, of: event.origin, to: event.number)
    }

    /// Accepts the waiting events of earlier incarnations and of removed devices, because the
    /// events before them may be lost.
    private mutating func releaseOrphans() throws {
        let origins = Set(state.eventsRead.keys).union(state.seen.keys)
        let newest = origins.newestIncarnations
        for origin in origins.sorted()
        where newest[origin.device] != origin.incarnation || state.eventsRead[origin] == nil {
            for event in try heldEvents(of: origin).sorted(by: { $0.number < $1.number }) {
                removeHeldEvent(event)
                if try !hasEvent(event.event.id) { take(event) }
            }
        }
    }

    private mutating func releaseHeld(of origin: Origin) throws {
        for event in try heldEvents(of: origin).sorted(by: { $0.number < $1.number }) {
            guard event.previous <= state.eventsRead[origin] ?? 0 else { return }
            removeHeldEvent(event)
            if try !hasEvent(event.event.id) { take(event) }
        }
    }
}

extension SyncWork {
    /// Makes the given remote the one that the store syncs with.
    ///
    /// If it is a different remote, or its epoch has changed, everything is read and sent again.
    mutating func adopt(_ identity: RemoteIdentity) throws {
        if let known = state.remote, known != identity { try forgetAcknowledgements() }
        state.remote = identity
        state.address = settings.address ?? state.address
    }

    /// Records the presences of other devices, and removes tombstones that all of them have read.
    ///
    /// A tombstone is kept for ``SyncSettings/tombstoneLifeMilliseconds`` longer.
    ///
    /// - Returns: The reason why this device has a new identity; `nil` if it keeps its own.
    mutating func note(_ presences: [DevicePresence]) -> String? {
        // A device that removed another one is itself on the list. If a list that contained this
        // device is empty now, the list was lost, and says nothing about the other devices.
        if presences.isEmpty, state.isListed { return nil }
        if let reason = reasonForNewIdentity(presences) { return reason }
        noteRemoved(presences)
        noteOthers(presences)
        noteClocks(presences)
        return nil
    }

    /// Lets no event wait for earlier events of a device that was removed from the list, because
    /// they may never arrive.
    private mutating func noteRemoved(_ presences: [DevicePresence]) {
        let listed = Set(presences.map(\.origin))
        state.eventsRead = state.eventsRead.filter { origin, _ in
            listed.contains(origin) || state.seen[origin] == nil
        }
    }

    /// Updates the known clock differences from presences.
    ///
    /// If an estimate changes noticeably, the ages that were computed with it are wrong. The whole
    /// remote is then read again, to correct the times of known versions.
    private mutating func noteClocks(_ presences: [DevicePresence]) {
        let before = state.clocks
        state.clocks.note(presences, by: store.origin, now: now)
        let known = state.clocks.moved(since: before).contains { state.seen[$0] != nil }
        if known { state.cursor = nil }
    }

    private mutating func reasonForNewIdentity(_ presences: [DevicePresence]) -> String? {
        let own = presences.filter { $0.origin.device == store.origin.device }
        if own.contains(where: { $0.origin == store.origin && $0.round > state.round }) {
            merge.changes.newIdentity = .incarnation
            return
                "the store is older than what this device has sent: it was restored from a copy"
        }
        let isInUseTwice = own.contains { presence in
            // An incarnation that reports again is not over.
            presence.origin.incarnation > store.origin.incarnation
                && presence.round > state.seen[presence.origin] ?? .max
        }
        let wasRemoved = own.isEmpty && state.isListed
        state.isListed = !own.isEmpty && !isInUseTwice
        guard isInUseTwice || wasRemoved else { return nil }
        merge.changes.newIdentity = isInUseTwice ? .device : .incarnation
        // The others did not wait for this device. The remote may therefore lack changes that it
        // has missed, so the device reads before it sends.
        state.cursor = nil
        return isInUseTwice
            ? "another daemon syncs a copy of this device's store"
            : "this device was removed from the remote's list"
    }

    private mutating func noteOthers(_ presences: [DevicePresence]) {
        let newest = presences.map(\.origin).newestIncarnations
        let others = presences.filter { presence in
            presence.origin.device != store.origin.device
                && newest[presence.origin.device] == presence.origin.incarnation
        }
        let round = others.map { $0.seen[store.origin] ?? 0 }.min() ?? state.round
        // If the clock was set back, the ages of tombstones must not become wrong.
        for index in state.floors.indices {
            state.floors[index].at = min(state.floors[index].at, now)
        }
        if round > state.floors.last?.round ?? 0 {
            state.floors.append(SyncMemory.Floor(round: round, at: now))
        }
        let old = state.floors.filter { $0.at <= now - settings.tombstoneLifeMilliseconds }
        guard let last = old.last else { return }
        merge.changes.forgottenRound = last.round
        state.floors.removeAll { $0.round <= last.round }
    }

    /// Returns the next presence.
    ///
    /// Everything sent before the reports in `seen` must have been read.
    mutating func presence(seen: [Origin: Int], isInFront: Bool) -> DevicePresence {
        state.round += 1
        for (origin, round) in seen { state.raise(\.seen, of: origin, to: round) }
        var clock = ClockReport()
        clock.isSynchronized = store.isClockSynchronized
        clock.differences = state.clocks.differences
        return DevicePresence(
            origin: store.origin,
            label: store.label,
            at: now,
            round: state.round,
            seen: state.seen,
            clock: clock,
            isInFront: isInFront
        )
    }
}

extension Sequence<Origin> {
    fileprivate var newestIncarnations: [UInt64: Int] {
        Dictionary(map { ($0.device, $0.incarnation) }, uniquingKeysWith: Swift.max)
    }
}
