internal import Logging
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateSystem
internal import Varlink

/// Copies the store for a caller, a slice a turn.
final class BackupJob: Job {
    let connection: ConnectionID
    let writes = false
    private let backup: StoreBackup
    let wantsAnswer: Bool
    private let tellsProgress: Bool

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

    func step(_ space: Space, now: Int) throws(StateError) -> [UInt8]? {
        // A copy in the middle of a batch would hold what may yet be lost.
        guard !space.store.isDirty else { return nil }
        let isDone: Bool
        do throws(StoreError) {
            isDone = try backup.step()
        } catch {
            throw .backupFailed(path: backup.path, why: error.message)
        }
        let progress = backup.progress
        let reply = Service.Backup.Reply(
            pagesDone: isDone ? progress.total : progress.done,
            pagesTotal: progress.total,
            path: isDone ? backup.path : nil
        )
        if isDone { return Service.Backup.answer(reply) }
        if tellsProgress, space.transport.isWritable(connection) {
            space.transport.send(
                Service.Backup.answer(reply, continues: true),
                to: connection
            )
        }
        return nil
    }

    func abandon() {
        backup.abandon()
    }
}

extension Space {
    /// Begins a backup of that name for a caller.
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
                why: "must be 1 to 64 bytes of A-Z, a-z, 0-9, '.', '_', '-', not led by '.'"
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
        let path = Store.backupFolder(of: store.options.path) + "/" + name + ".db"
        do throws(StoreError) {
            try Store.makeBackupFolder(of: store.options.path)
            return try StoreBackup(of: store, to: path)
        } catch {
            throw .backupFailed(path: path, why: error.message)
        }
    }
}
