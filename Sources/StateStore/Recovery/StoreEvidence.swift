/// The traces from which a start tells a new store from one that lost its file.
package struct StoreEvidence: Sendable, Equatable {
    /// The store's file as it is found.
    package enum File: Sendable, Equatable {
        /// There is none.
        case missing
        /// It has no bytes.
        case empty
        /// It is a database that holds no store.
        case blank
        /// It is a store.
        case store(StoreSummary)
        /// It cannot be read, or not as a database: opening it says why.
        case unreadable
    }

    /// A conclusion from the traces.
    package enum Verdict: Sendable, Equatable {
        /// The file is opened as it is, or made where there is nothing.
        case open
        /// What was in the file is gone: a backup takes its place, or the store begins empty.
        case lost(String)
        /// The file is a store, but a backup holds more of it: that one takes its place, if it is good.
        case outdated(String)
        /// The file is another store than before, and is opened as it is.
        case foreign(String)
    }

    /// The store's file.
    package var file: File
    /// True if a log with content lies beside it.
    package var hasLog: Bool
    /// True if there is space set aside: a store was open here before.
    package var hasReserve: Bool
    /// The store that was open here before, as its lock says; `nil` if that is not known.
    package var known: StoreIdentity?
    /// The backups of that store.
    package var backups: [StoreSummary]

    /// Evidence with all its members.
    package init(
        file: File,
        hasLog: Bool = false,
        hasReserve: Bool = false,
        known: StoreIdentity? = nil,
        backups: [StoreSummary] = []
    ) {
        self.file = file
        self.hasLog = hasLog
        self.hasReserve = hasReserve
        self.known = known
        self.backups = backups
    }

    /// The conclusion.
    package var verdict: Verdict {
        switch file {
        case .unreadable: .open
        case .missing: hadStore || hasLog ? .lost("its file is gone") : .open
        case .empty: hadStore || hasLog ? .lost("its file is empty") : .open
        // One that was killed while it made its first store left this.
        case .blank: hadStore ? .lost("its file holds no store") : .open
        // Somebody put a backup there on purpose: it bears a mark.
        case .store(let store) where store.isCopy: .open
        case .store(let store): verdict(on: store)
        }
    }

    private var hadStore: Bool { hasReserve || known != nil || !backups.isEmpty }

    private func verdict(on store: StoreSummary) -> Verdict {
        if let known, known.store != store.identity.store {
            let holdsNothing = store.sequence == 0
            if holdsNothing, !backups.isEmpty {
                return .outdated("an empty store is in its place")
            }
            return .foreign("another store is in its place")
        }
        // Each row has a number, and a new epoch begins wherever numbers may begin again.
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
