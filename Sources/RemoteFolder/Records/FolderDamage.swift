// SPDX-License-Identifier: Apache-2.0
internal import SyncModel

/// The damaged files of a folder, with the stamps that show if they have changed since.
struct FolderDamage {
    private struct Entry {
        let stamp: FileStamp?
        let damage: RemoteDamage
    }

    private var entries: [String: Entry] = [:]
    private var met: Set<String> = []

    /// The damaged files, in the order of their names.
    var all: [RemoteDamage] {
        entries.values.map(\.damage).sorted { $0.path < $1.path }
    }

    /// Begins a pass over the whole folder.
    mutating func begin() {
        met = []
    }

    /// Ends the pass: files that it did not find are gone, and their damage is dropped.
    mutating func end() {
        entries = entries.filter { met.contains($0.key) }
    }

    /// Returns true if the file was damaged when it last had that stamp.
    mutating func isKnown(_ path: String, _ stamp: FileStamp?) -> Bool {
        guard let entry = entries[path], entry.stamp == stamp else { return false }
        met.insert(path)
        return true
    }

    /// Notes a file that cannot be used.
    mutating func note(_ path: String, of origin: Origin, _ stamp: FileStamp?, _ reason: String) {
        met.insert(path)
        let damage = RemoteDamage(origin: origin, path: path, reason: reason)
        entries[path] = Entry(stamp: stamp, damage: damage)
    }

    /// Notes that a file can be used.
    mutating func clear(_ path: String) {
        entries[path] = nil
    }
}
