// SPDX-License-Identifier: Apache-2.0
internal import StateModel

/// The evidence by which a start tells a new store from one that has lost its file.
package struct StoreEvidence: Sendable, Equatable {
    /// The present state of the store's file.
    package enum File: Sendable, Equatable {
        /// There is no file.
        case missing
        /// The file has no bytes.
        case empty
        /// The file is a database without a store.
        case blank
        /// The file is a store with the given summary.
        case store(StoreSummary)
        /// The file cannot be read as a database; opening it will give the reason.
        case unreadable
    }

    /// A conclusion from the evidence.
    package enum Verdict: Sendable, Equatable {
        /// Open the file unchanged, or create it.
        case open
        /// The contents are lost: a backup replaces the file, or the store begins empty.
        case lost(String)
        /// The file is a store, but a backup is ahead of it; an intact backup replaces it.
        case outdated(String)
        /// The file is not the store of the last run, and is opened unchanged.
        case foreign(String)
    }

    /// The store's file.
    package var file: File
    /// True if there is a log with content beside the file.
    package var hasLog = false
    /// True if disk space is reserved, which means that a store was open here before.
    package var hasReserve = false
    /// The store that was last open here, according to the lock; `nil` if unknown.
    package var known: StoreIdentity?
    package var backups: [StoreSummary] = []

    /// The conclusion from this evidence.
    package var verdict: Verdict {
        switch file {
        case .unreadable: .open
        case .missing: hadStore || hasLog ? .lost("its file is gone") : .open
        case .empty: hadStore || hasLog ? .lost("its file is empty") : .open
        // A process that was killed while it created the first store leaves a blank file.
        case .blank: hadStore ? .lost("its file does not contain a store") : .open
        // The user put a backup there on purpose, as its mark shows.
        case .store(let store) where store.isCopy: .open
        case .store(let store): verdict(on: store)
        }
    }

    /// True if the file is a copy that was never opened as a store.
    var isCopy: Bool {
        if case .store(let store) = file { store.isCopy } else { false }
    }

    private var hadStore: Bool { hasReserve || known != nil || !backups.isEmpty }

    private func verdict(on store: StoreSummary) -> Verdict {
        if let known, known.store != store.identity.store {
            let holdsNothing = store.sequence == .start
            if holdsNothing, !backups.isEmpty {
                return .outdated("an empty store is in its place")
            }
            return .foreign("another store is in its place")
        }
        // Each row has a number, and a new epoch begins whenever numbers may be reused.
        let isBehind = backups.contains { backup in
            guard backup.identity.store == store.identity.store else { return false }
            if backup.identity.epoch != store.identity.epoch {
                return backup.identity.epoch > store.identity.epoch
            }
            return backup.sequence > store.sequence
        }
        return isBehind ? .outdated("its file is older than its newest backup") : .open
    }
}
