// SPDX-License-Identifier: Apache-2.0
package import StateModel
internal import SystemSupport

package struct StoreFiles: Sendable, Equatable {
    package let path: String

    package init(_ path: String) {
        self.path = path
    }

    package var folder: String { Directory.parent(of: path) }

    package var name: String {
        path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
    }

    package var log: String { path + "-wal" }
    /// The path of the lock, which also records the store that was last open.
    package var lock: String { path + ".lock" }
    package var reserve: String { path + ".reserve" }
    /// The path of the file that will replace the store, complete or not.
    package var incoming: String { path + ".incoming" }
    /// The path of the intent of a replacement, which exists until the store has recorded the
    /// replacement.
    package var intent: String { path + ".replacing" }
    package var backups: String { folder + "/backups/" + name }

    package enum Aside: String, CaseIterable, Sendable {
        case damaged
        case replaced
        /// An unknown file that was found at the store's path.
        case foreign
    }

    package func aside(_ kind: Aside, at now: Timestamp) -> String {
        "\(path).\(kind.rawValue)-\(now)"
    }
}
