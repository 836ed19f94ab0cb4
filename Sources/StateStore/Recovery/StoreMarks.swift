internal import Glibc

/// The marks by which the files of an open store are known again, should others do something to them.
package struct StoreMarks: Sendable, Equatable {
    /// A file as the system knows it.
    struct Mark: Sendable, Equatable {
        /// The file system.
        var device: UInt64
        /// The file's number on it.
        var inode: UInt64

        /// The mark of the file at `path`; `nil` if there is none.
        init?(_ path: String) {
            guard let status = FileSystem.status(path) else { return nil }
            device = UInt64(status.st_dev)
            inode = UInt64(status.st_ino)
        }
    }

    /// The findings about the files.
    package enum State: Sendable, Equatable {
        /// All are where they belong.
        case whole
        /// The store's file is gone.
        case gone
        /// Another file has its name.
        case replaced
        /// The log is gone, or another file has its name.
        case logGone
    }

    /// The store's file.
    let file: Mark?
    /// Its log; `nil` if it had none.
    let log: Mark?

    /// The marks of the store that is open at `path`.
    package init(_ path: String) {
        let files = StoreFiles(path)
        file = Mark(files.path)
        log = Mark(files.log)
    }

    /// Looks at the files at `path`.
    package func state(at path: String) -> State {
        let files = StoreFiles(path)
        guard let file else { return .whole }
        guard let present = Mark(files.path) else { return .gone }
        guard present == file else { return .replaced }
        return log == nil || Mark(files.log) == log ? .whole : .logGone
    }
}

extension Store {
    /// Writes the whole open store back to its path, where its file is gone or another one's.
    ///
    /// What others put there is kept aside. Nothing may be uncommitted.
    ///
    /// - Parameters:
    ///   - marks: the files as the store opened them.
    ///   - reason: what happened to them, for a person.
    ///   - now: the time in milliseconds since 1970.
    /// - Returns: what a person should know; call ``forgetRecovery()`` once it is stored.
    /// - Throws: ``StoreError`` if the disk does not let us: the store is still open as it was.
    package func writeBack(
        _ marks: StoreMarks,
        reason: String,
        now: Int
    ) throws(StoreError) -> Recovery {
        let files = StoreFiles(options.path)
        try lock.renew()
        try StoreCopy.make(ofOpen: tables.file.handle, at: files.incoming)
        // Our own log, should it be left: all of it is in the copy, and it belongs to no other file.
        if let log = marks.log, StoreMarks.Mark(files.log) == log {
            try FileSystem.remove(files.log)
        }
        let isOther = FileSystem.exists(files.path) && StoreMarks.Mark(files.path) != marks.file
        var replacement = Replacement(
            files: files,
            intent: ReplacementIntent(
                cause: .loss,
                aside: isOther ? files.aside(.foreign, at: now) : nil,
                source: files.path,
                reason: reason
            )
        )
        try replacement.run()
        try reopen()
        return Recovery(replacement.intent)
    }
}
