// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import SyncModel

/// The private copies of the segments that a device wrote to a folder.
///
/// The program that shares the folder may damage, truncate or lose a file. Only the device that
/// wrote the file can repair it. By then, its store may no longer have the records, such as events
/// and tombstones.
struct SegmentMirror {
    /// The directory of all copies; those of an origin for a folder are in `FOLDER/ORIGIN`.
    let root: String

    /// Returns the origins whose segments were copied for a folder.
    func origins(in folder: String) throws(RemoteError) -> [Origin] {
        let names = try OpenDirectory.at("\(root)/\(folder)")?.names() ?? []
        return names.compactMap { Origin($0) }.sorted()
    }

    /// Returns the name of the only folder for which segments of one of the given origins were
    /// copied; `nil` if there is none, or more than one.
    func folder(of origins: [Origin]) -> String? {
        let folders = (try? OpenDirectory.at(root)?.names()) ?? []
        let own = folders.filter { folder in
            let known = (try? self.origins(in: folder)) ?? []
            return known.contains { origins.contains($0) }
        }
        return own.count == 1 ? own.first : nil
    }

    /// Returns the directory of the copies, and creates it if it is missing.
    func directory(_ folder: String, _ origin: Origin) throws(RemoteError) -> OpenDirectory {
        if mkdir(root, 0o700) != 0, errno != EEXIST {
            throw .transient("cannot create \(root): \(String(cString: strerror(errno)))")
        }
        guard let root = try OpenDirectory.at(root) else {
            throw .transient("\(root) is not a directory: move it away")
        }
        try root.makeDirectory(folder)
        guard let copies = try root.directory(folder) else {
            throw .transient("\(self.root)/\(folder) is not a directory: move it away")
        }
        try copies.makeDirectory("\(origin)")
        guard let own = try copies.directory("\(origin)") else {
            throw .transient("\(self.root)/\(folder)/\(origin) is not a directory: move it away")
        }
        return own
    }
}
