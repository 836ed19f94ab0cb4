// SPDX-License-Identifier: Apache-2.0
package import StateModel
internal import SystemSupport

/// The names of the files that belong to one store.
package struct StoreFiles: Sendable, Equatable {
    /// The database file.
    package let path: String

    /// Creates the names of the files of the store at `path`.
    package init(_ path: String) {
        self.path = path
    }

    /// The directory of the files.
    package var folder: String { Directory.parent(of: path) }

    /// The database file's own name.
    package var name: String {
        path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
    }

    /// The write-ahead log.
    package var log: String { path + "-wal" }
    /// The lock, which also names the store that was opened last.
    package var lock: String { path + ".lock" }
    /// The reserved disk space.
    package var reserve: String { path + ".reserve" }
    /// The file that is to replace the store, complete or not.
    package var incoming: String { path + ".incoming" }
    /// The record of a replacement in progress, or of a completed one whose finding is not stored.
    package var intent: String { path + ".replacing" }
    /// The directory of this store's backups.
    package var backups: String { folder + "/backups/" + name }

    /// The kinds of kept files.
    package enum Aside: String, CaseIterable, Sendable {
        /// A damaged store.
        case damaged
        /// A store that another one replaced.
        case replaced
        /// An unknown file found in the store's place.
        case foreign
    }

    /// Returns the path of a file kept since `now`, in milliseconds since 1970.
    package func aside(_ kind: Aside, at now: Timestamp) -> String {
        "\(path).\(kind.rawValue)-\(now)"
    }
}
