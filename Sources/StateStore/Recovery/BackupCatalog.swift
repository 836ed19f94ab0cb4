internal import Glibc

/// The copies of one store that lie on the disk, whoever made them.
package struct BackupCatalog: Sendable {
    /// The kinds of copies.
    package enum Kind: Sendable, Equatable {
        /// The daemon made it by itself.
        case automatic
        /// A person asked for it.
        case manual
        /// A file that was in the store's place before.
        case aside(StoreFiles.Aside)
    }

    /// One copy, as the directory tells of it.
    package struct Entry: Sendable, Equatable {
        /// The name by which a person asks for it.
        package var name: String
        /// The file's path.
        package var path: String
        /// The kind of copy.
        package var kind: Kind
        /// The time of its last change, in nanoseconds since 1970.
        package var modified: Int
        /// The size in bytes, that of its log included.
        package var bytes: Int

        /// The time at which it was made, in milliseconds since 1970.
        package var madeAt: Int { modified / 1_000_000 }
    }

    /// The beginning of the names of copies that the daemon makes by itself.
    package static let automaticPrefix = "auto-"

    /// The files of the store.
    package let files: StoreFiles
    /// The store whose backups these are; `nil` if that is not known.
    package let owner: String?

    /// The catalog of the store at `path`.
    package init(_ path: String, owner: String?) {
        files = StoreFiles(path)
        self.owner = owner
    }

    /// The backups, oldest first: the store's own, and those made by earlier versions that bear its name.
    package func backups() -> [Entry] {
        let own = Self.databases(in: files.backups)
        let names = Set(own.map(\.name))
        let shared = adopted().map { entry in
            var entry = entry
            if names.contains(entry.name) { entry.name = "old-" + entry.name }
            return entry
        }
        return (own + shared).sorted { ($0.modified, $0.name) < ($1.modified, $1.name) }
    }

    /// The files kept aside, oldest first.
    package func asides() -> [Entry] {
        FileSystem.names(in: files.folder).compactMap { name -> Entry? in
            let path = files.folder + "/" + name
            for kind in StoreFiles.Aside.allCases {
                let prefix = files.name + "." + kind.rawValue + "-"
                guard name.hasPrefix(prefix), !name.hasSuffix("-wal"), !name.hasSuffix("-shm")
                else { continue }
                return Self.entry(
                    String(name.dropFirst(files.name.utf8.count + 1)),
                    path,
                    .aside(kind)
                )
            }
            return nil
        }.sorted { ($0.modified, $0.name) < ($1.modified, $1.name) }
    }

    /// The backups in a directory; those under a name of which only a part is written are left out.
    private static func databases(in folder: String) -> [Entry] {
        FileSystem.names(in: folder).compactMap { file in
            guard file.hasSuffix(".db"), !file.hasPrefix(".") else { return nil }
            let name = String(file.dropLast(3))
            let kind = name.hasPrefix(automaticPrefix) ? Kind.automatic : .manual
            return entry(name, folder + "/" + file, kind)
        }
    }

    private static func entry(_ name: String, _ path: String, _ kind: Kind) -> Entry? {
        guard let status = FileSystem.status(path), status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        return Entry(
            name: name,
            path: path,
            kind: kind,
            modified: status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec,
            bytes: Int(status.st_size) + (FileSystem.size(path + "-wal") ?? 0)
        )
    }

    // MARK: Earlier versions

    /// The copies in the directory that earlier versions shared among stores, as far as they are of
    /// this one.
    private func adopted() -> [Entry] {
        let copies = Self.databases(in: files.sharedBackups).map { entry in
            (entry: entry, store: Self.store(entry.path))
        }
        guard !copies.isEmpty else { return [] }
        let owner = owner ?? Self.owner(among: copies.compactMap(\.store), besides: others())
        return copies.filter { $0.store != nil && $0.store == owner }.map(\.entry)
    }

    /// The store that copies are of, where it does not say itself: the only one that is no other's.
    static func owner(among copies: [String], besides others: [String?]) -> String? {
        guard !others.contains(nil) else { return nil }
        let free = Set(copies).subtracting(others.compactMap(\.self))
        return free.count == 1 ? free.first : nil
    }

    /// The stores beside this one in its directory; `nil` for one that does not say.
    private func others() -> [String?] {
        FileSystem.names(in: files.folder)
            .filter { $0.hasSuffix(".lock") && $0 != files.name + ".lock" }
            .map { name in
                let path = files.folder + "/" + name.dropLast(5)
                return StoreLock.identity(besides: path)?.store
                    ?? Self.store(path, passesOverLog: true)
            }
    }

    /// The store that a file is or is a copy of; `nil` if it does not say.
    private static func store(_ path: String, passesOverLog: Bool = false) -> String? {
        do throws(StoreError) {
            let reader = try FileReader(path: path, passesOverLog: passesOverLog)
            return try StoreSummary.read(reader, counts: .none)?.identity.store
        } catch {
            return nil
        }
    }
}
