// SPDX-License-Identifier: Apache-2.0
internal import Glibc
package import StateModel

/// The backups of a store that the daemon makes on its own schedule.
package struct AutomaticBackups {
    let log: ChangeLog

    /// Begins an automatic backup; `kept` is the limit of ``BackupRetention``.
    ///
    /// Only ``drop(beyond:)`` deletes old copies.
    package func begin(kept: Int, now: Timestamp) throws(StoreError) -> StoreBackup {
        try BackupCatalog.makeFolder(of: log.options.path)
        let days = BackupRetention(kept: kept).days(of: summary, at: now, after: automaticCopies())
        let name = "\(BackupCatalog.automaticPrefix)\(now).db"
        let path = BackupCatalog.folder(of: log.options.path) + "/" + name
        return try StoreBackup(of: log, to: path, days: days)
    }

    /// Deletes the automatic backups that ``BackupRetention`` no longer keeps.
    @discardableResult
    package func drop(beyond kept: Int) -> [String] {
        BackupRetention(kept: kept).surplus(automaticCopies()).map { copy in
            unlink(copy.path)
            return copy.path
        }
    }

    /// The summary that a backup made now would have.
    private var summary: StoreSummary {
        StoreSummary(
            identity: log.statistics.identity,
            sequence: log.statistics.lastSequence,
            points: log.statistics.standing,
            events: log.statistics.events.held
        )
    }

    private func automaticCopies() -> [BackupRetention.Copy] {
        let copies = BackupCatalog(log.options.path).backups()
            .filter { $0.kind == .automatic }
            .map { entry in
                // The name contains the time at which the copy was begun, even if the file was
                // touched since.
                let time = entry.name.split(separator: "-").last.flatMap { Int($0) }
                return BackupRetention.Copy(
                    path: entry.path,
                    madeAt: time.map { Timestamp($0) } ?? entry.madeAt,
                    summary: StoreSummary.read(entry.path, counts: .estimated)
                )
            }
        return copies.map { $0.dated(before: copies) }
    }
}
