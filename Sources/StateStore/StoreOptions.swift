// SPDX-License-Identifier: Apache-2.0
package import StateModel

extension Store {
    /// The settings of a store that may change while it is open.
    package struct Settings: Sendable, Equatable {
        /// The maximum number of older values kept per item.
        package var historyPerItem = 50
        /// The time for which older values are kept, in milliseconds.
        package var historyRetentionMilliseconds = 30 * 86_400_000
        /// The approximate maximum size of all older values, in bytes.
        package var historyBytes = 256 << 20
        /// The maximum number of current resume points.
        package var points = 2_000_000
        /// The maximum number of events held.
        package var events = 1_000_000
        /// The time for which events are kept, in milliseconds.
        package var eventRetentionMilliseconds = 86_400_000
        /// The settings of topics, by name.
        package var topics: [String: TopicSettings] = [:]
        /// The maximum size of the file, in bytes.
        package var bytes = 2 << 30
        /// True if there is a remote store, for which changes are queued.
        package var syncs = false
        /// True if events are kept until they are synced, however long that takes.
        package var keepsUnsyncedEvents = false

        /// Creates the default settings.
        package init() {}
    }

    /// The place of a store, and its settings.
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
        /// The settings that may change while the store is open.
        package var settings = Settings()
        /// The number of rows in the memtable at which a flush to the tables begins.
        package var flushRows = 20_000
        /// The disk space reserved for when the disk is full, in bytes; 0 for none.
        package var reserveBytes = 8 << 20

        /// Creates the default settings for a store at `path`.
        package init(path: String) {
            self.path = path
        }
    }
}
