// SPDX-License-Identifier: Apache-2.0
package import Glibc
import PlayerKit
import StateClient
import SystemSupport

/// A search for the local copy of a file whose path differs between devices.
package struct FileSearch {
    private static let maximumFiles = 200_000

    package let roots: [String]
    /// The item's names other than the path.
    private let names: [String]
    private let key: String?

    package init(roots: [String], names: [String]) {
        self.roots = roots
        self.names = names
        key = names.first { ContentKey.size(in: $0) != nil }
    }

    /// Returns the path of a file that is one of the item's other names; `nil` if there is none.
    package var known: String? {
        names.lazy.filter { $0.hasPrefix("/") }.compactMap(ItemFile.resolved).first
    }

    /// Returns the paths where the file may be; the first ones contain most of the original path.
    ///
    /// For `/home/kim/films/a/b.mkv` and the directory `/mnt`, these are
    /// `/mnt/home/kim/films/a/b.mkv`, …, `/mnt/a/b.mkv`, `/mnt/b.mkv`.
    package func likely(_ path: String) -> [String] {
        let parts = path.split(separator: "/").map(String.init)
        return parts.indices.flatMap { first in
            roots.map { "\($0 == "/" ? "" : $0)/\(parts[first...].joined(separator: "/"))" }
        }
    }

    /// Returns the path of the local copy; `nil` if there is none.
    ///
    /// With a content key, the file must have that key. Without one, the end of its path is
    /// sufficient. The search for the content key ends at a time in milliseconds of
    /// ``Clocks/elapsed``.
    package func find(_ path: String, until end: Int = .max) -> String? {
        if let found = likely(path).first(where: isCandidate) { return ItemFile.resolved(found) }
        guard let key, let size = ContentKey.size(in: key) else { return nil }
        var left = Self.maximumFiles
        var found: String?
        for root in roots where found == nil {
            FileTree.visit(root) { path, status in
                left -= 1
                if status.st_mode & S_IFMT == S_IFREG, Int(status.st_size) == size,
                    ContentFile.key(of: path) == key
                {
                    found = ItemFile.resolved(path)
                }
                return found == nil && left > 0 && Clocks.elapsed < end
            }
        }
        return found
    }

    private func isCandidate(_ path: String) -> Bool {
        guard let file = ItemFile.find(path), !file.isDirectory else { return false }
        return key == nil || ContentFile.key(of: file.path) == key
    }
}

package enum FileTree {
    /// Calls `body` for each entry of a directory and its subdirectories, until a call returns
    /// false.
    ///
    /// Returns false if a call did. A directory to which several links lead is visited once.
    @discardableResult
    package static func visit(_ folder: String, _ body: (String, stat) -> Bool) -> Bool {
        var visited: Set<[UInt]> = []
        return visit(folder, &visited, body)
    }

    private static func visit(
        _ folder: String,
        _ visited: inout Set<[UInt]>,
        _ body: (String, stat) -> Bool
    ) -> Bool {
        var own = stat()
        guard stat(folder, &own) == 0, visited.insert([own.st_dev, own.st_ino]).inserted else {
            return true
        }
        return Directory.names(in: folder).allSatisfy { name in
            let path = "\(folder)/\(name)"
            var status = stat()
            guard stat(path, &status) == 0 else { return true }
            let isFolder = status.st_mode & S_IFMT == S_IFDIR
            return body(path, status) && (!isFolder || visit(path, &visited, body))
        }
    }
}
