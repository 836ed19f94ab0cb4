// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import Testing

@testable import StateStore

/// A number of a store's file: a column of a table, or a value of the metadata.
private struct Number: CustomTestStringConvertible {
    var table: String
    var column: String
    var testDescription: String { "\(table).\(column)" }

    static let all: [Number] =
        ["sequence", "id", "kind", "offset", "time", "key"].map {
            Number(table: "change", column: $0)
        }
        + ["sequence", "time", "at", "origin", "ordinal", "state"]
        .map { Number(table: "event", column: $0) }
        + ["id", "sequence", "state", "playing", "at", "expires", "aside", "ordinal", "due"]
        .map { Number(table: "head", column: $0) }
        + ["player", "at", "id"].map { Number(table: "recent", column: $0) }
        + ["expires", "id"].map { Number(table: "due", column: $0) }
        + ["player", "device"].map { Number(table: $0, column: "number") }
        + ["name", "alert", "alias"].map { Number(table: $0, column: "id") }
        + [
            "numbered", "epoch", "folded", "last", "nextID", "standing", "compacted", "copied",
            "eventsDropped", "eventsCompacted", "eventsLast", "incarnation", "eventOrdinal",
        ].map { Number(table: "meta", column: $0) }
}

extension StoreHarness {
    /// Sets a number in the newest row, and the row's checksum to what fits it.
    fileprivate func forge(_ number: Number, _ value: Int) throws {
        if number.table == "meta" {
            return try damage("INSERT OR REPLACE INTO meta VALUES ('\(number.column)', '\(value)')")
        }
        let newest = "(SELECT max(\(number.column)) FROM \(number.table))"
        try damage(
            "UPDATE OR IGNORE \(number.table) SET \(number.column) = \(value) "
                + "WHERE \(number.column) = \(newest)"
        )
        switch number.table {
        case "change": try fitChanges()
        case "event": try fitEvents()
        default: break
        }
    }

    private func fitChanges() throws {
        let handle = try store.log.tables.file.handle
        let read = try Statement("SELECT \(Tables.rowColumns) FROM change", on: handle)
        var checksums: [(row: Int, value: Int)] = []
        while try read.step() {
            let checksum = read.withBytes(Tables.bodyColumn) { body in
                RowChecksum.ofChange(
                    SequenceNumber(read.word(0)),
                    id: ItemID(read.word(1)),
                    kind: read.word(2),
                    offset: read.word(3),
                    time: Timestamp(read.word(4)),
                    key: read.word(5),
                    body
                )
            }
            checksums.append((read.word(0), checksum))
        }
        read.reset()
        for (row, value) in checksums {
            try damage("UPDATE change SET checksum = \(value) WHERE sequence = \(row)")
        }
    }

    private func fitEvents() throws {
        let handle = try store.log.tables.file.handle
        // The body of a row that has got another number is not found by it.
        try RawSQLite.execute(
            "UPDATE event_body SET sequence = (SELECT sequence FROM event) "
                + "WHERE (SELECT count(*) FROM event) = 1",
            on: handle
        )
        let read = try Statement(EventTable.select() + "1", on: handle)
        var checksums: [(row: Int, value: Int)] = []
        while try read.step() {
            guard let state = SyncState(rawValue: read.int(5)) else { continue }
            let event = Event(
                id: read.text(6),
                topic: read.text(7),
                body: read.bytes(8),
                at: Timestamp(read.word(2))
            )
            let row = EventRow(
                sequence: SequenceNumber(read.word(0)),
                event: event,
                origin: DeviceID(read.word(3)),
                ordinal: read.word(4),
                time: Timestamp(read.word(1)),
                state: state
            )
            checksums.append((read.word(0), RowChecksum.ofEvent(row)))
        }
        read.reset()
        for (row, value) in checksums {
            try damage("UPDATE event SET checksum = \(value) WHERE sequence = \(row)")
        }
    }

    /// Reads all there is, as a daemon and its clients do in time.
    fileprivate func readAll() throws {
        for item in ["film", "series", "new"] {
            _ = try point(item)
            _ = try history(item)
        }
        _ = try list()
        _ = try list(by: "mpv")
        _ = try rows()
        _ = try store.log.page(after: 0, limit: 100)
        _ = try store.log.statistics.end
        _ = try sweep()
        try sweepEvents()
        try tidy()
    }

    /// Does what may meet damage, and replaces the store if it does, as the daemon would.
    fileprivate func survive(_ body: () throws -> Void) throws {
        do {
            try body()
        } catch let error as StoreError where error.kind == .corrupt {
            try replace(because: error.message)
            try body()
        }
    }
}

@Suite struct `A number in a row` {
    private func filled() throws -> StoreHarness {
        let harness = try StoreHarness()
        try harness.save("film", 10)
        try harness.save("film", 20)
        try harness.save("series", 30, status: .playing)
        try harness.append("a")
        try harness.store.flushAll(now: harness.now)
        try harness.save("series", 40)
        return harness
    }

    @Test(arguments: Number.all)
    fileprivate func `a number out of range in a row crashes nothing, and later saves are kept`(
        number: Number
    ) throws {
        for value in [Int.min, -1, 1 << 53, 1 << 60, .max] {
            let harness = try filled()
            try harness.forge(number, value)
            try harness.restart()
            try harness.survive { try harness.readAll() }
            try harness.survive { try harness.save("new", 50) }
            try harness.append("b")
            try harness.restart()
            try harness.survive { try harness.readAll() }
            #expect(try harness.point("new") == "mpv 50.0 paused", "\(value)")
            #expect(try harness.events().last?.hasSuffix(" b") == true, "\(value)")
        }
    }
}
