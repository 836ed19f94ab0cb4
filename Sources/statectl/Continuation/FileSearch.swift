// SPDX-License-Identifier: Apache-2.0
import Glibc
import PlayerKit
import StateBridge
import StateClient

/// A search for the local copy of a file whose path differs between devices.
struct FileSearch {
    private static let maximumFiles = 200_000

    let roots: [String]
    let key: String?

    init(roots: [String], names: [String]) {
        self.roots = roots
        key = names.first { ContentKey.size(in: $0) != nil }
    }

    /// Returns the paths where the file may be; the first ones contain most of the original path.
    ///
    /// For `/home/kim/films/a/b.mkv` and the directory `/mnt`, these are
    /// `/mnt/home/kim/films/a/b.mkv`, …, `/mnt/a/b.mkv`, `/mnt/b.mkv`.
    func likely(_ path: String) -> [String] {
        let parts = path.split(separator: "/").map(String.init)
        return parts.indices.flatMap { first in
            roots.map { "\($0 == "/" ? "" : $0)/\(parts[first...].joined(separator: "/"))" }
        }
    }

    /// Returns the path of the local copy; `nil` if there is none.
    ///
    /// With a content key, the file must have that key. Without one, the end of its path is
    /// sufficient.
    func find(_ path: String) -> String? {
        if let found = likely(path).first(where: isCandidate) { return ItemFile.resolved(found) }
        guard let key, let size = ContentKey.size(in: key) else { return nil }
        var left = Self.maximumFiles
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

    private func isCandidate(_ path: String) -> Bool {
        guard let file = ItemFile.find(path), !file.isDirectory else { return false }
        return key == nil || ContentFile.key(of: file.path) == key
    }
}
