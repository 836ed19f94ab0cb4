internal import Logging
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateSync
internal import StateSystem
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
            tenant.syncStatus.follow(connection)
            return .stream
        case Sync.SyncNow.name:
            return tenant.sync.ask(call, from: connection) { () throws(StateError) in .round }
        case Sync.ForgetDevice.name:
            return tenant.sync.ask(call, from: connection) { () throws(StateError) in
                try tenant.syncCalls.forgetting(try Sync.ForgetDevice.parameters(of: call))
            }
        case Sync.RetryFailed.name:
            tenant.queue.write(call, from: connection) { () throws(StateError) in
                try tenant.syncCalls.retryFailed(try Sync.RetryFailed.parameters(of: call))
            }
            return .next
        case Sync.ResolveConflict.name:
            tenant.queue.write(call, from: connection) { () throws(StateError) in
                _ = try tenant.sync.connected()
                return try tenant.syncCalls.resolveConflict(
                    try Sync.ResolveConflict.parameters(of: call)
                )
            }
            return .next
        default: break
        }
        guard Self.reading.contains(call.method) else { return nil }
        tenant.queue.read(call, from: connection) { [self] () throws(StateError) in
            try readSync(call, in: tenant)
        }
        return .next
    }

    private static let reading: Set<String> = [
        Sync.GetStatus.name, Sync.Monitor.name, Sync.RemoteChanged.name, Sync.ListOutbox.name,
        Sync.ListConflicts.name, Sync.ListDevices.name, Sync.Explain.name, Sync.ListRounds.name,
    ]

    private func readSync(_ call: Call, in tenant: Tenant) throws(StateError) -> [UInt8] {
        // Without a remote store, only the status is available.
        let asksForStatus = call.method == Sync.GetStatus.name || call.method == Sync.Monitor.name
        if !asksForStatus { _ = try tenant.sync.connected() }
        switch call.method {
        case Sync.RemoteChanged.name:
            let scope = try Sync.RemoteChanged.parameters(of: call).scope
            tenant.context.logger.debug("sync.notified", metadata: ["scope": "\(scope ?? "")"])
            try tenant.sync.connected().handle.note(.notified)
            return Sync.RemoteChanged.answer(NoMembers())
        case Sync.ListOutbox.name:
            return try tenant.syncCalls.listOutbox(try Sync.ListOutbox.parameters(of: call))
        case Sync.ListConflicts.name:
            return try tenant.syncCalls.listConflicts(try Sync.ListConflicts.parameters(of: call))
        case Sync.ListDevices.name: return try tenant.syncCalls.listDevices()
        case Sync.ListRounds.name:
            return try tenant.syncCalls.listRounds(try Sync.ListRounds.parameters(of: call))
        case Sync.Explain.name:
            return try tenant.syncCalls.explain(try Sync.Explain.parameters(of: call))
        default: return tenant.syncStatus.reply(continues: false)
        }
    }
}
