// SPDX-License-Identifier: Apache-2.0
import Glibc
import PlayerMPV
internal import StateModel
import SystemSupport

/// The state of one file in mpv's watch_later directory.
struct WatchLaterEntry: Equatable {
    /// The name, a digest of the file's path.
    let name: String
    let memory: WatchLater
    let at: Timestamp
}

enum WatchLaterFolder {
    /// The directories that versions of mpv use by default.
    static var standard: [String] {
        if let named = Environment["MPV_HOME"] { return ["\(named)/watch_later"] }
        return [
            "\(UserFolder.state)/mpv/watch_later", "\(UserFolder.configuration)/mpv/watch_later",
            "\(UserFolder.home)/.mpv/watch_later",
        ]
    }

    static func entries(in folder: String) -> [WatchLaterEntry]? {
        let names = Directory.names(in: folder).filter(WatchLater.isName)
        guard !names.isEmpty else { return nil }
        return names.compactMap { name in
            entry(name, at: "\(folder)/\(name)")
        }
    }

    private static func entry(_ name: String, at path: String) -> WatchLaterEntry? {
        guard let status = FilePath.status(path), status.isKind(S_IFREG),
            let content = FilePath.content(path),
            let memory = WatchLater(String(decoding: content, as: UTF8.self))
        else { return nil }
        let time = status.st_mtim
        return WatchLaterEntry(
            name: name,
            memory: memory,
            at: Timestamp(time.tv_sec * 1_000 + time.tv_nsec / 1_000_000)
        )
    }
}
