// SPDX-License-Identifier: Apache-2.0
package import StateModel
internal import SystemSupport

/// The paths of all files that belong to a store.
package struct StoreFiles: Sendable, Equatable {
    package let path: String

    package init(_ path: String) {
        self.path = path
    }

    /// The directory that contains the files.
    package var folder: String { Directory.parent(of: path) }

    /// The name of the database file, without its directory.
    package var name: String {
        path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
    }

    package var log: String { path + "-wal" }
    /// The path of the lock, which also records the store that was last open.
    package var lock: String { path + ".lock" }
    /// The path of the file that reserves disk space.
    package var reserve: String { path + ".reserve" }
    /// The path of the file that will replace the store, complete or not.
    package var incoming: String { path + ".incoming" }
    /// The path of the intent of a replacement, which exists until the store has recorded the
    /// replacement.
    package var intent: String { path + ".replacing" }
    /// The path of the directory of this store's backups.
    package var backups: String { folder + "/backups/" + name }

    /// The kinds of former files that are kept.
    package enum Aside: String, CaseIterable, Sendable {
        /// The file of a damaged store.
        case damaged
        /// The file of a store that another one replaced.
        case replaced
        /// An unknown file that was found at the store's path.
        case foreign
    }

    /// Returns the path to which a former file is moved at `now`.
    package func aside(_ kind: Aside, at now: Timestamp) -> String {
        "\(path).\(kind.rawValue)-\(now)"
    }
}
