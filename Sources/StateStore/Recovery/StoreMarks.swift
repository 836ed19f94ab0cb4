// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// The identities of the files of an open store, which reveal whether another program replaced
/// them.
package struct StoreMarks: Sendable, Equatable {
    /// The identity of a file.
    struct Mark: Sendable, Equatable {
        /// The ID of the file system's device.
        var device: UInt64
        var inode: UInt64

        /// Reads the identity of the file at `path`; returns `nil` if there is no file.
        init?(_ path: String) {
            guard let status = try? FileSystem.status(path) else { return nil }
            device = UInt64(status.st_dev)
            inode = UInt64(status.st_ino)
        }
    }

    package enum State: Sendable, Equatable {
        case whole
        /// The store's file is missing.
        case gone
        /// Another file has the name of the store's file.
        case replaced
        /// The log is missing, or another file has its name.
        case logGone
    }

    let file: Mark?
    /// The store's log; `nil` if there was none.
    let log: Mark?

    /// Reads the identities of the files of the store at `path`.
    package init(_ path: String) {
        let files = StoreFiles(path)
        file = Mark(files.path)
        log = Mark(files.log)
    }

    /// Returns the current state of the files at `path`.
    package func state(at path: String) -> State {
        let files = StoreFiles(path)
        guard let file else { return .whole }
        guard let present = Mark(files.path) else { return .gone }
        guard present == file else { return .replaced }
        return log == nil || Mark(files.log) == log ? .whole : .logGone
    }
}
