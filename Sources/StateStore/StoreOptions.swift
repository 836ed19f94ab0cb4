// SPDX-License-Identifier: Apache-2.0
package import StateModel

extension Store {
    package struct Options: Sendable {
        package var path: String
        /// The directory in which a readable copy of the store may be made; `nil` to make none.
        package var copyFolder: String?
        /// The path of the copy that is served; `nil` if the store itself is writable.
        var readableCopy: String?
        /// The path of the database file that is open.
        package var file: String { readableCopy ?? path }
        /// This device's label in resume points.
        package var device = "localhost"
        /// A hash that identifies this machine; empty if unknown.
        package var machine = ""
        package var settings = StoreSettings()
        /// The number of rows in the memtable at which a flush to the tables begins.
        package var flushRows = 20_000
        /// The disk space reserved against a full disk, in bytes; 0 for none.
        package var reserveBytes = 8 << 20

        package init(path: String) {
            self.path = path
        }
    }
}
