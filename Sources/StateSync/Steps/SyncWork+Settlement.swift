// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import SyncModel

extension SyncWork {
    mutating func settle(
        _ outcomes: [Operation: PushOutcome],
        seed: UInt64
    ) throws -> StoreResult.Settled {
        var random = SyncRandom(seed: seed)
        var settled = StoreResult.Settled()
        merge.changes.rows.reserveCapacity(outcomes.count)
        for row in try store.reads.rows(of: outcomes.keys.sorted()) {
            switch outcomes[row.record.operation] {
            case .stored(let tag, let durable):
                try settle(row, tag: tag, isDurable: durable)
                settled.stored += 1
            case .conflict(let current):
                try collide(row, current)
                settled.conflicts += 1
            case .transient(after: 0, _):
                wait(row)
            case .transient(let after, let reason):
                delay(row, after: after, reason ?? RemoteError.busy, &random)
            case .permanent(let reason):
                end(row, .failed, reason)
                settled.failed += 1
            case nil: break
            }
        }
        return settled
    }

    /// Records that the remote has the record of a row.
    ///
    /// Unlike a failure, this also counts if the row is no longer in flight.
    private mutating func settle(_ row: SendRow, tag: RemoteTag?, isDurable: Bool) throws {
        if isDurable {
            remove(row)
        } else {
            var row = row
            row.state = .acknowledged(until: now + settings.volatileMilliseconds)
            put(row)
        }
        switch row.subject {
        case .event(let sequence): settle(row, event: sequence, isDurable)
        case .item(let key, let rowKey):
            guard let item = try merge.item(key), var mark = item.mark, mark.rowKey == rowKey else {
                return
            }
            mark.acknowledged = mark.version
            mark.tag = tag
            mark.round = merge.round(of: mark.version)
            merge.mark(item, mark)
            if isDurable, item.rowKey == rowKey { try merge.setPending(false, key) }
        }
    }

    private mutating func settle(_ row: SendRow, event sequence: SequenceNumber, _ isDurable: Bool)
    {
        guard case .event(let event) = row.record.content else { return }
        let last = state.eventsSent[event.origin] ?? 0
        state.eventsSent[event.origin] = max(last, event.number)
        if isDurable { merge.changes.acknowledgedEvents.append(sequence) }
    }

    /// Merges the remote's current value, which prevented the push; the next push sends the result.
    private mutating func collide(_ row: SendRow, _ current: RemoteEntry?) throws {
        remove(row)
        guard case .item(let key, _) = row.subject, let item = try merge.item(key) else { return }
        if let current, case .item(let version) = current.record.content, version.key == key,
            current.record.fault(now: now) == nil
        {
            let transfer = transfer(of: current, state.clocks)
            let arrived = version.received(after: transfer.transit)
            _ = try merge.absorb(arrived, tag: current.tag, transfer)
        } else if var mark = item.mark {
            // The version in the remote cannot be stored here, so the local version will replace
            // it.
            mark.tag = current?.tag
            merge.mark(item, mark)
        }
    }

    /// Makes the row due in the next push, without counting a failed attempt.
    private mutating func wait(_ row: SendRow) {
        guard row.state == .inFlight else { return }
        var row = row
        row.state = .waiting(until: .epoch)
        put(row)
    }

    /// Delays the row by the longer of the remote's delay and the ``Backoff``, but at most by
    /// ``Backoff/ceiling``.
    private mutating func delay(
        _ row: SendRow,
        after: Int?,
        _ reason: String,
        _ random: inout SyncRandom
    ) {
        let wait = max(after ?? 0, Backoff.delay(after: row.attempts, &random))
        end(row, .waiting(until: now + min(wait, Backoff.ceiling)), reason)
    }

    private mutating func end(_ row: SendRow, _ state: SendRow.State, _ reason: String) {
        guard row.state == .inFlight else { return }
        var row = row
        row.attempts += 1
        row.error = reason
        row.state = state
        put(row)
    }

    /// Records the error of a failed push in the entries that are in flight.
    ///
    /// Entries that can be sent later are due immediately, because the schedule delays the next
    /// round.
    mutating func release(_ error: RemoteError) throws -> StoreResult.Settled {
        var settled = StoreResult.Settled()
        for row in try store.reads.rows(.inFlight, limit: .max) {
            switch error {
            case .permanent(let reason):
                end(row, .failed, reason)
                settled.failed += 1
            case .transient(let reason), .offline(let reason):
                end(row, .waiting(until: .epoch), reason)
            }
        }
        return settled
    }

    /// Makes each entry due that is in flight, waiting or failed.
    ///
    /// The entries keep their operations. New operations get numbers that no earlier process can
    /// have used; see ``firstOperation(of:)``.
    mutating func recover() throws {
        state.nextOperation = max(state.nextOperation, Self.firstOperation(of: now))
        for row in try store.reads.rows(.inFlight, limit: .max) { wait(row) }
        try expedite()
    }

    /// Returns the lowest operation number for a process that starts at `time`.
    ///
    /// If the store is an older copy, numbers that were used after the copy was made must not be
    /// used again. The numbers allow for about a million operations per second.
    static func firstOperation(of time: Timestamp) -> Int {
        max(0, min(time.rawValue, 1 << 46)) << 10
    }

    mutating func expedite() throws {
        let rows =
            try store.reads.rows(.waitingItems(by: .max), limit: .max)
            + store.reads.rows(.waitingEvents, limit: .max)
            + store.reads.rows(.failed, limit: .max)
        for row in rows where row.state != .waiting(until: .epoch) {
            var row = row
            row.state = .waiting(until: .epoch)
            put(row)
        }
    }
}
