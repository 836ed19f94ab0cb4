// SPDX-License-Identifier: Apache-2.0
import PlayerKit
import PlayerMPV
import StateClient
import StateModel
import SystemSupport

/// The resume points in mpv's watch_later entries.
///
/// An entry is named by a digest of its file's path, and has the path only if mpv was configured to
/// write it. Otherwise the import compares digests of the given files.
struct WatchLaterImport {
    /// The number of entries.
    private(set) var count = 0
    private var entries: [String: WatchLaterEntry] = [:]
    private var found: [String: WatchLaterEntry] = [:]
    private let directory: String
    private let links: [(path: String, target: String)]

    /// Creates an import without entries.
    ///
    /// - Parameters:
    ///   - directory: the directory at which relative paths start.
    ///   - places: the directories whose links to directories may have led mpv to a file.
    init(in directory: String, linksIn places: [String] = []) {
        self.directory = directory
        links = Set(places).flatMap { place in
            Directory.names(in: place).compactMap { name in
                let path = place == "/" ? "/\(name)" : "\(place)/\(name)"
                guard FilePath.target(of: path) != nil, FilePath.isFolder(path) else { return nil }
                return ItemFile.resolved(path).map { (path, $0) }
            }
        }
    }

    /// The number of entries whose file is unknown.
    var unmatched: Int { entries.count }

    /// Adds entries, and matches those that contain their path.
    mutating func add(_ more: [WatchLaterEntry]) {
        for entry in more {
            // The newer of two entries for a file counts.
            if let known = entries[entry.name], known.at >= entry.at { continue }
            if entries.updateValue(entry, forKey: entry.name) == nil { count += 1 }
        }
        for entry in more {
            guard let path = entry.memory.path else { continue }
            tryPath(path)
            // An absolute path in an entry is correct, regardless of the digest.
            if path.hasPrefix("/") || path.contains("://") { match(entry.name, path) }
        }
    }

    /// Matches a file or URL with its entry, by all names that mpv may use.
    mutating func tryPath(_ path: String) {
        let isWhole = path.hasPrefix("/") || path.contains("://")
        let whole = isWhole ? path : "\(directory)/\(path)"
        let last = path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) }
        let item = CanonicalName.of(path, in: directory, resolve: ItemFile.resolved)
        var names = [whole, item, last].compactMap(\.self)
        if whole.hasPrefix("/") {
            for link in links where item?.hasPrefix(link.target + "/") == true {
                names.append(link.path + (item ?? "").dropFirst(link.target.count))
            }
            names += names.dropFirst(1).flatMap(Self.dotted) + Self.dotted(whole)
        }
        for name in names { match(WatchLater.name(of: name), whole) }
    }

    /// Returns the snapshots to save, oldest first, with a time to live of `ttl` seconds from their
    /// writing.
    private static func dotted(_ path: String) -> [String] {
        path.indices.dropFirst().filter { path[$0] == "/" }
            .map { "\(path[..<$0])/.\(path[$0...])" }
    }

    private mutating func match(_ name: String, _ path: String) {
        guard let entry = entries[name],
            let item = CanonicalName.of(path, in: directory, resolve: ItemFile.resolved)
        else { return }
        entries[name] = nil
        if let known = found[item], known.at >= entry.at { return }
        found[item] = entry
    }

    /// Returns the snapshots to save, the oldest first; they live for `ttl` seconds from their
    /// writing.
    func snapshots(ttl: Int) -> [Snapshot] {
        found.sorted { ($0.value.at, $0.key) < ($1.value.at, $1.key) }.map { item, entry in
            Snapshot(
                item: item,
                player: "mpv",
                status: .paused,
                position: entry.memory.position,
                at: entry.at,
                ttl: ttl
            )
        }
    }
}
