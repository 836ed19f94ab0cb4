// SPDX-License-Identifier: Apache-2.0
internal import Logging
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import Varlink

/// A job that makes a backup for a caller, one slice per turn.
///
/// Backups for callers are made one after another, because each reads the whole store and takes
/// space on the disk.
final class BackupJob: Job {
    let caller: Caller?
    private let path: String
    private unowned let backups: Backups
    /// `nil` until earlier backups are complete.
    private var backup: StoreBackup?

    init(_ caller: Caller, of backups: Backups, to path: String) {
        self.caller = caller
        self.backups = backups
        self.path = path
    }

    /// True until the backup has begun, and while another thread completes the copy.
    var isWaiting: Bool { backup?.isWaiting ?? true }

    /// Copies a slice and reports the progress; returns the reply after the last slice.
    func step(now: Timestamp) throws(StateError) -> [UInt8]? {
        // A copy made within a batch would contain writes that may still be lost.
        guard !backups.log.isDirty, backups.takesTurn(self) else { return nil }
        let isDone: Bool
        let progress: (done: Int, total: Int)
        do throws(StoreError) {
            let backup = try begun()
            isDone = try backup.step()
            progress = backup.progress
        } catch {
            throw .backupFailed(path: path, reason: error.message)
        }
        let reply = Service.Backup.Reply(
            pagesDone: isDone ? progress.total : progress.done,
            pagesTotal: progress.total,
            path: isDone ? path : nil
        )
        if isDone { return Service.Backup.answer(reply) }
        if let caller, caller.wantsMore, !isWaiting,
            backups.context.transport.isWritable(caller.connection)
        {
            backups.context.transport.send(
                Service.Backup.answer(reply, continues: true),
                to: caller.connection
            )
        }
        return nil
    }

    private func begun() throws(StoreError) -> StoreBackup {
        if let backup { return backup }
        let backup = try StoreBackup(of: backups.log, to: path)
        self.backup = backup
        return backup
    }

    func abandon() {
        backup?.abandon()
    }
}

final class AutomaticBackupJob: Job {
    let caller: Caller? = nil
    private let backup: StoreBackup
    private unowned let backups: Backups

    init(_ backup: StoreBackup, of backups: Backups) {
        self.backup = backup
        self.backups = backups
    }

    var isWaiting: Bool { backup.isWaiting }

    /// Copies a slice; returns an empty reply once the backup is complete or has failed.
    func step(now: Timestamp) throws(StateError) -> [UInt8]? {
        guard !backups.log.isDirty else { return nil }
        do throws(StoreError) {
            guard try backup.step() else { return nil }
        } catch {
            backups.logger.error("backup failed", metadata: ["reason": "\(error.message)"])
            return []
        }
        backups.logger.info("backup made", metadata: ["path": "\(backup.path)"])
        backups.dropSurplus()
        return []
    }

    func abandon() {
        backup.abandon()
    }
}
