// SPDX-License-Identifier: Apache-2.0
import Glibc
import PlayerKit
import StateBridge
import StateClient

/// The search for a file that another device has in another place.
struct FileSearch {
    /// The number of files that are looked at below the roots.
    private static let mostFiles = 200_000

    /// The directories below which to look.
    let roots: [String]
    /// The key of the file's contents, if it is known.
    let key: String?

    /// Creates a search below `roots` for the file of an item with those names.
    init(roots: [String], names: [String]) {
        self.roots = roots
        key = names.first { ContentKey.size(in: $0) != nil }
    }

    /// Returns the paths below the roots that end like `path`, the longest common end first.
    ///
    /// `/home/kim/films/a/b.mkv` below `/mnt` may be `/mnt/home/kim/films/a/b.mkv`, …, `/mnt/b.mkv`.
    func likely(_ path: String) -> [String] {
        let parts = path.split(separator: "/").map(String.init)
        return parts.indices.flatMap { first in
            roots.map { "\($0 == "/" ? "" : $0)/\(parts[first...].joined(separator: "/"))" }
        }
    }

    /// Returns the file that an item's path means here; `nil` if it is not found.
    ///
    /// A file must have the same contents, if those are known. If they are not, the name decides.
    func find(_ path: String) -> String? {
        if let found = likely(path).first(where: isMeant) { return ItemFile.resolved(found) }
        guard let key, let size = ContentKey.size(in: key) else { return nil }
        var left = Self.mostFiles
        for root in roots {
            if let found = file(of: size, key: key, below: root, left: &left) { return found }
        }
        return nil
    }

    private func isMeant(_ path: String) -> Bool {
        guard let file = ItemFile.find(path), !file.isDirectory else { return false }
        return key == nil || ContentFile.key(of: file.path) == key
    }

    /// Returns the first file of that size and contents.
    private func file(of size: Int, key: String, below root: String, left: inout Int) -> String? {
        var folders = [root]
        while let folder = folders.popLast(), left > 0 {
            for name in FilePath.names(in: folder) where left > 0 {
                left -= 1
                let path = "\(folder)/\(name)"
                guard let status = FilePath.status(path, ofLink: true) else { continue }
                switch status.st_mode & S_IFMT {
                case S_IFDIR: folders.append(path)
                case S_IFREG where Int(status.st_size) == size:
                    if ContentFile.key(of: path) == key { return ItemFile.resolved(path) }
                default: break
                }
            }
        }
        return nil
    }
}
