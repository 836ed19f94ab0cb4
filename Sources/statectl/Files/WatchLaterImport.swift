// SPDX-License-Identifier: Apache-2.0
import PlayerKit
import PlayerMPV
import StateClient
import StateModel
import SystemSupport

/// The resume points in mpv's watch_later entries.
///
/// The name of an entry is a digest of the file's path. Only if mpv is configured to write it does
/// the entry also contain the path; otherwise the digests of given paths are compared with the
/// entry's name.
struct WatchLaterImport {
    /// The total number of entries.
    private(set) var count = 0
    private var entries: [String: WatchLaterEntry] = [:]
    private var found: [String: WatchLaterEntry] = [:]
    private let directory: String
    private let links: [(path: String, target: String)]

    /// Creates an import without entries.
    ///
    /// - Parameters:
    ///   - directory: The directory to which relative paths refer.
    ///   - places: The directories that contain symbolic links through which mpv may have opened
    ///     files.
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

    /// The number of entries whose files are unknown.
    var unmatched: Int { entries.count }

    /// Adds entries, and assigns the files of those that contain a path.
    mutating func add(_ more: [WatchLaterEntry]) {
        for entry in more {
            // If a file has two entries, the newer one is used.
            if let known = entries[entry.name], known.at >= entry.at { continue }
            if entries.updateValue(entry, forKey: entry.name) == nil { count += 1 }
        }
        for entry in more {
            guard let path = entry.memory.path else { continue }
            tryPath(path)
            // An absolute path in an entry is correct even if the digest differs.
            if path.hasPrefix("/") || path.contains("://") { match(entry.name, path) }
        }
    }

    /// Assigns a file or URL to its entry, by comparing the digests of all names that mpv may have
    /// used.
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

    /// Returns the variants of an absolute path with `/./` in place of a slash, which mpv may have
    /// used.
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

    /// Returns the snapshots to save, oldest first.
    ///
    /// Their time to live of `ttl` seconds begins when the entry was written.
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
