extension Store {
    /// How the store is set up.
    package struct Options: Sendable {
        /// Where the database file is.
        package var path: String
        /// The directory for a copy of a store that cannot be written; `nil` to refuse such a store.
        package var copyFolder: String?
        /// The copy that is served in the place of a store that cannot be written; `nil` if it can be.
        var readableCopy: String?
        /// The database file that is open.
        package var file: String { readableCopy ?? path }
        /// The label of this device in resume points.
        package var device = "localhost"
        /// A hash that tells this machine from others; empty: not known.
        package var machine = ""
        /// How many older values are kept of an item.
        package var historyPerItem = 50
        /// For how many milliseconds older values are kept.
        package var historyRetention = 30 * 86_400_000
        /// How many bytes of older values are kept in all, roughly.
        package var historyBytes = 256 << 20
        /// How many rows the ledger takes before it is folded into the tables.
        package var foldRows = 20_000
        /// How many resume points may stand.
        package var pointLimit = 2_000_000
        /// How many bytes the file may have.
        package var byteLimit = 2 << 30
        /// How many events may be held.
        package var eventLimit = 1_000_000
        /// For how many milliseconds events are kept.
        package var eventRetention = 86_400_000
        /// Whether events are kept until they are synced, however long that takes.
        package var keepsUnsyncedEvents = false
        /// Whether there is a remote store, for which changes are noted.
        package var syncs = false

        /// How many bytes of the disk are set aside for when it is full; 0: none.
        package var reserveBytes = 8 << 20

        /// Sets for how many milliseconds events are kept: those that have no remote to go to wait for one
        /// that is set up later, for as long as older values are kept.
        package mutating func keepEvents(for retention: Int) {
            eventRetention = syncs ? retention : max(retention, historyRetention)
        }

        /// The defaults, for a store at `path`.
        package init(path: String) {
            self.path = path
        }
    }
}
