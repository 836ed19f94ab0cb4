// SPDX-License-Identifier: Apache-2.0
internal import StateModel

/// The store's metadata: a few values with names.
struct Meta {
    private let file: StoreFile

    /// The names of the values; they are part of the file's format.
    enum Key: String {
        /// The epoch in which the present row numbers were assigned; the present epoch if unset.
        case numbered
        /// A random number that identifies the store in tokens.
        case store
        /// The epoch; tokens of another epoch are invalid.
        case epoch
        /// The last row that was flushed to the tables.
        case flushed = "folded"
        /// The last row ever written, as of the last flush.
        case last
        /// The number of the next new item.
        case nextID
        /// The number of current resume points, as of the last flush.
        case standing
        /// The row below which tokens are invalid, because a row that they need was removed.
        case compacted
        /// The trusted clock's record, as text.
        case clock
        /// The mark of a file that is a copy made as a backup.
        case copied
        /// A hash of the machine that the store was last opened on.
        case machine
        /// The number of removed events.
        case eventsDropped
        /// The newest removed event; tokens of earlier events are invalid.
        case eventsCompacted
        /// The sequence number of the newest event ever appended, recorded after a loss of events.
        case eventsLast
        /// The incomplete clearances.
        case clearances
        /// The incarnation of this device.
        case incarnation
        /// The number of events that this device has appended.
        case eventOrdinal
        /// The number of current points when a copy was made; set only in copies.
        case backupPoints
        /// The days on which copies were made while a better one was protected; only in copies.
        case backupDays
    }

    /// Creates the metadata of an open file.
    init(_ file: StoreFile) {
        self.file = file
    }

    /// Returns the value of a key, if it is set.
    func text(_ key: Key) throws(StoreError) -> String? {
        try file.kept("SELECT value FROM meta WHERE key = ?1", key.rawValue).first { $0.text(0) }
    }

    /// Returns the value of a key as a number of at least 0; 0 if it is not set.
    ///
    /// - Throws: ``StoreError`` of kind `corrupt` if the stored number is impossible.
    func number(_ key: Key) throws(StoreError) -> Int {
        guard let text = try text(key) else { return 0 }
        guard let number = Self.number(text) else {
            throw StoreError(.corrupt, "\(key.rawValue) in table meta is not a count: \(text)")
        }
        return number
    }

    /// Parses a value as a number; `nil` if the number is impossible.
    static func number(_ text: String) -> Int? {
        Int(text).flatMap { Statement.isCount($0) ? $0 : nil }
    }

    /// Returns the value of a key as a typed number; 0 if it is not set.
    func number<Number: TypedInteger>(_ key: Key) throws(StoreError) -> Number {
        Number(try number(key))
    }

    /// Sets a value in the open transaction.
    func set(_ key: Key, _ value: String) throws(StoreError) {
        try file.run(
            "INSERT INTO meta (key, value) VALUES (?1, ?2) "
                + "ON CONFLICT (key) DO UPDATE SET value = excluded.value",
            key.rawValue,
            value
        )
    }

    /// Sets a number in the open transaction.
    func set(_ key: Key, _ value: Int) throws(StoreError) {
        try set(key, String(value))
    }

    /// Sets a number in the open transaction.
    func set(_ key: Key, _ value: some TypedInteger) throws(StoreError) {
        try set(key, value.rawValue)
    }
}
