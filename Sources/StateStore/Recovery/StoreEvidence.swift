// SPDX-License-Identifier: Apache-2.0
internal import StateModel

/// The facts from which a start determines whether the store's file is new, intact, outdated, lost
/// or foreign.
package struct StoreEvidence: Sendable, Equatable {
    package enum File: Sendable, Equatable {
        case missing
        case empty
        /// The file is a database that does not contain a store.
        case blank
        case store(StoreSummary)
        /// The file cannot be read as a database; opening it will report the reason.
        case unreadable
    }

    package enum Verdict: Sendable, Equatable {
        /// Open the file unchanged, or create it.
        case open
        /// The contents are lost.
        ///
        /// A backup replaces the file, or the store begins empty.
        case lost(String)
        /// The file is a store, but a backup is newer, or the store is empty and not the last one
        /// used.
        ///
        /// If an intact backup exists, it replaces the file.
        case outdated(String)
        /// The file is not the store of the last run.
        ///
        /// It is opened unchanged.
        case foreign(String)
    }

    package var file: File
    package var hasLog = false
    /// True if disk space is reserved, which means that a store was opened here before.
    package var hasReserve = false
    /// The store that was last open here, as recorded in the lock; `nil` if unknown.
    package var known: StoreIdentity?
    package var backups: [StoreSummary] = []

    package var verdict: Verdict {
        switch file {
        case .unreadable: .open
        case .missing: hadStore || hasLog ? .lost("its file is gone") : .open
        case .empty: hadStore || hasLog ? .lost("its file is empty") : .open
        // A process that was killed while it created the first store leaves a blank file.
        case .blank: hadStore ? .lost("its file does not contain a store") : .open
        // The file is marked as a backup, so the user has put it there on purpose.
        case .store(let store) where store.isCopy: .open
        case .store(let store): verdict(on: store)
        }
    }

    var isCopy: Bool {
        if case .store(let store) = file { store.isCopy } else { false }
    }

    private var hadStore: Bool { hasReserve || known != nil || !backups.isEmpty }

    private func verdict(on store: StoreSummary) -> Verdict {
        if let known, known.store != store.identity.store {
            let holdsNothing = store.sequence == .start
            if holdsNothing, !backups.isEmpty {
                return .outdated("it is an empty store, not the one that was last used here")
            }
            return .foreign("it is not the store that was last used here")
        }
        // Each row has a higher number than the one before, and a new epoch begins whenever a
        // number could be used again. After the restore of an older copy, there may be backups with
        // a higher epoch than that of the store last used.
        let isBehind = backups.contains { backup in
            guard backup.identity.store == store.identity.store else { return false }
            if backup.identity.epoch != store.identity.epoch {
                return known != store.identity && backup.identity.epoch > store.identity.epoch
            }
            return backup.sequence > store.sequence
        }
        return isBehind ? .outdated("its file is older than its newest backup") : .open
    }
}
