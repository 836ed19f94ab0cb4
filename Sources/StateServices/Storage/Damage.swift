internal import Logging
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import Varlink

extension Tenant {
    /// Notes an error that means that the store's file is damaged.
    func note(_ error: StoreError) {
        if error.kind == .corrupt { damage = damage ?? error.message }
    }

    /// Checks whether the check of the file has found damage.
    func lookAtCheck(now: Int) {
        guard let check else { return }
        switch check.finding {
        case .pending: wants(wake: now + 250)
        case .sound: self.check = nil
        case .damaged(let words): damage = damage ?? words
        }
    }

    /// Releases everything that belongs to the store, because another store replaces it.
    ///
    /// - Returns: the ticks that are waiting, for the other store.
    func retire() -> TickBuffer {
        for job in jobs {
            job.abandon()
            guard let connection = job.connection else { continue }
            if job.wantsAnswer {
                let refusal = StateError.storageUnavailable(reason: "the store is being replaced")
                transport.send(refusal.message, to: connection)
            }
            transport.proceed(connection)
        }
        jobs = []
        for waiting in sync?.waiting.values.map(\.self) ?? [] {
            if waiting.wantsAnswer {
                let refusal = StateError.remoteUnavailable(reason: "the store is being replaced")
                transport.send(refusal.message, to: waiting.connection)
            }
            transport.proceed(waiting.connection)
        }
        let reason = "the store is being replaced"
        publisher.endAll(reason: reason)
        eventPublisher.endAll(reason: reason)
        // Surfaces show a state that no longer exists; they read the new one when they reconnect.
        for connection in surfaces.connections { transport.close(connection, reason: reason) }
        store.log.abandon()
        checkpointer.finish()
        check?.finish()
        return ticks
    }
}

extension Services {
    /// Opens again each read-only store that has become writable.
    func reopenWritable() {
        let writable = tenants.filter(\.value.isWritableAgain).map(\.key)
        for uid in writable {
            guard let waiting = tenants[uid]?.retire() else { continue }
            let begun = begin(uid, for: disconnect(uid), waiting: waiting, damage: nil)
            guard case .success = begun, tenants[uid]?.storage.problem == nil else { continue }
            logger.notice("storage.writable", metadata: ["uid": "\(uid)"])
        }
        if !writable.isEmpty { armDeadline() }
    }

    /// Replaces each store that was found damaged while in use.
    func replaceDamaged() {
        let damaged = tenants.compactMap { uid, tenant in tenant.damage.map { (uid, $0) } }
        for (uid, damage) in damaged {
            guard let waiting = tenants[uid]?.retire() else { continue }
            replace(uid, damage, waiting: waiting)
        }
        if !damaged.isEmpty { armDeadline() }
    }

    /// Replaces a tenant that has retired.
    private func replace(_ uid: UInt32, _ damage: String, waiting: TickBuffer) {
        begin(uid, for: disconnect(uid), waiting: waiting, damage: damage)
    }

    /// Releases a tenant that has retired, and with it the store's file.
    ///
    /// The old store's file must be closed before the new one takes its name, because the last
    /// connection to close a database removes the log of that name.
    ///
    /// - Returns: the connections of its user.
    func disconnect(_ uid: UInt32) -> [ConnectionID] {
        let clients = connections.filter { $0.value.uid == uid }.map(\.key)
        tenants[uid] = nil
        for client in clients { connections[client] = nil }
        return clients
    }

    /// Opens a new tenant for the connections of one that is gone.
    @discardableResult
    func begin(
        _ uid: UInt32,
        for clients: [ConnectionID],
        waiting: TickBuffer,
        damage: String?
    ) -> Result<Void, StoreError> {
        do throws(StoreError) {
            let tenant = try makeTenant(uid, damage: damage)
            tenant.ticks = waiting
            tenants[uid] = tenant
            tenant.connections = Set(clients)
            for client in clients { connections[client] = tenant }
            return .success(())
        } catch {
            logger.error("store.unavailable", metadata: ["why": "\(error.message)"])
            for client in clients { transport.close(client, reason: "the store is not available") }
            return .failure(error)
        }
    }
}
