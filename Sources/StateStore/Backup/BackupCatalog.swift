// SPDX-License-Identifier: Apache-2.0
internal import Glibc
package import StateModel
internal import SystemSupport

package struct BackupCatalog: Sendable {
    package enum Kind: Sendable, Equatable {
        case automatic
        case manual
        /// A former file of the store, kept when another file replaced it.
        case aside(StoreFiles.Aside)
    }

    package struct Entry: Sendable, Equatable {
        package var name: String
        package var path: String
        package var kind: Kind
        /// The time of the file's last change, in nanoseconds since 1970.
        package var modified: Int
        /// The size of the copy and its write-ahead log, in bytes.
        package var bytes: Int

        /// ``modified`` in milliseconds.
        package var madeAt: Timestamp { Timestamp(modified / 1_000_000) }
    }

    package static let automaticPrefix = "auto-"

    package let files: StoreFiles

    package init(_ path: String) {
        files = StoreFiles(path)
    }

    /// Returns the store's backups, oldest first.
    package func backups() -> [Entry] {
        Directory.names(in: files.backups).compactMap { file -> Entry? in
            guard file.hasSuffix(".db"), !file.hasPrefix(".") else { return nil }
            let name = String(file.dropLast(3))
            let kind = name.hasPrefix(Self.automaticPrefix) ? Kind.automatic : .manual
            return Self.entry(name, files.backups + "/" + file, kind)
        }.sorted { ($0.modified, $0.name) < ($1.modified, $1.name) }
    }

    /// Returns the kept former files of the store, oldest first.
    package func asides() -> [Entry] {
        Directory.names(in: files.folder).compactMap { name -> Entry? in
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

    private static func entry(_ name: String, _ path: String, _ kind: Kind) -> Entry? {
        guard let status = try? FileSystem.status(path), status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        return Entry(
            name: name,
            path: path,
            kind: kind,
            modified: status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec,
            bytes: Int(status.st_size) + ((try? FileSystem.size(path + "-wal")) ?? 0)
        )
    }
}

extension BackupCatalog {
    package static func folder(of path: String) -> String { StoreFiles(path).backups }

    package static func makeFolder(of path: String) throws(StoreError) {
        let files = StoreFiles(path)
        for folder in [files.folder + "/backups", files.backups] {
            if mkdir(folder, 0o700) == 0 {
                // A new directory must be on stable storage too, or a power cut may lose its
                // backups.
                try FileSystem.synchronize(StoreFiles(folder).folder)
            } else if errno != EEXIST {
                throw FileSystem.failure("cannot create", folder, errno)
            }
            // A symbolic link would redirect the copies to an unintended directory.
            guard let status = try FileSystem.status(folder), status.st_mode & S_IFMT == S_IFDIR,
                status.st_uid == geteuid() || status.st_uid == 0
            else {
                throw StoreError(
                    .untrusted,
                    "\(folder) is not used: it is not a directory owned by this user; move it away"
                )
            }
        }
    }
}
