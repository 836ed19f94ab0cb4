// SPDX-License-Identifier: Apache-2.0
package import StateModel

extension Store {
    /// The path of a store, and its settings.
    package struct Options: Sendable {
        /// The path of the database file.
        package var path: String
        /// The directory for a readable copy of the store; `nil` to make none.
        package var copyFolder: String?
        /// The copy that is served if the store cannot be written; `nil` if the store is writable.
        var readableCopy: String?
        /// The path of the database file that is open.
        package var file: String { readableCopy ?? path }
        /// The label of this device in resume points.
        package var device = "localhost"
        /// A hash that identifies this machine; empty if unknown.
        package var machine = ""
        /// The settings that may change while the store is open.
        package var settings = StoreSettings()
        /// The number of rows in the memtable at which a flush to the tables begins.
        package var flushRows = 20_000
        /// The disk space reserved against a full disk, in bytes; 0 for none.
        package var reserveBytes = 8 << 20

        /// Creates the default settings for a store at `path`.
        package init(path: String) {
            self.path = path
        }
    }
}
