// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import StateModel

/// The recovery of rows that SQLite can still read from a damaged file.
///
/// A row is recovered only if its checksum is correct and it is newer than all rows of the store
/// that replaces the file.
struct Salvage {
    private(set) var recovered = RecoveredRows()
    private let damaged: FileReader?
    private let topics: [String: TopicSettings]

    /// Creates the recovery from the file at `path`, which is only read.
    init(from path: String, _ settings: StoreSettings) {
        topics = settings.topics
        // SQLite would remove the log of a file without pages.
        damaged = (try? FileSystem.size(path)) ?? 0 > 0 ? try? FileReader(path: path) : nil
    }

    /// Inserts the recovered rows into a store that has just been opened.
    mutating func bringIn(into file: StoreFile) throws(StoreError) {
        let meta = Meta(file: file)
        let tables = try Tables(file)
        let newest = try Self.newest("change", file)
        let row: SequenceNumber = max(newest, try meta.number(.last))
        let event: SequenceNumber = max(
            try Self.newest("event", file),
            try meta.number(.eventsCompacted),
            try meta.number(.eventsLast)
        )
        recovered.since = try tables.time(of: newest)
        let own = try meta.text(.store)
        let store = value(of: .store)
        guard damaged != nil, own == nil || store == nil || own == store else { return }
        try tables.open()
        do throws(StoreError) {
            try copyIdentity(into: file, meta)
            let lastRow = try copyRows(after: row, into: file)
            try dropStrayAliases(after: row, in: file)
            let lastEvent = try copyEvents(after: event, into: tables.events)
            try note(last: lastRow, lastEvent, in: meta, file)
            try tables.commit()
        } catch {
            tables.rollBack()
            throw error
        }
        recovered.lostPoints = try? countLost(after: row, missingIn: file)
    }

    private static func newest(
        _ table: String,
        _ file: StoreFile
    ) throws(StoreError) -> SequenceNumber {
        try file.prepare("SELECT max(sequence) FROM \(table)").integer() ?? .start
    }

    // MARK: Reading

    private func value(of key: Meta.Key) -> String? {
        (try? damaged?.text("SELECT value FROM meta WHERE key = '\(key.rawValue)'")) ?? nil
    }

    /// Calls `body` with each readable row after `known`: forward until the first damage, then
    /// backward from the end.
    private func forEach(
        _ query: String,
        after known: SequenceNumber,
        _ body: (Statement) throws(StoreError) -> Void
    ) throws(StoreError) {
        guard let handle = damaged?.handle else { return }
        var reached = known
        for order in ["", " DESC"] {
            guard let read = try? Statement(query + order, on: handle) else { return }
            read.bind(1, reached)
            while let isThere = try? read.step() {
                guard isThere else { return }
                if order.isEmpty { reached = read.int(0) }
                try body(read)
            }
        }
    }

    private mutating func copyRows(
        after known: SequenceNumber,
        into file: StoreFile
    ) throws(StoreError) -> SequenceNumber {
        let write = try file.prepare(
            "INSERT OR IGNORE INTO change (\(Tables.rowColumns)) "
                + "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"
        )
        let select = "SELECT \(Tables.rowColumns) FROM change WHERE sequence > ?1 ORDER BY sequence"
        var last = known
        var rows = 0
        try forEach(select, after: known) { read throws(StoreError) in
            last = max(last, Self.plausible(read.int(0)))
            guard (try? Tables.verifiedRow(of: read)) != nil else { return }
            for column in [0, 1, 2, 3, 4, 5, 7] as [Int32] {
                write.bind(column + 1, read.word(column))
            }
            write.bind(Tables.bodyColumn + 1, read.bytes(Tables.bodyColumn))
            try write.run()
            rows += write.changes
        }
        recovered.rows = rows
        return last
    }

    private static func plausible(_ sequence: SequenceNumber) -> SequenceNumber {
        Statement.isCount(sequence.rawValue) ? sequence : .start
    }

    private func dropStrayAliases(
        after known: SequenceNumber,
        in file: StoreFile
    ) throws(StoreError) {
        let others = [RowKind.player, .alert, .aliased].map { "\($0.rawValue)" }
            .joined(separator: ", ")
        try RawSQLite.execute(
            "DELETE FROM change WHERE kind = \(RowKind.aliased.rawValue) "
                + "AND sequence > \(known.rawValue) AND id NOT IN (SELECT id FROM head) "
                + "AND id NOT IN (SELECT id FROM change WHERE kind NOT IN (\(others)))",
            on: file.handle
        )
    }

    private mutating func copyEvents(
        after known: SequenceNumber,
        into table: EventTable
    ) throws(StoreError) -> SequenceNumber {
        let select = EventTable.select() + "event.sequence > ?1 ORDER BY event.sequence"
        var last = known
        var events = 0
        try forEach(select, after: known) { read throws(StoreError) in
            last = max(last, Self.plausible(read.int(0)))
            guard let row = try? EventTable.row(of: read), try table.row(id: row.event.id) == nil
            else { return }
            let present = try table.present(for: row.event)
            try table.insert(row, over: present, topics[row.event.topic], after: .start)
            events += 1
        }
        recovered.events = events
        return last
    }

    /// Returns the number of items whose newest row after `known` was not recovered.
    private func countLost(
        after known: SequenceNumber,
        missingIn file: StoreFile
    ) throws(StoreError) -> Int {
        guard let damaged else { return 0 }
        let flushed = value(of: .flushed).flatMap(Meta.number) ?? 0
        let kinds = [RowKind.saved, .restored, .renewed, .joined, .cleared, .expired]
            .map { "\($0.rawValue)" }.joined(separator: ", ")
        var newest: [Int: SequenceNumber] = [:]
        // The newest row of an item is not in `head` until the flush.
        for query in [
            "SELECT id, sequence FROM head WHERE sequence > ?1",
            "SELECT id, sequence FROM change WHERE sequence > max(?1, \(flushed)) "
                + "AND kind IN (\(kinds))",
        ] {
            let read = try Statement(query, on: damaged.handle)
            read.bind(1, known)
            while try read.step() {
                newest[read.int(0)] = max(newest[read.int(0)] ?? .start, read.int(1))
            }
        }
        var lost = 0
        for row in newest.values {
            let sql = "SELECT 1 FROM change WHERE sequence = ?1"
            if try !file.kept(sql, row).hasRow() { lost += 1 }
        }
        return lost
    }

    // MARK: Writing

    /// Copies the identity of the damaged store into the new store; its counters replace only lower
    /// ones.
    private func copyIdentity(into file: StoreFile, _ meta: Meta) throws(StoreError) {
        guard let handle = damaged?.handle else { return }
        for key in [Meta.Key.store, .machine, .clock, .clearances, .learnedRewind] {
            if let text = value(of: key) { try meta.set(key, text) }
        }
        for key in [Meta.Key.epoch, .incarnation, .eventOrdinal] {
            let number = value(of: key).flatMap(Meta.number) ?? 0
            if number > (try meta.number(key)) { try meta.set(key, number) }
        }
        guard let read = try? Statement("SELECT number, origin, label FROM device", on: handle)
        else { return }
        while (try? read.step()) == true {
            guard let (number, device) = DeviceRegistry.entry(of: read) else { continue }
            try file.run(
                "INSERT OR IGNORE INTO device (number, origin, label) VALUES (?1, ?2, ?3)",
                number,
                device.text,
                device.label
            )
        }
    }

    /// Records the newest row, the newest event and the change of identity.
    ///
    /// Tokens become invalid, the device begins a new incarnation, and everything is sent to the
    /// remote again.
    private func note(
        last: SequenceNumber,
        _ lastEvent: SequenceNumber,
        in meta: Meta,
        _ file: StoreFile
    ) throws(StoreError) {
        try meta.set(.last, last)
        try meta.set(.copied, 1)
        let count = try file.prepare("SELECT count(*) FROM event").integer() ?? 0
        let sql = "SELECT max(ordinal) FROM event WHERE origin = \(DeviceID.own)"
        let ordinal = try file.prepare(sql).integer() ?? 0
        try meta.set(.eventsDropped, lastEvent.rawValue - count)
        try meta.set(.eventsLast, lastEvent)
        try meta.set(.eventOrdinal, max(try meta.number(.eventOrdinal), ordinal))
        try RawSQLite.execute("UPDATE sync_state SET seed = 1", on: file.handle)
    }
}
