// SPDX-License-Identifier: Apache-2.0
package import StateModel

package struct StoreSummary: Sendable, Equatable {
    package var identity: StoreIdentity
    package var sequence: SequenceNumber
    package var points: Int
    package var events: Int
    /// True for a copy that has not been opened as a store since it was made.
    package var isCopy = true
    /// The number of days on which copies were made while an older copy was protected.
    ///
    /// See ``BackupRetention``.
    package var days = 0
}

extension StoreSummary {
    /// Returns true if the copy has an earlier state of the same store than `other`, whatever the
    /// clock said when they were made.
    func precedes(_ other: StoreSummary) -> Bool {
        identity.store == other.identity.store
            && (identity.epoch, sequence) < (other.identity.epoch, other.sequence)
    }

    enum Counts {
        case none
        /// The number of points recorded in the file, which may be outdated; events are not
        /// counted.
        case estimated
        /// Exact numbers, which require reading large parts of the file.
        case exact
    }

    /// Reads the summary of a file; returns `nil` if the file is an empty or unrelated database.
    static func read(
        _ reader: FileReader,
        counts: Counts
    ) throws(StoreError) -> StoreSummary? {
        let tables = "SELECT count(*) FROM sqlite_schema WHERE name IN ('meta', 'change', 'head')"
        guard try reader.number(tables) == 3,
            let store = try reader.text(meta(.store))
        else { return nil }
        let last = try reader.number(meta(.last))
        let newest = try reader.number("SELECT max(sequence) FROM change")
        return StoreSummary(
            identity: StoreIdentity(store: store, epoch: try reader.number(meta(.epoch))),
            sequence: SequenceNumber(max(last, newest)),
            points: counts == .none ? 0 : try points(reader, counts),
            events: counts == .exact ? try events(reader) : 0,
            isCopy: try reader.number(meta(.copied)) != 0,
            days: try reader.number(meta(.backupDays))
        )
    }

    /// Returns the summary of a file; `nil` if it does not contain a store, or cannot be read.
    static func read(_ path: String, counts: Counts) -> StoreSummary? {
        try? read(FileReader(path: path), counts: counts)
    }

    private static func events(_ reader: FileReader) throws(StoreError) -> Int {
        let table = "SELECT count(*) FROM sqlite_schema WHERE name = 'event'"
        guard try reader.number(table) == 1 else { return 0 }
        return try reader.number("SELECT count(*) FROM event")
    }

    private static func meta(_ key: Meta.Key) -> String {
        "SELECT value FROM meta WHERE key = '\(key.rawValue)'"
    }

    /// Returns the number of current points.
    ///
    /// In a backup, the number is recorded. An estimate is the number that the last flush recorded,
    /// if there was a flush. Otherwise, the points in the tables are counted, and corrected by the
    /// rows after that flush.
    private static func points(
        _ reader: FileReader,
        _ counts: Counts
    ) throws(StoreError) -> Int {
        if let counted = try reader.text(meta(.backupPoints)).flatMap({ Int($0) }),
            try reader.number(meta(.copied)) != 0
        {
            return counted
        }
        let kinds = (UInt8(1)...UInt8(63)).compactMap { RowKind(rawValue: $0) }
            .filter { $0.isOfItem && !$0.isHistoryOnly }
        let changing = kinds.map { "\($0.rawValue)" }.joined(separator: ", ")
        let live = kinds.filter(\.isLive).map { "\($0.rawValue)" }.joined(separator: ", ")
        let flushed = try reader.number(meta(.flushed))
        if counts == .estimated, flushed > 0 { return try reader.number(meta(.standing)) }
        let recent = "FROM change WHERE sequence > \(flushed) AND kind IN (\(changing))"
        // With max(), SQLite takes the other columns from the row with the maximum.
        return try reader.number(
            """
            SELECT (SELECT count(*) FROM head WHERE state = 1 AND id NOT IN (SELECT id \(recent)))
                + (SELECT count(*) FROM (SELECT max(sequence), kind \(recent) GROUP BY id)
                   WHERE kind IN (\(live)))
            """
        )
    }
}
