// SPDX-License-Identifier: Apache-2.0
internal import Glibc

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
    }

    let file: Mark?
    let log: Mark?

    package init(_ path: String) {
        let files = StoreFiles(path)
        file = Mark(files.path)
        log = Mark(files.log)
    }

    package func state(at path: String) -> State {
        let files = StoreFiles(path)
        guard let file else { return .whole }
        guard let present = Mark(files.path) else { return .gone }
        guard present == file else { return .replaced }
        return log == nil || Mark(files.log) == log ? .whole : .logGone
    }
}
