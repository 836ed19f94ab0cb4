// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import Varlink

/// A job that verifies all copies of the store on another thread.
final class ListBackupsJob: Job {
    let caller: Caller?
    let isWaiting = true
    private let result: BackgroundResult<[BackupCatalog.Finding]>

    init(_ caller: Caller, _ catalog: BackupCatalog) {
        self.caller = caller
        result = BackgroundResult { continues in catalog.examine(continues: continues) }
    }

    func step(now: Timestamp) throws(StateError) -> [UInt8]? {
        guard let findings = result.value else { return nil }
        let backups = findings.map { StoredBackup($0) }
        return Service.ListBackups.answer(
            .init(backups: ReplySize.fitting(backups) { $0.json.count })
        )
    }

    func abandon() {
        result.giveUp()
    }
}

/// A job that copies a backup to a path beside the store.
///
/// Afterwards, ``Services`` replaces the store.
final class RestoreJob: Job {
    let caller: Caller?
    let isWaiting = true
    let name: String
    private let result: BackgroundResult<Result<PreparedRestore, StoreError>>
    private(set) var prepared: PreparedRestore?

    init(_ caller: Caller, _ entry: BackupCatalog.Entry, for path: String) {
        self.caller = caller
        name = entry.name
        result = BackgroundResult { continues in
            Result { () throws(StoreError) in
                try PreparedRestore(of: entry, for: path, continues: continues)
            }
        }
    }

    /// Takes the complete copy; always returns `nil`, because ``Services`` sends the reply.
    func step(now: Timestamp) throws(StateError) -> [UInt8]? {
        switch result.value {
        case nil: return nil
        case .success(let copy): prepared = copy
        case .failure(let error): throw .restoreFailed(name: name, reason: error.message)
        }
        return nil
    }

    func abandon() {
        result.giveUp()
        prepared?.discard()
    }
}

extension StoredBackup {
    fileprivate init(_ finding: BackupCatalog.Finding) {
        let kind: BackupKind =
            switch finding.entry.kind {
            case .automatic: .automatic
            case .manual: .manual
            case .aside(.damaged): .damaged
            case .aside(.replaced): .replaced
            case .aside(.foreign): .foreign
            }
        self.init(
            name: finding.entry.name,
            path: finding.entry.path,
            kind: kind,
            madeAt: finding.entry.madeAt,
            bytes: finding.entry.bytes,
            good: finding.problem == nil,
            points: finding.summary?.points,
            events: finding.summary?.events,
            problem: finding.problem
        )
    }
}
