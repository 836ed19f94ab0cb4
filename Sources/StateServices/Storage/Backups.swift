internal import Logging
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateSystem
internal import Varlink

/// Copies the store for a caller, one slice per turn.
final class BackupJob: Job {
    /// The connection of the caller.
    let connection: ConnectionID?
    /// False, because the job does not write to the store.
    let writes = false
    private let backup: StoreBackup
    /// True unless the call is one-way.
    let wantsAnswer: Bool
    private let tellsProgress: Bool

    /// Creates a job for a backup that has begun.
    init(
        _ connection: ConnectionID,
        _ backup: StoreBackup,
        wantsAnswer: Bool,
        tellsProgress: Bool
    ) {
        self.connection = connection
        self.wantsAnswer = wantsAnswer
        self.backup = backup
        self.tellsProgress = tellsProgress
    }

    /// Copies a slice and sends the progress; returns the reply once the backup is complete.
    func step(_ tenant: Tenant, now: Int) throws(StateError) -> [UInt8]? {
        // A copy in the middle of a batch would contain writes that may yet be lost.
        guard !tenant.store.log.isDirty else { return nil }
        let isDone: Bool
        do throws(StoreError) {
            isDone = try backup.step()
        } catch {
            throw .backupFailed(path: backup.path, reason: error.message)
        }
        let progress = backup.progress
        let reply = Service.Backup.Reply(
            pagesDone: isDone ? progress.total : progress.done,
            pagesTotal: progress.total,
            path: isDone ? backup.path : nil
        )
        if isDone { return Service.Backup.answer(reply) }
        if let connection, tellsProgress, tenant.transport.isWritable(connection) {
            tenant.transport.send(
                Service.Backup.answer(reply, continues: true),
                to: connection
            )
        }
        return nil
    }

    /// Removes the incomplete backup.
    func abandon() {
        backup.abandon()
    }
}

/// Copies the store by itself, and removes the oldest of the automatic copies.
final class AutomaticBackupJob: Job {
    /// `nil`, because no caller waits for the backup.
    let connection: ConnectionID? = nil
    /// False, because the job does not write to the store.
    let writes = false
    /// False, because no caller waits for the backup.
    let wantsAnswer = false
    private let backup: StoreBackup

    /// Creates a job for a backup that has begun.
    init(_ backup: StoreBackup) {
        self.backup = backup
    }

    /// Copies a slice; returns an empty reply once the backup is complete or has failed.
    func step(_ tenant: Tenant, now: Int) throws(StateError) -> [UInt8]? {
        guard !tenant.store.log.isDirty else { return nil }
        do throws(StoreError) {
            guard try backup.step() else { return nil }
        } catch {
            tenant.logger.error("backup.failed", metadata: ["why": "\(error.message)"])
            return []
        }
        tenant.logger.info("backup.done", metadata: ["path": "\(backup.path)"])
        for path in tenant.store.automaticBackups.drop(beyond: tenant.settings.backupsKept) {
            tenant.logger.debug("backup.dropped", metadata: ["path": "\(path)"])
        }
        return []
    }

    /// Removes the incomplete backup.
    func abandon() {
        backup.abandon()
    }
}

extension Tenant {
    /// Starts a backup with the given name for a caller.
    func backUp(
        _ parameters: Service.Backup.Parameters,
        for connection: ConnectionID,
        _ call: Call
    ) throws(StateError) {
        let now = clock.now()
        let name = parameters.name ?? "stated-\(now)"
        guard Limits.isName(name, atMost: 64), !name.hasPrefix(".") else {
            throw .invalidValue(
                parameter: "name",
                reason: "must be 1 to 64 bytes of A-Z, a-z, 0-9, '.', '_', '-', not led by '.'"
            )
        }
        // Copies with such names are rotated, whereas a requested copy stays.
        guard !name.hasPrefix(BackupCatalog.automaticPrefix) else {
            throw .invalidValue(
                parameter: "name",
                reason: "must not begin with “\(BackupCatalog.automaticPrefix)”, as the daemon's do"
            )
        }
        let backup = try newBackup(name)
        start(
            BackupJob(
                connection,
                backup,
                wantsAnswer: !call.oneway,
                tellsProgress: call.more && !call.oneway
            )
        )
        wants(wake: now)
    }

    private func newBackup(_ name: String) throws(StateError) -> StoreBackup {
        let path = BackupCatalog.folder(of: store.options.path) + "/" + name + ".db"
        do throws(StoreError) {
            try BackupCatalog.makeFolder(of: store.options.path)
            return try StoreBackup(of: store.log, to: path)
        } catch {
            throw .backupFailed(path: path, reason: error.message)
        }
    }

    /// Starts a backup if the interval is over and the store has changed since the last one.
    func backUpIfDue(now: Int) {
        guard settings.backupInterval > 0, settings.backupsKept > 0 else { return }
        guard let due = backupDue else {
            backupDue = now + settings.backupInterval
            return
        }
        guard due <= now || due > now + settings.backupInterval else { return }
        backupDue = now + settings.backupInterval
        guard store.log.statistics.written != backedUp, storage.problem == nil else { return }
        backedUp = store.log.statistics.written
        do throws(StoreError) {
            let backup = try store.automaticBackups.begin(kept: settings.backupsKept, now: now)
            start(AutomaticBackupJob(backup))
        } catch {
            logger.error("backup.failed", metadata: ["why": "\(error.message)"])
        }
    }

    /// The time of the next backup; `nil` if nothing has changed since the last one.
    var nextBackup: Int? {
        guard settings.backupInterval > 0, store.log.statistics.written != backedUp else {
            return nil
        }
        return backupDue
    }
}
