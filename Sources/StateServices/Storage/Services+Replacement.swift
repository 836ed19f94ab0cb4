// SPDX-License-Identifier: Apache-2.0
internal import Logging
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateSystem
internal import Varlink

// The replacement of an open store that is damaged, or that the user restores from a backup.
extension Services {
    /// Replaces the stores in which damage was found, and reopens read-only stores that can now be
    /// written.
    func replaceDamagedStores() {
        // The list is collected first, because a loop over the tenants would retain all of them.
        let unfit = tenants.compactMap { uid, tenant -> (uid: UInt32, damage: String?)? in
            let damage = tenant.queue.health.damage
            return damage != nil || tenant.files.isWritableAgain ? (uid, damage) : nil
        }
        for (uid, damage) in unfit {
            guard let waiting = tenants[uid]?.retire() else { continue }
            let begun = begin(uid, for: disconnect(uid), waiting: waiting, damage: damage)
            guard damage == nil, case .success = begun, tenants[uid]?.queue.health.problem == nil
            else { continue }
            logger.notice("the store can be written again", metadata: ["uid": "\(uid)"])
        }
        if !unfit.isEmpty { armDeadline() }
    }

    /// Releases a retired tenant, and closes its store's file.
    ///
    /// The file must be closed before another file takes its name. Otherwise SQLite would remove
    /// the other file's log when it closes the last connection.
    ///
    /// - Returns: The connections of the tenant's user.
    func disconnect(_ uid: UInt32) -> [ConnectionID] {
        let clients = connections.filter { $0.value.context.uid == uid }.map(\.key)
        tenants[uid] = nil
        for client in clients { connections[client] = nil }
        return clients.map { ConnectionID($0) }
    }

    /// Opens a new tenant for a user's connections, after the old tenant was released.
    @discardableResult
    func begin(
        _ uid: UInt32,
        for clients: [ConnectionID],
        waiting: TickBuffer,
        damage: String?
    ) -> Result<Void, StoreError> {
        do throws(StoreError) {
            let tenant = try makeTenant(uid, damage: damage)
            tenant.ticks.buffer = waiting
            tenants[uid] = tenant
            tenant.context.connections = Set(clients)
            for client in clients { connections[client.number] = tenant }
            return .success(())
        } catch {
            logger.error("cannot open the store", metadata: ["reason": "\(error.message)"])
            for client in clients { transport.close(client, reason: "the store is not available") }
            return .failure(error)
        }
    }
}

extension Services {
    func replaceRestored() {
        // The list is collected first, because a loop over the tenants would retain all of them.
        let ready = tenants.compactMap { uid, tenant -> (UInt32, RestoreJob, PreparedRestore)? in
            let jobs = tenant.jobs.unfinished.lazy.compactMap { $0 as? RestoreJob }
            guard let job = jobs.first(where: { $0.prepared != nil }), let copy = job.prepared
            else { return nil }
            return (uid, job, copy)
        }
        for (uid, job, copy) in ready {
            replace(uid, with: copy, for: job)
            armDeadline()
        }
    }

    /// Retires a tenant before a restore replaces its store.
    ///
    /// - Returns: The path of the store, the time, and the ticks that the next store must store.
    private func retire(
        _ uid: UInt32,
        for job: RestoreJob
    ) -> (path: String, now: Timestamp, waiting: TickBuffer)? {
        guard let tenant = tenants[uid] else { return nil }
        tenant.jobs.remove(job)
        let now = tenant.clock.now()
        // The ticks are stored in the current store, or, if that refuses writes, in the next one.
        tenant.ticks.storeAll()
        tenant.queue.commit(now: now)
        tenant.turnAnswered()
        return (tenant.log.options.path, now, tenant.retire())
    }

    private func replace(_ uid: UInt32, with copy: PreparedRestore, for job: RestoreJob) {
        guard let (path, now, waiting) = retire(uid, for: job) else { return }
        let clients = disconnect(uid)
        var installed = Result { () throws(StoreError) in try copy.install(now: now) }
        let begun = begin(uid, for: clients, waiting: waiting, damage: nil)
        if case .failure(let error) = begun { installed = .failure(error) }
        answer(job, installed, uid)
        guard case .success(let former) = installed else { return }
        logger.notice(
            "store restored",
            metadata: ["uid": "\(uid)", "path": "\(path)", "former": "\(former.path)"]
        )
    }

    private func answer(
        _ job: RestoreJob,
        _ installed: Result<(path: String, name: String), StoreError>,
        _ uid: UInt32
    ) {
        guard let caller = job.caller else { return }
        let message: [UInt8]
        switch (installed, tenants[uid]) {
        case (.success(let former), let tenant?):
            message = Service.Restore.answer(
                .init(
                    points: tenant.log.statistics.standing,
                    events: tenant.log.statistics.events.held,
                    formerName: former.name,
                    formerPath: former.path
                )
            )
        case (.failure(let error), _):
            message = StateError.restoreFailed(name: job.name, reason: error.message).message
        case (.success, nil):
            message = StateError.storageUnavailable(reason: "the store is not open").message
        }
        if caller.wantsReply { transport.send(message, to: caller.connection) }
        transport.proceed(caller.connection)
    }
}

extension Services {
    /// Calls `watch` with the directory of each open store, and of each store that is opened later.
    package func watchFolders(_ watch: @escaping (String) -> Void) {
        onFolder = watch
        for tenant in tenants.values { tenant.files.onMoved() }
    }

    /// Checks the files of all stores, because a directory has changed.
    package func checkStoreFiles() {
        for tenant in tenants.values { tenant.files.look(now: tenant.clock.now()) }
        replaceDamagedStores()
        rearm()
    }
}
