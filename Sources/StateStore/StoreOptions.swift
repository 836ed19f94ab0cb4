// SPDX-License-Identifier: Apache-2.0
extension Store {
    /// The settings of a store.
    package struct Options: Sendable {
        /// The path of the database file.
        package var path: String
        /// The directory for a copy of a store that cannot be written; `nil` to refuse one.
        package var copyFolder: String?
        /// The copy that is served in place of a store that cannot be written; `nil` if it can be.
        var readableCopy: String?
        /// The database file that is open.
        package var file: String { readableCopy ?? path }
        /// The label of this device in resume points.
        package var device = "localhost"
        /// A hash that identifies this machine; empty if unknown.
        package var machine = ""
        /// The maximum number of older values kept per item.
        package var historyPerItem = 50
        /// The time for which older values are kept, in milliseconds.
        package var historyRetentionMilliseconds = 30 * 86_400_000
        /// The approximate maximum size of all older values, in bytes.
        package var historyBytes = 256 << 20
        /// The number of rows in the memtable at which a flush to the tables begins.
        package var flushRows = 20_000
        /// The maximum number of current resume points.
        package var pointLimit = 2_000_000
        /// The maximum size of the file, in bytes.
        package var byteLimit = 2 << 30
        /// The maximum number of events held.
        package var eventLimit = 1_000_000
        /// The time for which events are kept, in milliseconds.
        package var eventRetentionMilliseconds = 86_400_000
        /// True if events are kept until they are synced, however long that takes.
        package var keepsUnsyncedEvents = false
        /// True if there is a remote store, for which changes are queued.
        package var syncs = false

        /// The disk space reserved for when the disk is full, in bytes; 0 for none.
        package var reserveBytes = 8 << 20

        /// Sets the time for which events are kept, in milliseconds.
        ///
        /// Without a remote, events are kept at least for as long as older values, for a remote
        /// that is set up later.
        package mutating func keepEvents(for retention: Int) {
            eventRetentionMilliseconds =
                syncs ? retention : max(retention, historyRetentionMilliseconds)
        }

        /// Creates the default settings for a store at `path`.
        package init(path: String) {
            self.path = path
        }
    }
}
