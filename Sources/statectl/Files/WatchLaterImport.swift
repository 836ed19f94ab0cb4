import Glibc
import PlayerMPV
import StateModel

/// Resume points made from mpv's watch_later entries.
///
/// An entry names no file unless mpv was told to write that down, but a digest of its path: which
/// file it is of can be found out by trying.
struct WatchLaterImport {
    /// How many entries there are.
    private(set) var count = 0
    private var entries: [String: WatchLaterEntry] = [:]
    private var found: [String: WatchLaterEntry] = [:]
    private let directory: String

    /// Nothing yet; relative paths begin in `directory`.
    init(in directory: String) {
        self.directory = directory
    }

    /// How many entries are of files that nobody named.
    var unmatched: Int { entries.count }

    /// Takes in entries, and finds out about those that name their file.
    mutating func add(_ more: [WatchLaterEntry]) {
        for entry in more {
            // Of two entries on one file the newer one counts.
            if let known = entries[entry.name], known.at >= entry.at { continue }
            if entries.updateValue(entry, forKey: entry.name) == nil { count += 1 }
        }
        for entry in more {
            guard let path = entry.memory.path else { continue }
            tryPath(path)
            // A path that mpv was given whole is what it is, however mpv made the digest.
            if path.hasPrefix("/") || path.contains("://") { match(entry.name, path) }
        }
    }

    /// Finds out whether an entry is of that file or URL, by all the names that mpv gives it.
    mutating func tryPath(_ path: String) {
        let isWhole = path.hasPrefix("/") || path.contains("://")
        let whole = isWhole ? path : "\(directory)/\(path)"
        let last = path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) }
        let names = [whole, CanonicalName.of(path, in: directory, resolve: Self.resolve), last]
        for name in names.compactMap(\.self) { match(WatchLater.name(of: name), whole) }
    }

    private mutating func match(_ name: String, _ path: String) {
        guard let entry = entries[name],
            let item = CanonicalName.of(path, in: directory, resolve: Self.resolve)
        else { return }
        entries[name] = nil
        if let known = found[item], known.at >= entry.at { return }
        found[item] = entry
    }

    /// What is to be saved, the oldest first; it lives for `ttl` seconds from when it was written.
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

    /// The path of an existing file with all symbolic links followed.
    static func resolve(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(validatingCString: real)
    }
}
