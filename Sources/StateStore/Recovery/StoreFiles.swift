/// The names of the files that belong to one store.
package struct StoreFiles: Sendable, Equatable {
    /// The database file.
    package let path: String

    /// The files of the store at `path`.
    package init(_ path: String) {
        self.path = path
    }

    /// The directory that holds them.
    package var folder: String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The database file's own name.
    package var name: String {
        path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
    }

    /// The write-ahead log.
    package var log: String { path + "-wal" }
    /// The lock, which also names the store that was opened last.
    package var lock: String { path + ".lock" }
    /// The disk space set aside.
    package var reserve: String { path + ".reserve" }
    /// The file that is to take the store's place, complete or not.
    package var incoming: String { path + ".incoming" }
    /// The record of a replacement that is under way, or whose finding is not stored yet.
    package var intent: String { path + ".replacing" }
    /// The directory of this store's backups.
    package var backups: String { sharedBackups + "/" + name }
    /// The directory of all backups made by earlier versions, whatever store they are of.
    package var sharedBackups: String { folder + "/backups" }

    /// The kinds of files that are kept aside.
    package enum Aside: String, CaseIterable, Sendable {
        /// A damaged store.
        case damaged
        /// A store that another one took the place of.
        case replaced
        /// A file that was found in the store's place and is none of its own.
        case foreign
    }

    /// The path of a file that is kept aside since `now`, in milliseconds since 1970.
    package func aside(_ kind: Aside, at now: Int) -> String {
        "\(path).\(kind.rawValue)-\(now)"
    }
}
