// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import SyncModel
import Testing

@testable import StateStore

@Suite struct `Checksums of rows` {
    /// The columns of a row of the log, and a statement that returns them as the table does.
    private struct Row {
        var numbers: [Int32: Int] = [:]
        var body: [UInt8]
        private let select: Statement
        private let harness: StoreHarness

        init() throws {
            harness = try StoreHarness()
            try harness.save("file:///film.mkv", 196.25)
            let file = try harness.store.log.tables.file
            select = try file.prepare("SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8")
            let read = try file.prepare("SELECT \(Tables.rowColumns) FROM change")
            try #require(try read.step())
            for column in (0..<8) as Range<Int32> where column != Tables.bodyColumn {
                numbers[column] = read.word(column)
            }
            body = read.bytes(Tables.bodyColumn)
        }

        func verifies() throws -> Bool {
            for (column, number) in numbers { select.bind(column + 1, number) }
            select.bind(Tables.bodyColumn + 1, body)
            try #require(try select.step())
            defer { select.reset() }
            return (try? Tables.verifiedRow(of: select)) != nil
        }
    }

    @Test func `a checksum covers every bit of every column`() throws {
        let row = try Row()
        #expect(try row.verifies())
        for column in row.numbers.keys {
            for bit in 0..<Int.bitWidth {
                var damaged = row
                damaged.numbers[column, default: 0] ^= 1 << bit
                #expect(try !damaged.verifies())
            }
        }
        for place in row.body.indices {
            for bit in 0..<8 {
                var damaged = row
                damaged.body[place] ^= 1 << bit
                #expect(try !damaged.verifies())
            }
        }
    }

    @Test func `a row whose body is cut off or extended fails the check`() throws {
        let row = try Row()
        for length in 0..<row.body.count {
            var damaged = row
            damaged.body = Array(row.body.prefix(length))
            #expect(try !damaged.verifies())
        }
        for byte: UInt8 in [0, 1, 255] {
            var damaged = row
            damaged.body.append(byte)
            #expect(try !damaged.verifies())
        }
    }

    @Test
    func `an event's checksum follows changes of state and origin, and covers all other bits`()
        throws
    {
        let harness = try StoreHarness()
        for id in ["a", "b", "c"] { try harness.append(id) }
        for state: SyncState in [.inFlight, .synced, .failed, .pending] {
            try harness.mark(2, state)
            #expect(try harness.rows().map(\.event.id) == ["a", "b", "c"])
        }
        try harness.store.sync.begin(.incarnation)
        try harness.commit()
        #expect(try harness.rows().allSatisfy { $0.origin != .own })
        try harness.store.sync.forgetAcknowledgements()
        try harness.commit()
        #expect(try harness.rows().map(\.event.id) == ["a", "b", "c"])
        let handle = try harness.store.log.tables.file.handle
        for column in ["time", "at", "origin", "ordinal", "state"] {
            for bit in [0, 1, 7, 20, 40] {
                let flip =
                    "UPDATE event SET \(column) = (\(column) | \(1 << bit)) "
                    + "- (\(column) & \(1 << bit)) WHERE sequence = 2"
                try RawSQLite.execute(flip, on: handle)
                #expect(throws: StoreError.self) { try harness.rows() }
                try RawSQLite.execute(flip, on: handle)
                #expect(try harness.rows().map(\.event.id) == ["a", "b", "c"])
            }
        }
    }

    @Test func `bytes under a checksum fail the check if they are damaged`() throws {
        let harness = try StoreHarness()
        let file = try harness.store.log.tables.file
        let select = try file.prepare("SELECT ?1")
        let body = Array("a body of some length".utf8)
        Sealed(body).bind(to: select, 1)
        try #require(try select.step())
        #expect(try select.sealed(0, of: "alert") { $0 } == body)
        let sealed = select.bytes(0)
        select.reset()
        for place in sealed.indices {
            for bit in 0..<8 {
                var damaged = sealed
                damaged[place] ^= 1 << bit
                select.bind(1, damaged)
                try #require(try select.step())
                #expect(throws: StoreError.self) { try select.sealed(0, of: "alert") { $0 } }
                select.reset()
            }
        }
    }
}
