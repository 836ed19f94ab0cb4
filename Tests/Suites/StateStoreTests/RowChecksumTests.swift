// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import SyncModel
import Testing

@testable import StateStore

@Suite struct `Checksums of rows` {
    private func row() -> StoredRow {
        var record = Rows.record("file:///film.mkv", 196.25, at: 1_700_000_000_000)
        record.point.title = "A title of some length"
        var row = StoredRow(
            sequence: 4_711,
            id: 17,
            kind: 1,
            offset: 0,
            time: 1_700_000_000_001,
            key: 1_700_000_000_002 << 16,
            body: RecordCodec.encode(.item(record)),
            checksum: 0
        )
        row.checksum = row.fittingChecksum
        return row
    }

    @Test func `every single bit of every column counts`() throws {
        let row = row()
        #expect(row.row != nil)
        let columns: [WritableKeyPath<StoredRow, Int>] = [
            \.sequence.rawValue, \.id.rawValue, \.kind, \.offset, \.time.rawValue, \.key,
        ]
        for column in columns {
            for bit in 0..<Int.bitWidth {
                var damaged = row
                damaged[keyPath: column] ^= 1 << bit
                #expect(damaged.row == nil)
            }
        }
        for bit in 0..<Int.bitWidth {
            var damaged = row
            damaged.checksum ^= 1 << bit
            #expect(damaged.row == nil)
        }
        for place in row.body.indices {
            for bit in 0..<8 {
                var damaged = row
                damaged.body[place] ^= 1 << bit
                #expect(damaged.row == nil)
            }
        }
    }

    @Test func `a body that is cut or grows does not verify`() {
        let row = row()
        for length in 0..<row.body.count {
            var damaged = row
            damaged.body = Array(row.body.prefix(length))
            #expect(damaged.row == nil)
        }
        for byte: UInt8 in [0, 1, 255] {
            var damaged = row
            damaged.body.append(byte)
            #expect(damaged.row == nil)
        }
    }

    @Test func `an event's checksum follows its state and origin, and each bit of the rest counts`()
        throws
    {
        let harness = try StoreHarness()
        for id in ["a", "b", "c"] { try harness.append(id) }
        for state: SyncState in [.inFlight, .synced, .failed, .pending] {
            try harness.mark(2, state)
            #expect(try harness.rows().map(\.event.id) == ["a", "b", "c"])
        }
        try harness.store.sync.beginIncarnation()
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

    @Test func `sealed bytes that are damaged do not verify`() throws {
        let harness = try StoreHarness()
        let file = try harness.store.log.tables.file
        let select = try file.prepare("SELECT ?1")
        let body = Array("a body of some length".utf8)
        select.bindSealed(1, body)
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
