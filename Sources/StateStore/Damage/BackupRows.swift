// SPDX-License-Identifier: Apache-2.0
internal import StateModel

/// A lookup of rows in the backups of a store, the newest backup first.
///
/// The numbers of two stores may coincide, and so may those of two epochs of one store. A backup is
/// trusted only if it belongs to this store and this epoch, or if its row agrees with the remains
/// of the damaged one.
final class BackupRows {
    private let paths: [String]
    private let store: String
    private let epochs: ClosedRange<Int>
    private var opened: [String: Backup?] = [:]

    /// A backup of this store.
    private struct Backup {
        let connection: FileReader
        let isOfThisEpoch: Bool
        let checksum: String
    }

    /// Creates a lookup for the store at `path`.
    ///
    /// Its rows have had the same numbers since epoch `numbered`.
    init(of path: String, _ identity: StoreIdentity, numbered: Int) {
        paths = BackupCatalog.paths(of: path).reversed()
        store = identity.store
        epochs = min(numbered == 0 ? identity.epoch : numbered, identity.epoch)...identity.epoch
    }

    /// Returns the row with that sequence number, with the backup that holds it.
    ///
    /// - Parameters:
    ///   - sequence: the row's sequence number.
    ///   - damaged: the remains of the row.
    ///   - id: the item's number, if it is known for certain.
    /// - Returns: the row and the path of the backup; `nil` if no backup holds the row.
    func row(
        _ sequence: SequenceNumber,
        damaged: StoredRow?,
        id: ItemID?
    ) -> (row: StoredRow, backup: String)? {
        first { backup throws(StoreError) in
            let rows = try self.rows(backup, "sequence = ?1", sequence)
            return rows.first { row in
                if let id, row.id != id { return false }
                return backup.isOfThisEpoch || row.resembles(damaged)
            }
        }
    }

    /// Returns the newest row that produces a state of the item, after `older` and before `newer`.
    func newest(
        of id: ItemID,
        after older: SequenceNumber,
        before newer: SequenceNumber
    ) -> (row: StoredRow, backup: String)? {
        first { backup throws(StoreError) in
            guard backup.isOfThisEpoch else { return nil }
            let rows = try self.rows(backup, "id = ?1", id)
            return rows.last {
                $0.sequence > older && $0.sequence < newer && $0.row?.kind.isHistoryOnly == false
            }
        }
    }

    /// Returns the event with that sequence number and, if known, that id.
    func event(_ sequence: SequenceNumber, id: String?) -> (row: EventRow, backup: String)? {
        first { backup throws(StoreError) in
            let select = try Statement(
                "SELECT event.sequence, time, at, origin, ordinal, state, id, topic, body, "
                    + "\(backup.checksum) FROM event "
                    + "JOIN event_body ON event_body.sequence = event.sequence "
                    + "WHERE event.sequence = ?1",
                on: backup.connection.handle
            )
            select.bind(1, sequence)
            guard try select.step(), let row = EventTable.unverified(select) else { return nil }
            if let checksum = select.optionalInt(9), checksum != RowChecksum.ofEvent(row) {
                return nil
            }
            return backup.isOfThisEpoch || row.event.id == id ? row : nil
        }
    }

    private func first<Row>(
        _ body: (Backup) throws(StoreError) -> Row?
    ) -> (row: Row, backup: String)? {
        for path in paths {
            // A backup that cannot be read is skipped in favour of an older one.
            guard let backup = backup(path) else { continue }
            do throws(StoreError) {
                if let row = try body(backup) { return (row, path) }
            } catch {
                continue
            }
        }
        return nil
    }

    private func rows(
        _ backup: Backup,
        _ condition: String,
        _ value: some StatementValue
    ) throws(StoreError) -> [StoredRow] {
        let select = try Statement(
            "SELECT sequence, id, kind, offset, time, key, body, \(backup.checksum) FROM change "
                + "WHERE \(condition) ORDER BY sequence",
            on: backup.connection.handle
        )
        value.bind(to: select, 1)
        var rows: [StoredRow] = []
        while try select.step() {
            let row = StoredRow(select)
            if row.row != nil { rows.append(row) }
        }
        return rows
    }

    private func backup(_ path: String) -> Backup? {
        if let known = opened[path] { return known }
        let backup = try? open(path)
        opened[path] = .some(backup)
        return backup
    }

    private func open(_ path: String) throws(StoreError) -> Backup? {
        let connection = try FileReader(path: path)
        guard try connection.text("SELECT value FROM meta WHERE key = 'store'") == store else {
            return nil
        }
        let epoch = try connection.text("SELECT value FROM meta WHERE key = 'epoch'")
        let column = try connection.text(
            "SELECT name FROM pragma_table_info('change') WHERE name = 'checksum'"
        )
        return Backup(
            connection: connection,
            isOfThisEpoch: epoch.flatMap { Int($0) }.map { epochs.contains($0) } ?? false,
            checksum: column == nil ? "NULL" : "checksum"
        )
    }
}

extension StoredRow {
    /// Returns true if the row has most columns in common with the remains of a damaged one.
    fileprivate func resembles(_ damaged: StoredRow?) -> Bool {
        guard let damaged else { return false }
        let same = [
            id == damaged.id, time == damaged.time, key == damaged.key, body == damaged.body,
        ]
        return same.count { $0 } >= 3
    }
}
