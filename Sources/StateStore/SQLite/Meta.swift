// SPDX-License-Identifier: Apache-2.0
internal import StateModel

struct Meta {
    let file: StoreFile

    /// The names of the values, which are part of the file's format.
    enum Key: String {
        /// A random number that identifies the store in tokens.
        case store
        /// The epoch of the store; tokens of another epoch are invalid.
        case epoch
        /// The last row that was flushed to the tables; in the file, the key has an older name.
        case flushed = "folded"
        /// The last row ever written, as recorded by the last flush.
        case last
        case nextID
        /// The number of current resume points, as recorded by the last flush.
        case standing
        /// The row before which tokens are invalid, because rows that they need were removed.
        case compacted
        case clock
        /// The mark of a file that was made as a copy.
        case copied
        /// A hash of the machine on which the store was last opened.
        case machine
        case eventsDropped
        /// The newest event that was removed; tokens of earlier events are invalid.
        case eventsCompacted
        /// The newest event ever appended, recorded if events were lost.
        case eventsLast
        case clearances
        /// The lessons from which the rewind of each kind of player is learned, as text.
        case learnedRewind
        case incarnation
        case eventOrdinal
        /// The number of current points when the backup was made; valid only while ``copied`` is
        /// set.
        case backupPoints
        /// The number of days on which copies were made while an older copy was protected; valid
        /// only in backups.
        case backupDays
    }

    func text(_ key: Key) throws(StoreError) -> String? {
        try file.kept("SELECT value FROM meta WHERE key = ?1", key.rawValue).first { $0.text(0) }
    }

    /// Returns the value of a key as a number of at least 0; 0 if the key is not set.
    ///
    /// - Throws: ``StoreError`` of kind `corrupt` if the stored value cannot be valid.
    func number(_ key: Key) throws(StoreError) -> Int {
        guard let text = try text(key) else { return 0 }
        guard let number = Self.number(text) else {
            throw StoreError(.corrupt, "\(key.rawValue) in table meta is not a count: \(text)")
        }
        return number
    }

    static func number(_ text: String) -> Int? {
        Int(text).flatMap { Statement.isCount($0) ? $0 : nil }
    }

    func number<Number: TypedInteger>(_ key: Key) throws(StoreError) -> Number {
        Number(try number(key))
    }

    func set(_ key: Key, _ value: String) throws(StoreError) {
        try file.run(
            "INSERT INTO meta (key, value) VALUES (?1, ?2) "
                + "ON CONFLICT (key) DO UPDATE SET value = excluded.value",
            key.rawValue,
            value
        )
    }

    func set(_ key: Key, _ value: Int) throws(StoreError) {
        try set(key, String(value))
    }

    func set(_ key: Key, _ value: some TypedInteger) throws(StoreError) {
        try set(key, value.rawValue)
    }
}
