internal import Logging
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateSync
internal import StateSystem
internal import SyncModel
internal import Varlink

// The methods of io.stated.Sync.
extension Services {
    /// Carries out a call of io.stated.Sync; returns `nil` for any other call.
    func sync(
        _ call: Call,
        from connection: ConnectionID,
        in tenant: Tenant
    ) -> CallDisposition? {
        switch call.method {
        case Sync.Monitor.name:
            guard call.more, !call.oneway else { break }
            tenant.monitors.insert(connection)
            tenant.answer(tenant.syncStatus(continues: true), to: connection)
            return .stream
        case Sync.SyncNow.name:
            return tenant.ask(call, from: connection) { () throws(StateError) in .round }
        case Sync.ForgetDevice.name:
            return tenant.ask(call, from: connection) { () throws(StateError) in
                try tenant.forgetting(try Sync.ForgetDevice.parameters(of: call))
            }
        case Sync.RetryFailed.name:
            tenant.write(call, from: connection) { () throws(StateError) in
                try tenant.retryFailed(try Sync.RetryFailed.parameters(of: call))
            }
            return .next
        case Sync.ResolveConflict.name:
            tenant.write(call, from: connection) { () throws(StateError) in
                _ = try tenant.syncState()
                return try tenant.resolveConflict(try Sync.ResolveConflict.parameters(of: call))
            }
            return .next
        default: break
        }
        guard Self.reading.contains(call.method) else { return nil }
        tenant.read(call, from: connection) { () throws(StateError) in
            try tenant.readSync(call)
        }
        return .next
    }

    private static let reading: Set<String> = [
        Sync.GetStatus.name, Sync.Monitor.name, Sync.RemoteChanged.name, Sync.ListOutbox.name,
        Sync.ListConflicts.name, Sync.ListDevices.name, Sync.Explain.name, Sync.ListRounds.name,
    ]
}

extension Tenant {
    fileprivate func readSync(_ call: Call) throws(StateError) -> [UInt8] {
        // Without a remote store, only the status is available.
        let asksForStatus = call.method == Sync.GetStatus.name || call.method == Sync.Monitor.name
        if !asksForStatus { _ = try syncState() }
        switch call.method {
        case Sync.RemoteChanged.name:
            let scope = try Sync.RemoteChanged.parameters(of: call).scope
            logger.debug("sync.notified", metadata: ["scope": "\(scope ?? "")"])
            try syncState().handle.note(.notified)
            return Sync.RemoteChanged.answer(NoMembers())
        case Sync.ListOutbox.name:
            return try listOutbox(try Sync.ListOutbox.parameters(of: call))
        case Sync.ListConflicts.name:
            return try listConflicts(try Sync.ListConflicts.parameters(of: call))
        case Sync.ListDevices.name: return try listDevices()
        case Sync.ListRounds.name:
            return try listRounds(try Sync.ListRounds.parameters(of: call))
        case Sync.Explain.name: return try explain(try Sync.Explain.parameters(of: call))
        default: return syncStatus(continues: false)
        }
    }

    /// Returns the sync state, or throws if there is no remote.
    func syncState() throws(StateError) -> TenantSync {
        guard let sync else { throw .syncDisabled }
        return sync
    }

    /// Sends a request to the sync driver; the connection waits for the answer.
    fileprivate func ask(
        _ call: Call,
        from connection: ConnectionID,
        _ request: () throws(StateError) -> SyncRequest
    ) -> CallDisposition {
        do throws(StateError) {
            _ = try syncState()
            // Made before the sync state is modified, because making the request reads it.
            let request = try request()
            let waiting = TenantSync.Waiting(connection: connection, wantsAnswer: !call.oneway)
            sync?.ask(request, for: waiting)
            return .wait
        } catch {
            if !call.oneway { answer(error.message, to: connection) }
            return .next
        }
    }

    /// Replies to the connection that waits for a request.
    func answered(_ reply: SyncAnswer, _ number: Int) {
        guard let waiting = sync?.waiting.removeValue(forKey: number) else { return }
        let message: [UInt8]
        switch reply {
        case .forgotten: message = Sync.ForgetDevice.answer(NoMembers())
        case .failed(let reason): message = StateError.remoteUnavailable(reason: reason).message
        case .round(let report, let duration):
            message =
                report.error.map { StateError.remoteUnavailable(reason: $0.reason).message }
                ?? Sync.SyncNow.answer(
                    Sync.SyncNow.Reply(
                        pushed: report.pushed,
                        pulled: report.pulled,
                        conflicts: report.conflicts,
                        durationMs: duration
                    )
                )
        }
        if waiting.wantsAnswer { answer(message, to: waiting.connection) }
        transport.proceed(waiting.connection)
    }

    // MARK: Outbox

    fileprivate func retryFailed(
        _ parameters: Sync.RetryFailed.Parameters
    ) throws(StateError) -> [UInt8] {
        let handle = try syncState().handle
        let failed = try onStore { () throws(StoreError) in
            try store.sync.rows(.failed, limit: .max)
        }
        if let id = parameters.id, !failed.contains(where: { $0.place == id }) {
            throw .entryNotFound(id: id)
        }
        let chosen = failed.filter { row in parameters.id.map { $0 == row.place } ?? true }
        var changes = SyncChanges()
        for row in chosen { changes.rows[row.record.operation] = row.afresh }
        let now = clock.now()
        try onStore { () throws(StoreError) in try store.sync.write(changes, now: now) }
        if !chosen.isEmpty { hold { if $0 == nil { handle.note(.requested) } } }
        return Sync.RetryFailed.answer(Sync.RetryFailed.Reply(retried: chosen.count))
    }

    // MARK: Conflicts

    /// Lets the loser of a conflict win, by an ordinary write.
    fileprivate func resolveConflict(
        _ parameters: Sync.ResolveConflict.Parameters
    ) throws(StateError) -> [UInt8] {
        let now = clock.now()
        let found = try onStore { () throws(StoreError) in
            try store.sync.conflicts(id: parameters.id, limit: 1).first
        }
        guard let found else { throw .entryNotFound(id: parameters.id) }
        let loser = found.conflict.loser
        let name = try ownName(of: loser.key.name.text)
        settleTick(of: name)
        let head = try standingHead(of: name, now: now)
        switch loser.value {
        case .point(let point): try restore(point, name, after: head, now: now)
        case .tombstone:
            if let head, head.standing(at: now) != nil { try clear(head, now: now) }
        case .alias: break
        }
        try onStore { () throws(StoreError) in try store.sync.dropConflict(parameters.id) }
        return Sync.ResolveConflict.answer(NoMembers())
    }

    private func restore(
        _ point: SyncedPoint,
        _ name: String,
        after head: ItemState?,
        now: Int
    ) throws(StateError) {
        let lifetime = settings.policy.lifetimeSeconds(of: point.player) * 1000
        let value = ResumePoint(
            item: name,
            player: point.player,
            status: point.status == .playing ? .paused : point.status,
            position: point.position,
            duration: point.duration,
            title: point.title,
            device: "",
            at: now,
            expiresAt: now + lifetime,
            revision: 0
        )
        jumps.settle(name)
        let record = ItemRecord(point: value, device: Self.ownDevice)
        let written = try write(record, .restored, after: head, keyTime: now, now: now)
        tell(.restored, written)
    }

    // MARK: Devices

    /// Returns the request to forget the device that a person named.
    fileprivate func forgetting(
        _ parameters: Sync.ForgetDevice.Parameters
    ) throws(StateError) -> SyncRequest {
        let all = namedDevices(try syncState())
        let named = all.first { $0.name == parameters.device }
        if named == nil {
            let alike = all.filter { $0.presence.label == parameters.device }.map(\.name)
            if alike.count > 1 {
                throw .deviceAmbiguous(device: parameters.device, devices: alike)
            }
        }
        guard let presence = named?.presence, presence.origin.device != store.log.origin.device
        else {
            throw .deviceNotFound(device: parameters.device)
        }
        return .forget(device: presence.origin.device)
    }
}
