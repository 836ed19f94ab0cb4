// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import StateModel
internal import SyncModel

// The writes of a repair.
extension Tables {
    /// Replaces a damaged row by an intact one.
    func replace(_ row: StoredRow) throws(StoreError) {
        let write = try file.prepare(
            "INSERT OR REPLACE INTO change (\(StoredRow.columns)) "
                + "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"
        )
        write.bind(row)
        try write.run()
    }

    /// Keeps the remains of a damaged row in a table that only people read.
    func putAside(
        _ kind: DamagedKind,
        _ sequence: SequenceNumber,
        id: ItemID,
        next: SequenceNumber?,
        name: String?,
        body: [UInt8],
        now: Timestamp
    ) throws(StoreError) {
        let write = try file.prepare(
            "INSERT OR REPLACE INTO damaged (kind, sequence, id, next, found, name, body) "
                + "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)"
        )
        write.bind(all: kind.rawValue, sequence, id, next, now, name, body)
        try write.run()
    }

    /// Updates the tables so that they agree with the rows of an item.
    func set(_ state: ItemState?, of id: ItemID) throws(StoreError) {
        guard let state else {
            return try file.prepare("DELETE FROM head WHERE id = ?1", id).run()
        }
        let due = state.kind.isLive ? state.record.point.expiresAt : nil
        try flushing.put([state.noting(due: due)])
        guard let due else { return }
        try flushing.putDue([DueQueue.Entry(time: due, id: id)])
        let point = state.record.point
        let number = try flushing.number(of: point.player)
        try flushing.putRecent([RecentPlace(player: number, at: point.at, id: id)])
    }

    /// Returns the columns of an item's entry in the table of heads, `due` last.
    func headEntry(_ id: ItemID) throws(StoreError) -> [Int?]? {
        let read = try file.prepare(
            "SELECT sequence, state, playing, at, expires, aside, ordinal, due FROM head "
                + "WHERE id = ?1"
        )
        read.bind(1, id)
        guard try read.step() else { return nil }
        return (0..<8).map { read.optionalInt($0) }
    }
}

extension Statement {
    /// Binds the columns of a row in the order of ``StoredRow/columns``.
    func bind(_ row: StoredRow) {
        bind(1, row.sequence)
        bind(2, row.id)
        bind(3, row.kind)
        bind(4, row.offset)
        bind(5, row.time)
        bind(6, row.key)
        bind(7, row.body)
        bind(8, row.checksum ?? row.fittingChecksum)
    }
}

extension StoredRow {
    /// The bytes of the damaged row, for people to examine.
    var bytes: [UInt8] {
        var writer = ByteWriter()
        for number in [
            sequence.rawValue, id.rawValue, kind, offset, time.rawValue, key, checksum ?? 0,
        ] {
            writer.signed(number)
        }
        return writer.bytes + body
    }
}
