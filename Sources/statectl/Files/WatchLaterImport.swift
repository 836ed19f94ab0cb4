// SPDX-License-Identifier: Apache-2.0
import PlayerKit
import PlayerMPV
import StateClient
import SystemSupport

/// The resume points in mpv's watch_later entries.
///
/// An entry contains the path of its file only if mpv is configured to write it. Otherwise, the
/// digests of given paths are compared with the name of the entry.
struct WatchLaterImport {
    private(set) var count = 0
    private var entries: [String: WatchLaterEntry] = [:]
    private var found: [String: WatchLaterEntry] = [:]
    private let directory: String
    private let links: [(path: String, target: String)]

    /// Creates an import without entries.
    ///
    /// Relative paths refer to `directory`. `places` are directories with symbolic links through
    /// which mpv may have opened files.
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

    var unmatched: Int { entries.count }

    mutating func add(_ more: [WatchLaterEntry]) {
        for entry in more {
            // Of two entries for one file, the newer one is used.
            if let known = entries[entry.name], known.at >= entry.at { continue }
            if entries.updateValue(entry, forKey: entry.name) == nil { count += 1 }
        }
        for entry in more {
            guard let path = entry.memory.path else { continue }
            tryPath(path)
            // An absolute path in an entry is right even if its digest differs.
            if path.hasPrefix("/") || path.contains("://") { match(entry.name, path) }
        }
    }

    /// Finds the entry of a file or URL, by the digests of all paths that mpv may have used for it.
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

    /// Returns the absolute paths that have `/./` in place of one slash, as after `mpv ./file`.
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

    /// Returns the snapshots, oldest first.
    ///
    /// `ttl` is their time to live, in seconds from the time at which mpv wrote the entry.
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
