internal import StateModel

extension SyncWork {
    /// Notes what became of what was sent.
    mutating func settle(
        _ outcomes: [Operation: PushOutcome],
        seed: UInt64
    ) throws -> StoreResult.Settled {
        var random = SyncRandom(seed: seed)
        var settled = StoreResult.Settled()
        for row in try store.rows(of: outcomes.keys.sorted()) {
            switch outcomes[row.record.operation] {
            case .stored(let tag, let durable):
                try settle(row, tag: tag, isDurable: durable)
                settled.stored += 1
            case .duplicate:
                try settle(row, tag: nil, isDurable: true)
                settled.stored += 1
            case .conflict(let current):
                try collide(row, current)
                settled.conflicts += 1
            case .transient(after: 0):
                wait(row)
            case .transient(let after):
                let until = delay(row, after: after, "the remote does not take it now", &random)
                settled.retryAt = min(settled.retryAt ?? until, until)
                settled.delayed += 1
            case .permanent(let why):
                fail(row, why)
                settled.failed += 1
            case nil: break
            }
        }
        return settled
    }

    /// The remote has it.
    ///
    /// That counts even if the row has been given up meanwhile.
    private mutating func settle(_ row: SendRow, tag: RemoteTag?, isDurable: Bool) throws {
        if isDurable {
            remove(row)
        } else {
            var row = row
            row.state = .acknowledged(until: now + settings.volatileFor)
            put(row)
        }
        switch row.subject {
        case .event(let sequence): settle(row, event: sequence, isDurable)
        case .item(let key, let rowKey):
            guard let item = try item(key), var mark = item.mark, mark.rowKey == rowKey else {
                return
            }
            mark.told = mark.version
            mark.tag = tag
            mark.round = state.round + 1
            self.mark(item, mark)
            if isDurable, item.rowKey == rowKey { try setPending(false, key) }
        }
    }

    private mutating func settle(_ row: SendRow, event sequence: Int, _ isDurable: Bool) {
        guard case .event(let event) = row.record.content else { return }
        let last = state.eventsSent[event.origin] ?? 0
        state.eventsSent[event.origin] = max(last, event.number)
        if isDurable { noteTold(event: sequence) }
    }

    /// The remote holds another value: it is merged, and what is left to say is another operation.
    private mutating func collide(_ row: SendRow, _ current: RemoteEntry?) throws {
        remove(row)
        guard case .item(let key, _) = row.subject, let item = try item(key) else { return }
        if let current, case .item(let version) = current.record.content, version.key == key {
            _ = try absorb(version, tag: current.tag, passage(of: current, state.clocks))
        } else if var mark = item.mark {
            mark.tag = nil
            self.mark(item, mark)
        }
    }

    /// Lets the row go again with the next push: something else stood in its way.
    private mutating func wait(_ row: SendRow) {
        guard row.state == .inFlight else { return }
        var row = row
        row.state = .waiting(until: 0)
        put(row)
    }

    /// Lets the row wait; answers until when.
    private mutating func delay(
        _ row: SendRow,
        after: Int?,
        _ reason: String,
        _ random: inout SyncRandom
    ) -> Int {
        let wait = max(after ?? 0, Backoff.delay(after: row.attempts, &random))
        let until = now + min(wait, Backoff.ceiling)
        guard row.state == .inFlight else { return until }
        var row = row
        row.attempts += 1
        row.error = reason
        row.state = .waiting(until: until)
        put(row)
        return until
    }

    private mutating func fail(_ row: SendRow, _ why: String) {
        guard row.state == .inFlight else { return }
        var row = row
        row.attempts += 1
        row.error = why
        row.state = .failed
        put(row)
    }

    /// What is in flight waits: whether the remote has it is not known.
    private mutating func release() throws {
        for row in try store.rows(.inFlight, limit: .max) { wait(row) }
    }

    /// The push came to nothing as a whole: each entry has made an attempt, and says what it met.
    ///
    /// One that met a remote which is away goes again as soon as it is back.
    mutating func release(_ error: RemoteError, seed: UInt64) throws -> StoreResult.Settled {
        var random = SyncRandom(seed: seed)
        var settled = StoreResult.Settled()
        for row in try store.rows(.inFlight, limit: .max) {
            switch error {
            case .permanent(let reason):
                fail(row, reason)
                settled.failed += 1
            case .transient(let reason):
                let until = delay(row, after: nil, reason, &random)
                settled.retryAt = min(settled.retryAt ?? until, until)
                settled.delayed += 1
            case .offline(let reason):
                var row = row
                row.attempts += 1
                row.error = reason
                row.state = .waiting(until: 0)
                put(row)
                settled.delayed += 1
            }
        }
        return settled
    }

    /// What was in flight when the process died waits, with its operation; waits go on.
    mutating func recover() throws -> Int? {
        state.nextOperation = max(state.nextOperation, Self.firstOperation(of: now))
        try release()
        let waiting =
            try store.rows(.waitingItems(by: .max), limit: .max)
            + store.rows(.waitingEvents, limit: .max)
        return waiting.compactMap { row in
            if case .waiting(let until) = row.state { until } else { nil }
        }.min()
    }

    /// No operation of a process that starts then has a lower number.
    ///
    /// A store may be an older copy that somebody put back, and nothing tells: numbers that its device
    /// used since must not come again. A million operations a second are left room for.
    static func firstOperation(of time: Int) -> Int {
        max(0, min(time, 1 << 50)) << 10
    }

    /// Lets what waits be tried at once, as when the network is back.
    mutating func hasten(failed: Bool) throws {
        if failed { _ = try retry(nil) }
        let waiting =
            try store.rows(.waitingItems(by: .max), limit: .max)
            + store.rows(.waitingEvents, limit: .max)
        for row in waiting where row.state != .waiting(until: 0) {
            var row = row
            row.state = .waiting(until: 0)
            put(row)
        }
    }

    /// Makes failed entries pending again: that one, or all.
    mutating func retry(_ number: Int?) throws -> Int {
        let rows = try store.rows(.failed, limit: .max).filter {
            number == nil || $0.number == number
        }
        for row in rows { put(row.afresh) }
        return rows.count
    }
}
