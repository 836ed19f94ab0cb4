// SPDX-License-Identifier: Apache-2.0
import PlayerKit
import PlayerMPV
import StateClient
import StateModel
import SystemSupport

/// The resume points in mpv's watch_later entries.
///
/// The name of an entry is a digest of its file's path. It contains the path itself only if mpv is
/// configured to write it; otherwise the import compares the digests of given files.
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
    ///   - directory: The directory for relative paths.
    ///   - places: The directories whose symbolic links to other directories mpv may have used.
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

    /// Adds entries, and assigns files to those that contain their path.
    mutating func add(_ more: [WatchLaterEntry]) {
        for entry in more {
            // If a file has two entries, the newer one counts.
            if let known = entries[entry.name], known.at >= entry.at { continue }
            if entries.updateValue(entry, forKey: entry.name) == nil { count += 1 }
        }
        for entry in more {
            guard let path = entry.memory.path else { continue }
            tryPath(path)
            // An absolute path in an entry is right even if the digest differs.
            if path.hasPrefix("/") || path.contains("://") { match(entry.name, path) }
        }
    }

    /// Assigns a file or URL to its entry, by all names that mpv may have used.
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

    /// Returns the forms of an absolute path with `/./` in place of one slash, which mpv may have
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

    /// Returns the snapshots to save, oldest first; their time to live of `ttl` seconds counts from
    /// the writing of the entry.
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
