// SPDX-License-Identifier: Apache-2.0
internal import Logging
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateSystem

final class Backups: TenantComponent {
    let context: TenantContext
    private let jobs: Jobs
    private let automatic: AutomaticBackups
    /// The trusted time of the next automatic backup; `nil` until it is known.
    private var due: Timestamp?
    /// The job whose requested backup is being made; ``Jobs`` owns it.
    private weak var current: BackupJob?
    /// The total number of rows and events written before the last automatic backup or, if there
    /// was none, before the start.
    private var writtenAtBackup: Int

    init(_ context: TenantContext, _ jobs: Jobs, _ automatic: AutomaticBackups) {
        self.context = context
        self.jobs = jobs
        self.automatic = automatic
        writtenAtBackup = context.log.written
    }

    func backUp(
        _ parameters: Service.Backup.Parameters,
        for caller: Caller
    ) throws(StateError) {
        let now = clock.now()
        let name = parameters.name ?? "stated-\(now)"
        guard Limits.isName(name, atMost: 64), !name.hasPrefix(".") else {
            throw .invalidValue(
                parameter: "name",
                reason:
                    "must be 1 to 64 bytes of A-Z, a-z, 0-9, '.', '_', '-', and not begin with '.'"
            )
        }
        // Backups with the prefix are deleted automatically, but a requested backup is kept.
        guard !name.hasPrefix(BackupCatalog.automaticPrefix) else {
            throw .invalidValue(
                parameter: "name",
                reason:
                    "must not begin with “\(BackupCatalog.automaticPrefix)”, which is reserved for "
                    + "automatic backups"
            )
        }
        jobs.start(BackupJob(caller, of: self, to: try newPath(name)))
        context.wants(wake: now)
    }

    private func newPath(_ name: String) throws(StateError) -> String {
        let path = BackupCatalog.folder(of: log.options.path) + "/" + name + ".db"
        do throws(StoreError) {
            try BackupCatalog.makeFolder(of: log.options.path)
            try StoreBackup.checkPath(path)
            return path
        } catch {
            throw .backupFailed(path: path, reason: error.message)
        }
    }

    /// Returns true if it is the job's turn; a job keeps its turn until it ends.
    func takesTurn(_ job: BackupJob) -> Bool {
        if current == nil { current = job }
        return current === job
    }

    /// Starts an automatic backup, if one is due and the store has changed since the last one.
    func beginIfDue(now: Timestamp) {
        guard isAutomatic else { return }
        guard let due else {
            self.due = now + context.settings.backupIntervalMilliseconds
            return
        }
        guard due <= now || due > now + context.settings.backupIntervalMilliseconds else { return }
        self.due = now + context.settings.backupIntervalMilliseconds
        guard log.written != writtenAtBackup, queue.health.problem == nil else {
            return
        }
        writtenAtBackup = log.written
        do throws(StoreError) {
            let backup = try automatic.begin(
                kept: context.settings.backupsKept,
                now: now
            )
            jobs.start(AutomaticBackupJob(backup, of: self))
        } catch {
            logger.error("backup failed", metadata: ["reason": "\(error.message)"])
        }
    }

    func dropSurplus() {
        for path in automatic.drop(beyond: context.settings.backupsKept) {
            logger.debug("old backup removed", metadata: ["path": "\(path)"])
        }
    }

    /// The trusted time of the next automatic backup; `nil` if none is scheduled, or if nothing has
    /// changed since the last one.
    var next: Timestamp? {
        isAutomatic && log.written != writtenAtBackup ? due : nil
    }

    private var isAutomatic: Bool {
        context.settings.backupIntervalMilliseconds > 0 && context.settings.backupsKept > 0
    }

    // MARK: Restoring

    private var catalog: BackupCatalog {
        BackupCatalog(log.options.path)
    }

    func listBackups(_: NoMembers, for caller: Caller) {
        jobs.start(ListBackupsJob(caller, catalog))
        context.wants(wake: clock.now())
    }

    func restore(
        _ parameters: Service.Restore.Parameters,
        for caller: Caller
    ) throws(StateError) {
        guard let entry = catalog.entry(named: parameters.name) else {
            throw .invalidValue(
                parameter: "name",
                reason: "there is no backup “\(parameters.name)”; ListBackups lists the backups"
            )
        }
        guard !jobs.unfinished.contains(where: { $0 is RestoreJob }) else {
            throw .restoreFailed(name: parameters.name, reason: "another restore is under way")
        }
        let path = log.options.path
        jobs.start(RestoreJob(caller, entry, for: path))
        context.wants(wake: clock.now())
    }
}
