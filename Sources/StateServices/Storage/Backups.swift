// SPDX-License-Identifier: Apache-2.0
internal import Logging
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateSystem

/// The backups of a tenant's store: made on request or automatically, listed, and restored.
final class Backups: TenantComponent {
    let context: TenantContext
    private let jobs: Jobs
    private let automatic: AutomaticBackups
    /// The time of the next automatic backup, on the trusted clock; `nil` until it is known.
    private var due: Timestamp?
    /// The requested backup in progress, which ``Jobs`` owns.
    private weak var current: BackupJob?
    /// The store's count of written rows and events at the time of the last backup.
    private var writtenAtBackup: Int

    /// Creates the backups of an open store.
    init(_ context: TenantContext, _ jobs: Jobs, _ automatic: AutomaticBackups) {
        self.context = context
        self.jobs = jobs
        self.automatic = automatic
        writtenAtBackup = context.log.written
    }

    /// Starts a backup with the given name for a caller.
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
        // Backups with such names are rotated, whereas a requested one is kept.
        guard !name.hasPrefix(BackupCatalog.automaticPrefix) else {
            throw .invalidValue(
                parameter: "name",
                reason:
                    "must not begin with “\(BackupCatalog.automaticPrefix)”, like the daemon's own"
            )
        }
        jobs.start(BackupJob(caller, of: self, to: try newPath(name)))
        context.wants(wake: now)
    }

    /// Returns the path of a new backup with the given name.
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

    /// Gives a job its turn to make a backup; returns false while another one is in progress.
    func takesTurn(_ job: BackupJob) -> Bool {
        if current == nil { current = job }
        return current === job
    }

    /// Starts a backup if it is due and the store has changed since the last one.
    func beginIfDue(now: Timestamp) {
        guard context.settings.backupIntervalMilliseconds > 0, context.settings.backupsKept > 0
        else { return }
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

    /// Removes surplus automatic backups after a new one was made.
    func dropSurplus() {
        for path in automatic.drop(beyond: context.settings.backupsKept) {
            logger.debug("old backup removed", metadata: ["path": "\(path)"])
        }
    }

    /// The time of the next backup; `nil` if nothing has changed since the last one.
    var next: Timestamp? {
        guard context.settings.backupIntervalMilliseconds > 0,
            log.written != writtenAtBackup
        else {
            return nil
        }
        return due
    }

    // MARK: Restoring

    /// The catalog of the store's copies.
    private var catalog: BackupCatalog {
        BackupCatalog(log.options.path)
    }

    /// Starts the job that verifies the copies of the store.
    func listBackups(_: NoMembers, for caller: Caller) {
        jobs.start(ListBackupsJob(caller, catalog))
        context.wants(wake: clock.now())
    }

    /// Starts the job that restores the backup with the given name.
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
