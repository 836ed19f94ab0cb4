// SPDX-License-Identifier: Apache-2.0
internal import StateModel

struct EventTable {
    let file: StoreFile

    enum Source: String {
        case events = "event"
        case topics = "event INDEXED BY event_topic"
        case histories = "event INDEXED BY event_history"
        case unsynced = "event INDEXED BY event_unsynced"
        case keys = "event_key CROSS JOIN event ON event.sequence = event_key.sequence"
    }

    /// Returns the beginning of a SELECT statement for the columns that ``row(of:)`` reads, up to
    /// WHERE.
    static func select(_ source: Source = .events) -> String {
        let key =
            switch source {
            case .keys: ", event_key.topic, event_key.key"
            case .histories: ", topic, key"
            case .events, .topics, .unsynced: ""
            }
        return "SELECT event.sequence, time, at, origin, ordinal, state, id, event.topic, body, "
            + "checksum\(key) FROM \(source.rawValue) "
            + "LEFT JOIN event_body ON event_body.sequence = event.sequence WHERE "
    }

    enum Choice {
        case all
        case topic(String)
        case key(topic: String, key: String)
        /// The unsynced events in a delivery state.
        case state(SyncState)
    }

    /// Adds an event in the open transaction, and chooses the current value of its key, if it has
    /// one.
    ///
    /// `present` is the key's current value before, and `settings` are those of the event's topic.
    /// `place` is the sequence number of the log row that the event follows.
    func insert(
        _ row: EventRow,
        over present: EventRow?,
        _ settings: TopicSettings?,
        after place: SequenceNumber
    ) throws(StoreError) {
        try file.run(
            "INSERT INTO event "
                + "(sequence, time, at, origin, ordinal, state, id, topic, checksum, place, key) "
                + "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
            row.sequence,
            row.time,
            row.event.at,
            row.origin,
            row.ordinal,
            row.state.rawValue,
            row.event.id,
            row.event.topic,
            RowChecksum.ofEvent(row),
            place,
            row.event.key?.name
        )
        let sql = "INSERT INTO event_body (sequence, body) VALUES (?1, ?2)"
        try file.run(sql, row.sequence, row.storedBody)
        guard row.event.key != nil else { return }
        let current = try current(adding: row, to: present, settings)
        if current.sequence != present?.sequence { try makeCurrent(current) }
    }

    func row(id: String) throws(StoreError) -> EventRow? {
        try file.kept(Self.select() + "id = ?1", id).first(Self.row)
    }

    func time(of sequence: SequenceNumber) throws(StoreError) -> Timestamp? {
        try file.kept("SELECT time FROM event WHERE sequence = ?1", sequence).integer()
    }

    func place(of sequence: SequenceNumber) throws(StoreError) -> SequenceNumber {
        try file.kept("SELECT place FROM event WHERE sequence = ?1", sequence).integer() ?? .start
    }

    func range() throws(StoreError) -> ClosedRange<SequenceNumber>? {
        // A single query for both numbers would read all events.
        let first: SequenceNumber? = try file.kept("SELECT min(sequence) FROM event").integer()
        let last: SequenceNumber? = try file.kept("SELECT max(sequence) FROM event").integer()
        guard let first, let last else { return nil }
        return first...max(first, last)
    }

    /// Returns the events after `sequence` and up to `last`, limited in number and in bytes.
    ///
    /// The page has at least one event, if there is one, even if it exceeds `bytes`.
    func page(
        _ choice: Choice,
        after sequence: SequenceNumber,
        upTo last: SequenceNumber,
        limit: Int,
        bytes: Int
    ) throws(StoreError) -> EventPage {
        let statement = try statement(for: choice, sequence, last)
        defer { statement.reset() }
        var page = EventPage()
        var room = bytes
        let read = if case .key = choice { Self.keyedRow } else { Self.row }
        while try statement.step() {
            let row = try read(statement)
            room -= row.bytes
            guard page.rows.count < limit, room >= 0 || page.rows.isEmpty else {
                page.next = row.sequence
                break
            }
            page.rows.append(row)
        }
        return page
    }

    private func statement(
        for choice: Choice,
        _ sequence: SequenceNumber,
        _ last: SequenceNumber
    ) throws(StoreError) -> Statement {
        let page = "event.sequence > ?1 AND event.sequence <= ?2 "
        let order = "ORDER BY event.sequence"
        switch choice {
        case .all: return try file.kept(Self.select() + page + order, sequence, last)
        case .topic(let topic):
            let sql = Self.select(.topics) + page + "AND topic = ?3 " + order
            return try file.kept(sql, sequence, last, topic)
        case .key(let topic, let key):
            let sql = Self.select(.histories) + page + "AND topic = ?3 AND key = ?4 " + order
            return try file.kept(sql, sequence, last, topic, key)
        case .state(let state):
            let sql =
                Self.select(.unsynced) + page
                + "AND state = ?3 AND state <> \(SyncState.synced.rawValue) " + order
            return try file.kept(sql, sequence, last, state.rawValue)
        }
    }

    func set(
        _ state: SyncState,
        of sequences: ClosedRange<SequenceNumber>
    ) throws(StoreError) {
        try file.run(
            "UPDATE event SET checksum = \(Self.checksum(with: "?2", for: "state", shift: 0)), "
                + "state = ?2 WHERE sequence BETWEEN ?1 AND ?3 AND state <> ?2",
            sequences.lowerBound,
            state.rawValue,
            sequences.upperBound
        )
    }

    /// Returns the number of events that wait to be sent, and the time at which the oldest was
    /// appended.
    func pending() throws(StoreError) -> (count: Int, oldestAt: Timestamp?) {
        let pending =
            "FROM event INDEXED BY event_unsynced WHERE state = \(SyncState.pending.rawValue) "
            + "AND state <> \(SyncState.synced.rawValue)"
        return (
            try file.kept("SELECT count(*) " + pending).integer() ?? 0,
            try file.kept("SELECT time \(pending) ORDER BY sequence LIMIT 1").integer()
        )
    }

    /// The parts of an event that decide when it is removed.
    struct Brief {
        let sequence: SequenceNumber
        /// The trusted time at which the event was appended or arrived.
        let time: Timestamp
        let isSynced: Bool
        /// The size of the body, in bytes.
        let bytes: Int
        let id: String
        /// The kind of the event, if it has the highest rank of its key.
        let standing: KeyStanding?
        /// The time that the event states.
        let at: Timestamp
        let topic: String
    }

    func briefs(after sequence: SequenceNumber, limit: Int) throws(StoreError) -> [Brief] {
        let next = try file.kept(
            "SELECT event.sequence, time, state, length(body), id, cleared, at, event.topic FROM event "
                + "LEFT JOIN event_body ON event_body.sequence = event.sequence "
                + "LEFT JOIN event_key ON event_key.sequence = event.sequence "
                + "WHERE event.sequence > ?1 ORDER BY event.sequence LIMIT ?2",
            sequence,
            limit
        )
        return try next.all { row in
            Brief(
                sequence: row.int(0),
                time: row.int(1),
                isSynced: row.int(2) == SyncState.synced.rawValue,
                bytes: row.int(3),
                id: row.text(4),
                standing: row.isNull(5) ? nil : KeyStanding(rawValue: row.int(5)) ?? .value,
                at: row.int(6),
                topic: row.text(7)
            )
        }
    }

    func drop(_ sequence: SequenceNumber) throws(StoreError) {
        try file.run("DELETE FROM event WHERE sequence = ?1", sequence)
        try file.run("DELETE FROM event_body WHERE sequence = ?1", sequence)
        try file.run("DELETE FROM event_key WHERE sequence = ?1", sequence)
    }

    /// Returns the event in a statement's current row.
    ///
    /// - Throws: ``StoreError`` of kind `corrupt` if the row is damaged.
    static func row(of statement: Statement) throws(StoreError) -> EventRow {
        let state = SyncState(rawValue: statement.int(5))
        let event = Event(
            id: statement.text(6),
            topic: statement.text(7),
            storedBody: statement.bytes(8),
            at: statement.int(2)
        )
        guard let event else {
            throw StoreError(.corrupt, "event \(statement.int(0) as Int) has a damaged key")
        }
        let row = EventRow(
            sequence: statement.int(0),
            event: event,
            origin: statement.int(3),
            ordinal: statement.int(4),
            time: statement.int(1),
            state: state ?? .pending
        )
        guard state != nil, !statement.isNull(8), statement.word(9) == RowChecksum.ofEvent(row),
            Statement.isCount(row.sequence.rawValue)
        else { throw StoreError(.corrupt, "the checksum of event \(row.sequence) is wrong") }
        return row
    }

    /// Returns an SQL expression for the checksum of an event after a change of one column.
    ///
    /// SQLite has no exclusive or. `(a | b) - (a & b)` gives the same result and never overflows.
    static func checksum(with value: String, for column: String, shift: Int) -> String {
        let change = "((\(column) | \(value)) - (\(column) & \(value))) << \(shift)"
        return "((checksum | (\(change))) - (checksum & (\(change))))"
    }
}
