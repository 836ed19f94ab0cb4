// SPDX-License-Identifier: Apache-2.0
import Glibc
import PlayerMPV
internal import StateModel

/// The entry of one file in a watch_later directory of mpv.
struct WatchLaterEntry: Equatable {
    /// The entry's name: a digest of the file's path.
    let name: String
    /// The content of the entry.
    let memory: WatchLater
    /// The time at which it was written, in milliseconds since 1970.
    let at: Timestamp
}

/// Functions for the directories of mpv, and for those of media.
enum WatchLaterFolder {
    /// The number of bytes that are read of an entry; entries have a few hundred.
    private static let mostBytes = 1 << 16

    /// The default directories of mpv's entries, in all of its versions.
    static var standard: [String] {
        let home = Environment["HOME"] ?? ""
        let state = Environment["XDG_STATE_HOME"] ?? "\(home)/.local/state"
        let configuration = Environment["XDG_CONFIG_HOME"] ?? "\(home)/.config"
        return [
            "\(state)/mpv/watch_later", "\(configuration)/mpv/watch_later",
            "\(home)/.mpv/watch_later",
        ]
    }

    /// Returns the entries in a directory; `nil` if it has none, or is no directory.
    static func entries(in folder: String) -> [WatchLaterEntry]? {
        let names = names(in: folder).filter(WatchLater.isName)
        guard !names.isEmpty else { return nil }
        return names.compactMap { name in
            entry(name, at: "\(folder)/\(name)")
        }
    }

    /// Calls `body` with the path of each file in a directory and its subdirectories.
    ///
    /// Symbolic links to directories are not followed: they might form a cycle.
    static func visit(_ folder: String, _ body: (String) -> Void) {
        for name in names(in: folder) {
            let path = "\(folder)/\(name)"
            var status = stat()
            guard lstat(path, &status) == 0 else { continue }
            if status.st_mode & S_IFMT == S_IFDIR { visit(path, body) } else { body(path) }
        }
    }

    /// Returns true if a path leads to a directory.
    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private static func entry(_ name: String, at path: String) -> WatchLaterEntry? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        var buffer = [UInt8](repeating: 0, count: mostBytes)
        let count = read(descriptor, &buffer, buffer.count)
        let text = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
        guard let memory = WatchLater(text) else { return nil }
        let time = status.st_mtim
        return WatchLaterEntry(
            name: name,
            memory: memory,
            at: Timestamp(time.tv_sec * 1_000 + time.tv_nsec / 1_000_000)
        )
    }

    /// Returns the names of the entries of a directory, in order; none if it cannot be read.
    static func names(in path: String) -> [String] {
        guard let directory = opendir(path) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }
}
