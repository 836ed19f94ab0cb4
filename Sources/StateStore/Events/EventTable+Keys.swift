// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import SyncModel

// The queries for the current values of keys. The stored event contains its key and its rank.
extension EventTable {
    /// A position in the list of current values, which is ordered by topic and key.
    typealias KeyPlace = (topic: String, key: String)

    func present(for event: Event) throws(StoreError) -> EventRow? {
        try event.key.flatMap { key throws(StoreError) in try latest(event.topic, key.name) }
    }

    /// Returns the stored event with the highest rank of a key, even if it clears the key; `nil` if
    /// there is none.
    func latest(_ topic: String, _ key: String) throws(StoreError) -> EventRow? {
        let query = Self.select(.keys) + "event_key.topic = ?1 AND event_key.key = ?2"
        return try file.kept(query, topic, key).first(Self.keyedRow)
    }

    /// Returns the event in the row of a statement that looks up a key.
    ///
    /// - Throws: ``StoreError`` of kind `corrupt` if the event has a different topic or key.
    static func keyedRow(of statement: Statement) throws(StoreError) -> EventRow {
        let row = try row(of: statement)
        guard ExactString.same(row.event.topic, statement.text(10)),
            ExactString.same(row.event.key?.name, statement.text(11))
        else {
            throw StoreError(
                .corrupt,
                "the tables list event \(row.sequence) under a topic or key that it does not have"
            )
        }
        return row
    }

    /// Returns the events of a key before a sequence number, newest first: at most 100, of about
    /// ``historyBytes`` in all.
    ///
    /// Events of `device` are left out.
    func history(
        _ topic: String,
        _ key: String,
        before sequence: SequenceNumber,
        without device: DeviceID? = nil
    ) throws(StoreError) -> [EventRow] {
        let choice = "topic = ?1 AND key = ?2 AND event.sequence < ?3 AND origin IS NOT ?4 "
        let statement = try file.kept(
            Self.select(.histories) + choice + "ORDER BY event.sequence DESC LIMIT 100",
            topic,
            key,
            sequence,
            device
        )
        defer { statement.reset() }
        var rows: [EventRow] = []
        var room = Self.historyBytes
        while room >= 0, try statement.step() {
            let row = try Self.keyedRow(of: statement)
            room -= row.bytes
            rows.append(row)
        }
        return rows
    }

    /// The approximate maximum size of the events of a history, in bytes.
    private static let historyBytes = 512 << 10

    /// Returns the event that is the current value of a key after `row`, a stored event, has
    /// arrived; `present` is the current value before.
    ///
    /// The current value is the result of a walk through all events of the key in the order of
    /// their stamps, in which each event is compared with the winner so far. The walk does not
    /// depend on the order of arrival. Usually the result follows from `present` alone, which stands
    /// for all events up to its stamp: later events lost to it, and lose to a winner that is later
    /// or has a higher rank as well.
    func current(
        adding row: EventRow,
        to present: EventRow?,
        _ settings: TopicSettings?
    ) throws(StoreError) -> EventRow {
        guard let present else { return row }
        if present.isOlder(than: row) {
            return present.yields(to: row, settings) ? row : present
        }
        guard present.precedes(row) else { return present }
        let lap = row.event.key?.rank.lap
        guard let key = row.event.key, settings?.keepMilliseconds != nil,
            present.event.key?.rank.lap == lap
        else { return row }
        let winner = try winner(row.event.topic, key.name, settings) {
            $0.event.key?.rank.lap == lap
        }
        return winner ?? row
    }

    /// Returns the winner among the events of a key before a sequence number that meet a condition;
    /// `nil` if there is none.
    func winner(
        _ topic: String,
        _ key: String,
        before sequence: SequenceNumber = .max,
        _ settings: TopicSettings?,
        where isCandidate: (EventRow) -> Bool
    ) throws(StoreError) -> EventRow? {
        let statement = try file.kept(
            Self.select(.histories) + "topic = ?1 AND key = ?2 AND event.sequence < ?3 "
                + "ORDER BY event.sequence",
            topic,
            key,
            sequence
        )
        defer { statement.reset() }
        var rows: [EventRow] = []
        while try statement.step() {
            var row = try Self.keyedRow(of: statement)
            guard isCandidate(row) else { continue }
            row.event.body = []
            // If values are kept forever, the ranks decide, in any order.
            if settings?.keepMilliseconds == nil, let best = rows.popLast(), row.precedes(best) {
                row = best
            }
            rows.append(row)
        }
        rows.sort { $0.isOlder(than: $1) }
        guard var best = rows.first else { return nil }
        for row in rows.dropFirst() where best.yields(to: row, settings) { best = row }
        return try self.row(id: best.event.id)
    }

    func keys() throws(StoreError) -> Int {
        try file.kept("SELECT count(*) FROM event_key").integer() ?? 0
    }

    /// Returns a page of the current values, including cleared ones; `next` is set if there may be
    /// more.
    func latest(
        after place: KeyPlace?,
        topic: String?,
        prefix: String,
        limit: Int,
        bytes: Int
    ) throws(StoreError) -> EventPage {
        let keys =
            topic == nil
            ? "(event_key.topic, event_key.key) > (?1, ?2) "
            : "event_key.topic = ?1 AND event_key.key > ?2 AND event_key.key >= ?3 "
        let statement = try file.kept(
            Self.select(.keys) + keys + "ORDER BY event_key.topic, event_key.key"
        )
        defer { statement.reset() }
        statement.bind(1, topic ?? place?.topic ?? "")
        statement.bind(2, place?.key ?? "")
        if topic != nil { statement.bind(3, prefix) }
        var page = EventPage()
        var room = bytes
        while try statement.step() {
            let row = try Self.keyedRow(of: statement)
            room -= row.bytes
            guard row.event.key?.name.utf8.starts(with: prefix.utf8) == true else { break }
            guard page.rows.count < limit, room >= 0 || page.rows.isEmpty else {
                page.next = row.sequence
                break
            }
            page.rows.append(row)
        }
        return page
    }

    /// Stores `row` as the current value of its key, if it has one.
    func makeCurrent(_ row: EventRow) throws(StoreError) {
        guard let key = row.event.key else { return }
        try file.run(
            "INSERT OR REPLACE INTO event_key (topic, key, sequence, cleared, round) "
                + "VALUES (?1, ?2, ?3, ?4, 0)",
            row.event.topic,
            key.name,
            row.sequence,
            KeyStanding(key.rank).rawValue
        )
    }

    /// Sets the round of the tombstones that the remote received since the last call.
    func noteTombstones(in round: Int) throws(StoreError) {
        try file.run(
            "UPDATE event_key SET round = ?1 WHERE cleared = 1 AND round = 0 AND EXISTS "
                + "(SELECT 1 FROM event WHERE event.sequence = event_key.sequence "
                + "AND state = \(SyncState.synced.rawValue))",
            round
        )
    }

    /// Removes the tombstones that the remote received in the given round or earlier; returns their
    /// number.
    func forgetTombstones(before round: Int) throws(StoreError) -> Int {
        try file.run(
            "DELETE FROM event_key WHERE cleared = 1 AND round BETWEEN 1 AND ?1",
            round
        )
    }
}

/// The kind of the highest-ranking event of a key, as stored in a column.
enum KeyStanding: Int {
    case value
    /// A tombstone that can be removed once every device has received it.
    case tombstone
    /// A tombstone whose rank must be kept after its expiry.
    case lastingTombstone
    /// A value whose rank must be kept after its expiry.
    case lastingValue

    init(_ rank: EventRank) {
        self =
            switch (rank.isCleared, rank.isLasting) {
            case (false, false): .value
            case (false, true): .lastingValue
            case (true, false): .tombstone
            case (true, true): .lastingTombstone
            }
    }

    var isTombstone: Bool { self == .tombstone || self == .lastingTombstone }
    var isLasting: Bool { self == .lastingTombstone || self == .lastingValue }
}

extension EventRow {
    /// The event's body as stored, without ``EventRank/base``; the row's checksum covers it.
    ///
    /// If the event has a key, the key follows the body after a zero byte, which JSON cannot
    /// contain.
    var checkedBody: [UInt8] {
        guard var key = event.key else { return event.body }
        key.rank.base = nil
        var writer = RecordWriter()
        writer.write(key)
        return event.body + [0] + writer.bytes
    }

    /// The event's body as stored.
    ///
    /// A program that does not know ``EventRank/base`` ignores the bytes after the key, and
    /// computes the checksum without them. The base therefore has its own check: a number that adds
    /// up to a constant with it.
    var storedBody: [UInt8] {
        guard let base = event.key?.rank.base else { return checkedBody }
        var writer = RecordWriter()
        writer.byte(1)
        writer.key(base)
        writer.key(OrderKey(value: OrderKey.values.upperBound - base.value))
        return checkedBody + writer.bytes
    }
}

extension Event {
    /// Creates an event from its stored members; `nil` if the key after the body is damaged.
    init?(id: String, topic: String, storedBody: [UInt8], at: Timestamp) {
        self.init(id: id, topic: topic, body: storedBody, at: at)
        guard let end = storedBody.firstIndex(of: 0) else { return }
        body = Array(storedBody[..<end])
        var reader = RecordReader(Array(storedBody[(end + 1)...]))
        guard let key = try? reader.eventKey() else { return nil }
        self.key = key
        if let base = key.rank.base {
            guard let check = try? reader.key(),
                base.value + check.value == OrderKey.values.upperBound
            else { return nil }
        } else if !reader.isAtEnd {
            return nil
        }
    }
}
