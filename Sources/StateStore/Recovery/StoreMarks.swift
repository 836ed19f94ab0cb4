// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import SystemSupport

/// The identities of the files of an open store, which reveal whether another program replaced
/// them.
package struct StoreMarks: Sendable, Equatable {
    struct Mark: Sendable, Equatable {
        var device: UInt64
        var inode: UInt64

        init?(_ path: String) {
            guard let status = try? FileSystem.status(path) else { return nil }
            device = UInt64(status.st_dev)
            inode = UInt64(status.st_ino)
        }
    }

    package enum State: Sendable, Equatable {
        case whole
        case gone
        case replaced
        /// The log is missing, or another file has its name.
        case logGone
        /// The directory is on another disk: the store's own was unmounted, or another one was
        /// mounted over it.
        case elsewhere
    }

    let file: Mark?
    let log: Mark?
    /// The device of the directory; a file may be on another one, as in an overlay file system.
    private let device: UInt64?

    package init(_ path: String) {
        let files = StoreFiles(path)
        file = Mark(files.path)
        log = Mark(files.log)
        device = Self.device(of: files.path)
    }

    package func state(at path: String) -> State {
        let files = StoreFiles(path)
        guard let file else { return .whole }
        guard device == Self.device(of: files.path) else { return .elsewhere }
        guard let present = Mark(files.path) else { return .gone }
        guard present == file else { return .replaced }
        return log == nil || Mark(files.log) == log ? .whole : .logGone
    }

    /// Returns the device of the file's directory, or of the directory in which it is missing.
    private static func device(of path: String) -> UInt64? {
        let folder = Directory.parent(of: path)
        // The directory may be a link, which the last part of the path resolves.
        if let mark = Mark(folder + "/.") { return mark.device }
        return folder == path ? nil : device(of: folder)
    }
}
