/// What the store knows about itself: a few named values.
struct Meta {
    private let read: Statement
    private let write: Statement

    /// The names of the values; they are part of the file's format.
    enum Key: String {
        /// The epoch since which rows have borne the numbers that they bear; unset: the present one.
        case numbered
        /// A random number that names the store, for tokens.
        case store
        /// Tokens of another epoch are void.
        case epoch
        /// The last row that the tables hold.
        case folded
        /// The last row ever written as of the fold.
        case last
        /// The number that the next new item gets.
        case nextID
        /// How many resume points stood as of the fold.
        case standing
        /// Tokens of rows before this one are void: something they would need is gone.
        case compacted
        /// The trusted clock's record, as text.
        case clock
        /// The file is a copy that a backup made.
        case copied
        /// A hash of the machine that the store was last opened on.
        case machine
        /// How many events are gone.
        case eventsDropped
        /// The newest event that is gone; tokens of events before it are void.
        case eventsCompacted
        /// The newest event ever appended, as of the loss of one.
        case eventsLast
        /// Which of this device's lives it is.
        case incarnation
        /// How many events this device has appended.
        case eventOrdinal
        /// The number of standing points as of a copy's making; for the copy alone.
        case backupPoints
        /// The days on which copies were made since a better one is protected; for the copy alone.
        case backupDays
    }

    init(_ file: StoreFile) throws(StoreError) {
        read = try Statement("SELECT value FROM meta WHERE key = ?1", on: file.handle)
        write = try Statement(
            "INSERT INTO meta (key, value) VALUES (?1, ?2) "
                + "ON CONFLICT (key) DO UPDATE SET value = excluded.value",
            on: file.handle
        )
    }

    /// The value of that name, if it is set.
    func text(_ key: Key) throws(StoreError) -> String? {
        read.bind(1, key.rawValue)
        defer { read.reset() }
        return try read.step() ? read.text(0) : nil
    }

    /// The number of that name; 0 if it is not set.
    func number(_ key: Key) throws(StoreError) -> Int {
        try text(key).flatMap { Int($0) } ?? 0
    }

    /// Sets a value, in the transaction that is open.
    func set(_ key: Key, _ value: String) throws(StoreError) {
        write.bind(1, key.rawValue)
        write.bind(2, value)
        try write.run()
    }

    /// Sets a number, in the transaction that is open.
    func set(_ key: Key, _ value: Int) throws(StoreError) {
        try set(key, String(value))
    }
}
