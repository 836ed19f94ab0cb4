// SPDX-License-Identifier: Apache-2.0
import Glibc
import PlayerKit
import StateBridge
import StateClient

/// The search for a file that has another path on another device.
struct FileSearch {
    /// The maximum number of files to examine below the roots.
    private static let mostFiles = 200_000

    /// The directories to search.
    let roots: [String]
    /// The key of the file's contents, if known.
    let key: String?

    /// Creates a search below `roots` for the file of an item with the given names.
    init(roots: [String], names: [String]) {
        self.roots = roots
        key = names.first { ContentKey.size(in: $0) != nil }
    }

    /// Returns the paths below the roots with a suffix of `path`, the longest suffix first.
    ///
    /// `/home/kim/films/a/b.mkv` below `/mnt` may be `/mnt/home/kim/films/a/b.mkv`, …, `/mnt/b.mkv`.
    func likely(_ path: String) -> [String] {
        let parts = path.split(separator: "/").map(String.init)
        return parts.indices.flatMap { first in
            roots.map { "\($0 == "/" ? "" : $0)/\(parts[first...].joined(separator: "/"))" }
        }
    }

    /// Returns the local file of an item's path; `nil` if it is not found.
    ///
    /// Known contents must be equal; otherwise the name decides.
    func find(_ path: String) -> String? {
        if let found = likely(path).first(where: isMeant) { return ItemFile.resolved(found) }
        guard let key, let size = ContentKey.size(in: key) else { return nil }
        var left = Self.mostFiles
        var found: String?
        for root in roots where found == nil {
            FilePath.visit(root) { path, status in
                left -= 1
                if status.isKind(S_IFREG), Int(status.st_size) == size,
                    ContentFile.key(of: path) == key
                {
                    found = ItemFile.resolved(path)
                }
                return found == nil && left > 0
            }
        }
        return found
    }

    private func isMeant(_ path: String) -> Bool {
        guard let file = ItemFile.find(path), !file.isDirectory else { return false }
        return key == nil || ContentFile.key(of: file.path) == key
    }
}
