internal import Logging
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateSystem
internal import Varlink

/// Verifies every copy of the store for a caller, beside the thread that serves.
final class ListBackupsJob: Job {
    /// The connection of the caller.
    let connection: ConnectionID?
    /// False, because the job only reads copies.
    let writes = false
    /// True unless the call is one-way.
    let wantsAnswer: Bool
    /// True, because another thread does the work.
    let isWaiting = true
    private let result: BackgroundResult<[BackupCatalog.Finding]>

    /// Creates a job that starts to verify the copies.
    init(_ connection: ConnectionID, _ catalog: BackupCatalog, wantsAnswer: Bool) {
        self.connection = connection
        self.wantsAnswer = wantsAnswer
        result = BackgroundResult { continues in catalog.examine(continues: continues) }
    }

    /// Returns the reply once all copies are verified.
    func step(_ tenant: Tenant, now: Int) throws(StateError) -> [UInt8]? {
        guard let findings = result.value else { return nil }
        let backups = findings.map { StoredBackup($0) }
        return Service.ListBackups.answer(
            Service.ListBackups.Reply(backups: Tenant.fitting(backups) { $0.json.count })
        )
    }

    /// Stops the verification.
    func abandon() {
        result.giveUp()
    }
}

/// Copies a backup beside the store for a caller; ``Services`` then puts it in place.
final class RestoreJob: Job {
    /// The connection of the caller.
    let connection: ConnectionID?
    /// False, because the job does not write to the store.
    let writes = false
    /// True unless the call is one-way.
    let wantsAnswer: Bool
    /// True, because another thread does the work.
    let isWaiting = true
    /// The backup's name, as the caller gave it.
    let name: String
    private let result: BackgroundResult<Result<PreparedRestore, StoreError>>
    /// The copy, once it is complete.
    private(set) var prepared: PreparedRestore?

    /// Creates a job that starts to copy a backup.
    init(
        _ connection: ConnectionID,
        _ entry: BackupCatalog.Entry,
        for path: String,
        wantsAnswer: Bool
    ) {
        self.connection = connection
        self.wantsAnswer = wantsAnswer
        name = entry.name
        result = BackgroundResult { continues in
            do throws(StoreError) {
                return .success(try PreparedRestore(of: entry, for: path, continues: continues))
            } catch {
                return .failure(error)
            }
        }
    }

    /// Takes the finished copy; it never replies itself, because ``Services`` does.
    func step(_ tenant: Tenant, now: Int) throws(StateError) -> [UInt8]? {
        switch result.value {
        case nil: return nil
        case .success(let copy): prepared = copy
        case .failure(let error): throw .restoreFailed(name: name, reason: error.message)
        }
        return nil
    }

    /// Stops copying, and removes the copy.
    func abandon() {
        result.giveUp()
        prepared?.discard()
    }
}

extension Tenant {
    /// The copies of the store.
    private var catalog: BackupCatalog {
        BackupCatalog(store.options.path, owner: store.log.statistics.identity.store)
    }

    /// Starts to verify the copies of the store for a caller.
    func listBackups(for connection: ConnectionID, _ call: Call) {
        start(ListBackupsJob(connection, catalog, wantsAnswer: !call.oneway))
        wants(wake: clock.now())
    }

    /// Starts to restore a backup by name for a caller.
    func restore(
        _ parameters: Service.Restore.Parameters,
        for connection: ConnectionID,
        _ call: Call
    ) throws(StateError) {
        guard let entry = catalog.entry(named: parameters.name) else {
            throw .invalidValue(
                parameter: "name",
                reason: "there is no backup “\(parameters.name)”; ListBackups names those there are"
            )
        }
        guard !jobs.contains(where: { $0 is RestoreJob }) else {
            throw .restoreFailed(name: parameters.name, reason: "another restore is under way")
        }
        let path = store.options.path
        start(RestoreJob(connection, entry, for: path, wantsAnswer: !call.oneway))
        wants(wake: clock.now())
    }
}

extension Services {
    /// Replaces each store whose backup copy is ready.
    func replaceRestored() {
        for (uid, tenant) in tenants {
            let job = tenant.jobs.lazy.compactMap { $0 as? RestoreJob }.first { $0.prepared != nil }
            guard let job, let copy = job.prepared else { continue }
            tenant.jobs.removeAll { $0 === job }
            replace(uid, with: copy, for: job)
            armDeadline()
        }
    }

    private func replace(_ uid: UInt32, with copy: PreparedRestore, for job: RestoreJob) {
        guard let tenant = tenants[uid] else { return }
        let now = tenant.clock.now()
        let path = tenant.store.options.path
        // Pending ticks go to the store that they were meant for; if it takes no writes, to the
        // next.
        tenant.storeAllTicks()
        tenant.commit(now: now)
        tenant.turnAnswered()
        let waiting = tenant.retire()
        let clients = disconnect(uid)
        var installed: Result<(path: String, name: String), StoreError>
        do throws(StoreError) {
            installed = .success(try copy.install(now: now))
        } catch {
            installed = .failure(error)
        }
        let begun = begin(uid, for: clients, waiting: waiting, damage: nil)
        if case .failure(let error) = begun { installed = .failure(error) }
        answer(job, installed, uid)
        guard case .success(let former) = installed else { return }
        logger.notice(
            "store.restored",
            metadata: ["uid": "\(uid)", "path": "\(path)", "former": "\(former.path)"]
        )
    }

    private func answer(
        _ job: RestoreJob,
        _ installed: Result<(path: String, name: String), StoreError>,
        _ uid: UInt32
    ) {
        guard let connection = job.connection else { return }
        let message: [UInt8]
        switch (installed, tenants[uid]) {
        case (.success(let former), let tenant?):
            message = Service.Restore.answer(
                Service.Restore.Reply(
                    points: tenant.store.log.statistics.standing,
                    events: tenant.store.log.statistics.events.held,
                    formerName: former.name,
                    formerPath: former.path
                )
            )
        case (.failure(let error), _):
            message = StateError.restoreFailed(name: job.name, reason: error.message).message
        case (.success, nil):
            message = StateError.storageUnavailable(reason: "the store is not open").message
        }
        if job.wantsAnswer { transport.send(message, to: connection) }
        transport.proceed(connection)
    }
}

extension StoredBackup {
    /// Creates the description of a copy that clients receive.
    fileprivate init(_ finding: BackupCatalog.Finding) {
        let kind: Kind =
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
