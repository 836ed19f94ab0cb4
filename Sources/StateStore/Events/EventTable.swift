// SPDX-License-Identifier: Apache-2.0
internal import StateModel

/// The prepared statements of the tables of events.
final class EventTable {
    private let insertEvent: Statement
    private let insertBody: Statement
    private let byID: Statement
    private let bySequence: Statement
    private let inOrder: Statement
    private let ofTopic: Statement
    private let inState: Statement
    private let ends: Statement
    private let toSweep: Statement
    private let updateState: Statement
    private let dropEvent: Statement
    private let dropBody: Statement
    private let countPending: Statement
    private let oldestPending: Statement

    /// Returns a query for the columns that ``row(of:)`` reads, in order, with a mandatory index.
    static func select(by index: String = "") -> String {
        "SELECT event.sequence, time, at, origin, ordinal, state, id, topic, body, checksum "
            + "FROM event \(index) "
            + "LEFT JOIN event_body ON event_body.sequence = event.sequence WHERE "
    }

    /// Prepares the statements.
    init(_ file: StoreFile) throws(StoreError) {
        insertEvent = try file.prepare(
            "INSERT INTO event (sequence, time, at, origin, ordinal, state, id, topic, checksum) "
                + "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)"
        )
        insertBody = try file.prepare("INSERT INTO event_body (sequence, body) VALUES (?1, ?2)")
        byID = try file.prepare(Self.select() + "id = ?1")
        bySequence = try file.prepare("SELECT time FROM event WHERE sequence = ?1")
        let page = "event.sequence > ?1 AND event.sequence <= ?2 "
        let order = "ORDER BY event.sequence"
        inOrder = try file.prepare(Self.select() + page + order)
        ofTopic = try file.prepare(
            Self.select(by: "INDEXED BY event_topic") + page + "AND topic = ?3 " + order
        )
        inState = try file.prepare(
            Self.select(by: "INDEXED BY event_unsynced") + page
                + "AND state = ?3 AND state <> \(SyncState.synced.rawValue) " + order
        )
        // One query for both ends would read everything between them.
        ends = try file.prepare(
            "SELECT (SELECT min(sequence) FROM event), (SELECT max(sequence) FROM event)"
        )
        toSweep = try file.prepare(
            "SELECT event.sequence, time, state, length(body), id FROM event "
                + "LEFT JOIN event_body ON event_body.sequence = event.sequence "
                + "WHERE event.sequence > ?1 ORDER BY event.sequence LIMIT ?2"
        )
        updateState = try file.prepare(
            "UPDATE event SET checksum = \(Self.checksum(with: "?2", for: "state", shift: 0)), "
                + "state = ?2 WHERE sequence BETWEEN ?1 AND ?3 AND state <> ?2"
        )
        dropEvent = try file.prepare("DELETE FROM event WHERE sequence = ?1")
        dropBody = try file.prepare("DELETE FROM event_body WHERE sequence = ?1")
        let pending =
            "FROM event INDEXED BY event_unsynced WHERE state = \(SyncState.pending.rawValue) "
            + "AND state <> \(SyncState.synced.rawValue)"
        countPending = try file.prepare("SELECT count(*) " + pending)
        oldestPending = try file.prepare("SELECT time " + pending + " ORDER BY sequence LIMIT 1")
    }

    /// The selection of events for a page.
    enum Choice {
        /// All events.
        case all
        /// The events of a topic.
        case topic(String)
        /// The unsynced events in a state.
        case state(SyncState)
    }

    /// Adds an event in the open transaction.
    func insert(_ row: EventRow) throws(StoreError) {
        insertEvent.bind(1, row.sequence)
        insertEvent.bind(2, row.time)
        insertEvent.bind(3, row.event.at)
        insertEvent.bind(4, row.origin)
        insertEvent.bind(5, row.ordinal)
        insertEvent.bind(6, row.state.rawValue)
        insertEvent.bind(7, row.event.id)
        insertEvent.bind(8, row.event.topic)
        insertEvent.bind(9, RowChecksum.ofEvent(row))
        try insertEvent.run()
        insertBody.bind(1, row.sequence)
        insertBody.bind(2, row.event.body)
        try insertBody.run()
    }

    /// Returns the event with that id, if it is held.
    func row(id: String) throws(StoreError) -> EventRow? {
        byID.bind(1, id)
        defer { byID.reset() }
        return try byID.step() ? Self.row(of: byID) : nil
    }

    /// Returns the time at which an event was appended, if it is held.
    func time(of sequence: SequenceNumber) throws(StoreError) -> Timestamp? {
        bySequence.bind(1, sequence)
        return try bySequence.integer()
    }

    /// Returns the sequence numbers of the oldest and the newest event held; `nil` if none is.
    func range() throws(StoreError) -> ClosedRange<SequenceNumber>? {
        defer { ends.reset() }
        guard try ends.step(), let first: SequenceNumber = ends.optionalInt(0) else { return nil }
        return first...max(first, ends.int(1))
    }

    /// Returns the events after `sequence` and up to `last` within two limits, but at least one.
    func page(
        _ choice: Choice,
        after sequence: SequenceNumber,
        upTo last: SequenceNumber,
        limit: Int,
        bytes: Int
    ) throws(StoreError) -> EventPage {
        let statement = statement(for: choice)
        statement.bind(1, sequence)
        statement.bind(2, last)
        defer { statement.reset() }
        var page = EventPage()
        var room = bytes
        while try statement.step() {
            let row = try Self.row(of: statement)
            room -= row.bytes
            guard page.rows.count < limit, room >= 0 || page.rows.isEmpty else {
                page.next = row.sequence
                break
            }
            page.rows.append(row)
        }
        return page
    }

    private func statement(for choice: Choice) -> Statement {
        switch choice {
        case .all: return inOrder
        case .topic(let topic):
            ofTopic.bind(3, topic)
            return ofTopic
        case .state(let state):
            inState.bind(3, state.rawValue)
            return inState
        }
    }

    /// Sets the state of consecutive events in the open transaction.
    func set(
        _ state: SyncState,
        of sequences: ClosedRange<SequenceNumber>
    ) throws(StoreError) {
        updateState.bind(1, sequences.lowerBound)
        updateState.bind(2, state.rawValue)
        updateState.bind(3, sequences.upperBound)
        try updateState.run()
    }

    /// Returns the number of pending events, and the time at which the oldest was appended.
    func pending() throws(StoreError) -> (count: Int, oldestAt: Timestamp?) {
        (try countPending.integer() ?? 0, try oldestPending.integer())
    }

    /// The members of an event that compaction needs.
    struct Brief {
        /// The sequence number.
        let sequence: SequenceNumber
        /// The time at which the event was appended or arrived, in milliseconds since 1970.
        let time: Timestamp
        /// True if the event is synced.
        let isSynced: Bool
        /// The size of the body, in bytes.
        let bytes: Int
        /// The event's id.
        let id: String
    }

    /// Returns the next events after `sequence` for compaction.
    func briefs(after sequence: SequenceNumber, limit: Int) throws(StoreError) -> [Brief] {
        toSweep.bind(1, sequence)
        toSweep.bind(2, limit)
        defer { toSweep.reset() }
        var briefs: [Brief] = []
        while try toSweep.step() {
            briefs.append(
                Brief(
                    sequence: toSweep.int(0),
                    time: toSweep.int(1),
                    isSynced: toSweep.int(2) == SyncState.synced.rawValue,
                    bytes: toSweep.int(3),
                    id: toSweep.text(4)
                )
            )
        }
        return briefs
    }

    /// Removes an event in the open transaction.
    func drop(_ sequence: SequenceNumber) throws(StoreError) {
        dropEvent.bind(1, sequence)
        try dropEvent.run()
        dropBody.bind(1, sequence)
        try dropBody.run()
    }

    /// Returns the event of a statement.
    ///
    /// - Throws: ``StoreError`` of kind `corrupt` if the event does not verify.
    static func row(of statement: Statement) throws(StoreError) -> EventRow {
        let state = SyncState(rawValue: statement.int(5))
        let event = Event(
            id: statement.text(6),
            topic: statement.text(7),
            body: statement.bytes(8),
            at: statement.int(2)
        )
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
        else { throw StoreError(.corrupt, "event \(row.sequence) does not verify") }
        return row
    }

    /// Returns an expression for an event's checksum after a column has another value.
    ///
    /// SQLite has no exclusive or: `(a | b) - (a & b)` is the same, and never overflows.
    static func checksum(with value: String, for column: String, shift: Int) -> String {
        let change = "((\(column) | \(value)) - (\(column) & \(value))) << \(shift)"
        return "((checksum | (\(change))) - (checksum & (\(change))))"
    }
}
