// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import SyncModel

struct SyncOutbox {
    private enum State: Int {
        case inFlight = 1
        case waiting = 2
        case failed = 3
        case acknowledged = 4
    }

    let file: StoreFile

    private static let select =
        "SELECT state, until, event, kind, name, key, attempts, error, created, record, id "
        + "FROM sync_send WHERE "

    func rows(_ kind: SendRow.Kind, limit: Int) throws(StoreError) -> [SendRow] {
        let order = "ORDER BY origin, number LIMIT ?2"
        let statement: Statement
        switch kind {
        case .inFlight, .failed:
            let state = kind == .inFlight ? State.inFlight : .failed
            statement = try file.kept(Self.select + "state = ?1 " + order, state.rawValue, limit)
        case .acknowledged(let now): return try acknowledged(by: now, limit)
        case .waitingItems(let now):
            statement = try file.kept(
                Self.select + "state = \(State.waiting.rawValue) AND event IS NULL "
                    + "AND (until <= ?1 OR until > ?1 + \(SendRow.longestWaitMilliseconds)) "
                    + order,
                // The time is clamped, so that the addition in the query cannot overflow.
                min(now, .max - SendRow.longestWaitMilliseconds),
                limit
            )
        case .waitingEvents:
            statement = try file.kept(
                Self.select + "state = \(State.waiting.rawValue) AND event IS NOT NULL "
                    + "ORDER BY event LIMIT ?1",
                limit
            )
        }
        return try statement.all(Self.row)
    }

    /// The distance from now, in milliseconds, beyond which the time at which an acknowledgement
    /// becomes final is wrong.
    private static let longestDoubt = 86_400_000

    /// Returns the oldest acknowledged rows, up to the first whose acknowledgement is not final at
    /// `now`.
    ///
    /// Rows are acknowledged roughly in the order of their IDs, so one that is not final delays few
    /// others.
    private func acknowledged(by now: Timestamp, _ limit: Int) throws(StoreError) -> [SendRow] {
        // Reads in the order of the index, without sorting, and not beyond the limit.
        let oldest = try file.kept(
            Self.select + "state = \(State.acknowledged.rawValue) ORDER BY id LIMIT ?1",
            limit
        )
        defer { oldest.reset() }
        var rows: [SendRow] = []
        while try oldest.step() {
            let row = try Self.row(of: oldest)
            guard case .acknowledged(let until) = row.state else { continue }
            // If the clock was far ahead when a row was acknowledged, the row must not delay later
            // ones.
            let isFarAhead = until.rawValue - Self.longestDoubt > now.rawValue
            guard until <= now || isFarAhead else { return rows }
            rows.append(row)
        }
        return rows
    }

    func rows(of origin: Origin, _ numbers: ClosedRange<Int>) throws(StoreError) -> [SendRow] {
        try file.kept(
            Self.select + "origin = ?1 AND number BETWEEN ?2 AND ?3 ORDER BY number",
            "\(origin)",
            numbers.lowerBound,
            numbers.upperBound
        ).all(Self.row)
    }

    func rows(of item: SyncKey) throws(StoreError) -> [SendRow] {
        try file.kept(
            Self.select + "kind = ?1 AND name = ?2",
            Int(item.kind.rawValue),
            item.name.text
        ).all(Self.row)
    }

    /// Returns true if the outbox has the item's row with the given order key.
    func holds(_ key: SyncKey, _ rowKey: OrderKey) throws(StoreError) -> Bool {
        try file.kept(
            "SELECT 1 FROM sync_send WHERE kind = ?1 AND name = ?2 AND key = ?3",
            Int(key.kind.rawValue),
            key.name.text,
            rowKey
        ).hasRow()
    }

    func holds(event sequence: SequenceNumber) throws(StoreError) -> Bool {
        try file.kept("SELECT 1 FROM sync_send WHERE event = ?1", sequence).hasRow()
    }

    func put(_ row: SendRow) throws(StoreError) {
        // A row's record changes only when the row is sent again.
        if row.state != .inFlight, try updateState(row) { return }
        var event: SequenceNumber?
        var item: (key: SyncKey, rowKey: OrderKey)?
        switch row.subject {
        case .event(let sequence): event = sequence
        case .item(let key, let rowKey): item = (key, rowKey)
        }
        try file.run(
            "INSERT INTO sync_send (origin, number, state, until, event, kind, name, "
                + "key, attempts, error, created, record) "
                + "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12) "
                + "ON CONFLICT (origin, number) DO UPDATE SET state = ?3, until = ?4, "
                + "attempts = ?9, error = ?10, record = ?12",
            "\(row.record.operation.origin)",
            row.record.operation.number,
            Self.state(row.state).rawValue,
            Self.until(row.state),
            event,
            item.map { Int($0.key.kind.rawValue) },
            item?.key.name.text,
            item?.rowKey,
            row.attempts,
            row.error,
            row.createdAt,
            Sealed(row.record.bytes)
        )
    }

    /// Updates a row except for its record; returns false if the row does not exist.
    private func updateState(_ row: SendRow) throws(StoreError) -> Bool {
        try file.run(
            "UPDATE sync_send SET state = ?3, until = ?4, attempts = ?5, error = ?6 "
                + "WHERE origin = ?1 AND number = ?2",
            "\(row.record.operation.origin)",
            row.record.operation.number,
            Self.state(row.state).rawValue,
            Self.until(row.state),
            row.attempts,
            row.error
        ) > 0
    }

    func remove(_ operation: Operation) throws(StoreError) -> Bool {
        try file.run(
            "DELETE FROM sync_send WHERE origin = ?1 AND number = ?2",
            "\(operation.origin)",
            operation.number
        ) > 0
    }

    /// Counts the unacknowledged rows in each state, and finds the creation time of the oldest.
    func counted() throws(StoreError) -> SyncCounts {
        // Acknowledged rows are not counted: there are many, and their number is not needed.
        let statistics = try file.kept(
            "SELECT state, count(*), min(created), count(event) FROM sync_send "
                + "WHERE state IN (\(State.inFlight.rawValue), \(State.waiting.rawValue), "
                + "\(State.failed.rawValue)) GROUP BY state"
        )
        defer { statistics.reset() }
        var counts = SyncCounts()
        while try statistics.step() {
            let count = statistics.int(1)
            switch State(rawValue: statistics.int(0)) {
            case .inFlight: counts.inFlight = count
            case .waiting:
                counts.waiting = count
                counts.waitingEvents = statistics.int(3)
            case .failed: counts.failed = count
            case .acknowledged, nil: continue
            }
            let oldest: Timestamp = statistics.int(2)
            counts.oldestAt = min(counts.oldestAt ?? oldest, oldest)
        }
        return counts
    }

    func outlook() throws(StoreError) -> OutboxOutlook {
        let waiting = "FROM sync_send WHERE state = \(State.waiting.rawValue) AND event IS"
        let failed = "FROM sync_send WHERE state = \(State.failed.rawValue)"
        let sum = try file.kept(
            "SELECT (SELECT min(until) \(waiting) NULL), "
                + "(SELECT until \(waiting) NOT NULL ORDER BY event LIMIT 1), "
                + "(SELECT count(*) \(failed)), "
                + "coalesce((SELECT error \(failed) LIMIT 1), "
                + "(SELECT max(error) FROM sync_send WHERE state = \(State.waiting.rawValue)))"
        )
        let found = try sum.first { row in
            var outlook = OutboxOutlook()
            let attempts: [Timestamp?] = [row.optionalInt(0), row.optionalInt(1)]
            outlook.nextAttemptAt = attempts.compactMap(\.self).min()
            outlook.hasFailed = row.int(2) > 0
            outlook.error = row.isNull(3) ? nil : row.text(3)
            return outlook
        }
        return found ?? OutboxOutlook()
    }

    private static func state(_ state: SendRow.State) -> State {
        switch state {
        case .inFlight: .inFlight
        case .waiting: .waiting
        case .failed: .failed
        case .acknowledged: .acknowledged
        }
    }

    private static func until(_ state: SendRow.State) -> Timestamp? {
        switch state {
        case .waiting(let until), .acknowledged(let until): until
        case .inFlight, .failed: nil
        }
    }

    private static func row(of statement: Statement) throws(StoreError) -> SendRow {
        let record = try statement.sealed(9, of: "sync_send") { RemoteRecord(bytes: $0) }
        let kind = SyncKey.Kind(rawValue: UInt8(truncatingIfNeeded: statement.int(3)))
        guard let state = State(rawValue: statement.int(0)), !statement.isNull(2) || kind != nil
        else { throw StoreError(.corrupt, "a row of the table sync_send cannot be read") }
        let until: Timestamp = statement.int(1)
        let subject: SendRow.Subject =
            if let kind, statement.isNull(2) {
                .item(
                    SyncKey(kind: kind, name: statement.text(4)),
                    rowKey: statement.key(5)
                )
            } else {
                .event(sequence: statement.int(2))
            }
        var row = SendRow(subject: subject, record: record, createdAt: statement.int(8))
        row.state =
            switch state {
            case .inFlight: .inFlight
            case .waiting: .waiting(until: until)
            case .failed: .failed
            case .acknowledged: .acknowledged(until: until)
            }
        row.place = statement.int(10)
        row.attempts = statement.int(6)
        row.error = statement.isNull(7) ? nil : statement.text(7)
        return row
    }
}
