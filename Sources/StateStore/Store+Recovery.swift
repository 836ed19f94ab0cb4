// SPDX-License-Identifier: Apache-2.0
internal import Glibc
package import StateModel

extension Store {
    /// Counts the current resume points, because the recorded number excludes recovered points.
    func recount() throws(StoreError) {
        let count = try log.prepare("SELECT count(*) FROM head WHERE state = 1")
        var standing = try count.integer() ?? 0
        var states: [ItemState] = []
        log.memtable.forEachState { states.append($0) }
        for state in states {
            let sql = "SELECT 1 FROM head WHERE id = ?1 AND state = 1"
            if try log.tables.file.kept(sql, state.id).hasRow() { standing -= 1 }
            if state.kind.isLive { standing += 1 }
        }
        log.statistics.recounted(standing: standing)
    }

    /// A problem with the store's file, and the action taken.
    package struct Recovery: Sendable, Equatable {
        /// The reason for which the store was replaced; `nil` if it is not the expected one, but was
        /// opened unchanged.
        package let cause: ReplacementIntent.Cause?
        /// The path to which the former file was moved; `nil` if it was not moved.
        package let damaged: String?
        /// The file that replaced the former one, or the path of a store that was written back;
        /// `nil` if the store began empty or was opened unchanged.
        package let restored: String?
        package let reason: String
        /// The rows recovered from the damaged file; `nil` if no recovery was attempted.
        package internal(set) var recovered: RecoveredRows?
    }

    /// Opens the store; if it was lost, replaces it with the newest intact backup or an empty
    /// store.
    ///
    /// A store was lost if its file or its log is damaged, or if one of them is unexpectedly empty
    /// or missing. A store that is older than its newest backup is replaced too. A damaged file is
    /// kept under a name that contains `now`, a time of the wall clock. `damage` describes known
    /// damage.
    ///
    /// Also returns the problem that was found, if any. Call ``forgetRecovery()`` once the problem
    /// is recorded in the store.
    ///
    /// - Throws: ``StoreError`` if the store cannot be opened for a reason other than damage.
    package static func open(
        _ options: Options,
        lock: StoreLock,
        now: Timestamp,
        damage: String? = nil
    ) throws(StoreError) -> (store: Store, recovery: Recovery?) {
        let opened = try StartupRecovery(options: options, lock: lock, now: now).open(
            damage: damage
        )
        lock.note(opened.store.log.statistics.identity)
        return opened
    }

    /// Removes the record of the problem that the start found, after the store has recorded it.
    package func forgetRecovery() throws(StoreError) {
        try Replacement.forget(StoreFiles(options.path))
    }

    /// Writes the open store to its path again, after one of its files was removed or replaced.
    ///
    /// A foreign file at the path is kept. There must be no uncommitted writes. `marks` are the
    /// identities of the files when they were opened. Call ``forgetRecovery()`` once the result is
    /// recorded in the store.
    ///
    /// - Throws: ``StoreError`` if the file cannot be written; the store stays open.
    package func writeBack(
        _ marks: StoreMarks,
        reason: String,
        now: Timestamp
    ) throws(StoreError) -> Recovery {
        let files = StoreFiles(options.path)
        try lock.renew()
        try StoreCopy.make(ofOpen: log.tables.file.handle, at: files.incoming)
        // The store's own log can be removed, if it still exists: the copy contains all of it, and
        // the log belongs to no other file.
        if let log = marks.log, StoreMarks.Mark(files.log) == log {
            try FileSystem.remove(files.log)
        }
        let isOther = try FileSystem.exists(files.path) && StoreMarks.Mark(files.path) != marks.file
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
        // The copy contains everything in the former log, and has no log until the next commit.
        lock.note(logIsInUse: false)
        try reopen()
        return Recovery(replacement.intent)
    }
}

extension Store.Recovery {
    init(_ intent: ReplacementIntent, _ recovered: RecoveredRows? = nil) {
        self.init(
            cause: intent.cause,
            damaged: intent.aside,
            restored: intent.source,
            reason: intent.reason,
            recovered: recovered
        )
    }

    init(kept reason: String) {
        self.init(cause: nil, damaged: nil, restored: nil, reason: reason, recovered: nil)
    }
}
