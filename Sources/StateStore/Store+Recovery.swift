// SPDX-License-Identifier: Apache-2.0
internal import Glibc
package import StateModel

extension Store {
    /// Recounts the current points.
    func recount() throws(StoreError) {
        let count = try log.prepare("SELECT count(*) FROM head WHERE state = 1")
        var standing = try count.integer() ?? 0
        let stands = try log.prepare("SELECT 1 FROM head WHERE id = ?1 AND state = 1")
        var states: [ItemState] = []
        log.memtable.forEachState { states.append($0) }
        for state in states {
            stands.bind(1, state.id)
            let counted: Int? = try stands.integer()
            if counted != nil { standing -= 1 }
            if state.kind.isLive { standing += 1 }
        }
        log.statistics.recounted(standing: standing)
    }

    /// A problem found when the store was opened, and the response to it.
    package struct Recovery: Sendable, Equatable {
        /// The kinds of problems.
        package enum Kind: Sendable, Equatable {
            /// The store was damaged, empty or missing, and a backup or an empty store replaced it.
            case replaced
            /// The store was opened unchanged, although it is not the expected one.
            case kept
            /// The running daemon wrote its store to the path again.
            case writtenBack
            /// An interrupted restore that the user had requested was completed.
            case requested
        }

        /// The kind of problem.
        package let kind: Kind
        /// The path at which the former file is kept; `nil` if there was none.
        package let damaged: String?
        /// The backup that replaced it; `nil` if the store began empty.
        package let restored: String?
        /// A human-readable reason.
        package let reason: String
        /// The rows recovered from the damaged file; `nil` if it was not searched.
        package internal(set) var recovered: RecoveredRows?
    }

    /// Opens the store; a damaged, empty or missing one is replaced by the newest intact backup.
    ///
    /// The former file is kept.
    ///
    /// - Parameters:
    ///   - options: The path and the limits.
    ///   - lock: The proof that no other process has the store open.
    ///   - now: The wall clock in milliseconds since 1970, to name the damaged file.
    ///   - damage: The known damage; `nil` if there is none.
    /// - Returns: The store, and the problem; `nil` if there was none. Call ``forgetRecovery()``
    ///   once the problem is recorded in the store.
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

    /// Removes the record of the problem found at the start, once the store has recorded it.
    package func forgetRecovery() throws(StoreError) {
        try Replacement.forget(StoreFiles(options.path))
    }

    /// Writes the whole open store to its path again, after its file was removed or replaced.
    ///
    /// A foreign file found there is kept. There must be no uncommitted writes.
    ///
    /// - Parameters:
    ///   - marks: The files when they were opened.
    ///   - reason: The change to the files, for the user.
    ///   - now: The time in milliseconds since 1970.
    /// - Returns: The report for the user; call ``forgetRecovery()`` once it is stored.
    /// - Throws: ``StoreError`` if the disk refuses the write; the store stays open.
    package func writeBack(
        _ marks: StoreMarks,
        reason: String,
        now: Timestamp
    ) throws(StoreError) -> Recovery {
        let files = StoreFiles(options.path)
        try lock.renew()
        try StoreCopy.make(ofOpen: log.tables.file.handle, at: files.incoming)
        // The store's own log, if it still exists, can go: the copy contains all of it, and it
        // belongs to no other file.
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
        // The copy contains all of the former log, and has no log until the next commit.
        lock.note(logIsInUse: false)
        try reopen()
        return Recovery(replacement.intent)
    }
}

extension Store.Recovery {
    /// Creates the description of a problem that led to a replacement.
    init(_ intent: ReplacementIntent, _ recovered: RecoveredRows? = nil) {
        let kind: Kind =
            switch intent.cause {
            case .damage: .replaced
            case .loss: .writtenBack
            case .request: .requested
            }
        self.init(
            kind: kind,
            damaged: intent.aside,
            restored: intent.source,
            reason: intent.reason,
            recovered: recovered
        )
    }

    /// Creates the description of a problem with a store that is opened unchanged.
    init(kind: Kind, _ reason: String) {
        self.init(kind: kind, damaged: nil, restored: nil, reason: reason, recovered: nil)
    }
}
