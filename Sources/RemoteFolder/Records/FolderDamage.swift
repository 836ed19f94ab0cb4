// SPDX-License-Identifier: Apache-2.0
internal import SyncModel
internal import SystemSupport

struct FolderDamage {
    private struct Entry {
        let stamp: FileStamp?
        let damage: RemoteDamage
    }

    private var entries: [String: Entry] = [:]
    private var met: Set<String> = []
    /// For each device, the first file that was found with records that cannot be read.
    ///
    /// After a restart of the process, such a file is no longer listed, because files that were
    /// already read are not read again.
    private var partial: [Origin: (file: String, damage: RemoteDamage)] = [:]
    /// The first damaged files, ordered by path, as a cache; `nil` after a change.
    private var listed: [RemoteDamage]?

    var count: Int { entries.count + partial.count }

    mutating func first(_ limit: Int) -> [RemoteDamage] {
        if let listed { return listed }
        let paths = entries.keys.sorted().prefix(limit)
        let all = paths.compactMap { entries[$0]?.damage } + partial.values.map(\.damage)
        let first = Array(all.sorted { $0.path < $1.path }.prefix(limit))
        listed = first
        return first
    }

    mutating func begin() {
        met = []
    }

    /// Ends the pass, and forgets the damaged files that the pass has not found; `files` are all
    /// segments in the folder.
    mutating func end(_ files: Set<String>) {
        let count = count
        partial = partial.filter { files.contains($0.value.file) }
        entries = entries.filter { met.contains($0.key) }
        if self.count < count { listed = nil }
    }

    /// Returns true, and keeps the entry for this pass, if the file is known to be damaged and has
    /// not changed since.
    mutating func isKnown(_ path: String, _ stamp: FileStamp?) -> Bool {
        guard let entry = entries[path], entry.stamp == stamp else { return false }
        met.insert(path)
        return true
    }

    mutating func note(
        _ path: String,
        of origin: Origin,
        _ stamp: FileStamp?,
        _ reason: String,
        isMissing: Bool = false
    ) {
        met.insert(path)
        var damage = RemoteDamage(origin: origin, path: path, reason: reason)
        damage.isMissing = isMissing
        entries[path] = Entry(stamp: stamp, damage: damage)
        listed = nil
    }

    /// Records a segment with records that cannot be read, unless one of the device is recorded.
    ///
    /// Forgets the recorded segment once all of its records can be read.
    mutating func note(_ segment: Segment, _ name: SegmentName, at path: String, of origin: Origin)
    {
        let unread = segment.records.count { $0.content == nil }
        if unread == 0, partial[origin]?.file == name.file {
            partial[origin] = nil
            listed = nil
        }
        guard unread > 0, partial[origin] == nil else { return }
        let reason = "\(unread) of its entries cannot be read: \(RemoteDamage.unreadRecord)"
        let damage = RemoteDamage(origin: origin, path: path, reason: reason)
        partial[origin] = (name.file, damage)
        listed = nil
    }

    mutating func clear(_ path: String) {
        if entries.removeValue(forKey: path) != nil { listed = nil }
    }
}
