internal import StateProtocol
internal import StateStore
internal import Varlink

extension Services {
    /// Carries out a call of one of the daemon's interfaces, except Save.
    func dispatch(
        _ call: Call,
        from connection: ConnectionID,
        in tenant: Tenant
    ) -> CallDisposition {
        switch call.method {
        case Playback.SaveMany.name
        where call.parameters.count > SaveManyJob.long && !call.oneway:
            return saveMany(call, from: connection, in: tenant)
        case Playback.SaveMany.name:
            tenant.queue.write(call, from: connection) { () throws(StateError) in
                try tenant.playback.saveMany(
                    try Playback.SaveMany.parameters(of: call),
                    from: connection
                )
            }
        case Playback.Clear.name:
            tenant.queue.write(call, from: connection) { () throws(StateError) in
                try tenant.playback.clear(try Playback.Clear.parameters(of: call))
            }
        case Playback.Undo.name:
            tenant.queue.write(call, from: connection) { () throws(StateError) in
                try tenant.playback.undo(try Playback.Undo.parameters(of: call))
            }
        case Playback.AddAlias.name:
            tenant.queue.write(call, from: connection) { () throws(StateError) in
                try tenant.aliases.add(try Playback.AddAlias.parameters(of: call))
            }
        case Playback.RemoveAlias.name:
            tenant.queue.write(call, from: connection) { () throws(StateError) in
                try tenant.aliases.remove(try Playback.RemoveAlias.parameters(of: call))
            }
        case Playback.ClearAll.name:
            return clearAll(call, from: connection, in: tenant)
        case Playback.Subscribe.name:
            return subscribe(call, from: connection, in: tenant)
        case Events.Append.name:
            tenant.queue.write(call, from: connection) { () throws(StateError) in
                try tenant.events.append(try Events.Append.parameters(of: call))
            }
        case Events.Follow.name:
            return follow(call, from: connection, in: tenant)
        case Service.Backup.name, Service.ListBackups.name, Service.Restore.name:
            return backUp(call, from: connection, in: tenant)
        default:
            if let disposition = sync(call, from: connection, in: tenant) { return disposition }
            if !changeSession(call, from: connection, in: tenant) {
                read(call, from: connection, in: tenant)
            }
        }
        return .next
    }

    /// Carries out a call that changes a session; returns false for any other call.
    private func changeSession(
        _ call: Call,
        from connection: ConnectionID,
        in tenant: Tenant
    ) -> Bool {
        guard call.method.hasPrefix(Session.prefix), !Session.reading.contains(call.method) else {
            return false
        }
        if tenant.alerts.answersAboutStorage(call, from: connection) { return true }
        tenant.queue.write(call, from: connection) { () throws(StateError) in
            switch call.method {
            case Session.Attach.name:
                try tenant.sessions.attach(try Session.Attach.parameters(of: call), on: connection)
            case Session.SetPhase.name:
                try tenant.sessions.setPhase(
                    try Session.SetPhase.parameters(of: call),
                    on: connection
                )
            case Session.SetQueue.name:
                try tenant.sessions.setQueue(try Session.SetQueue.parameters(of: call))
            case Session.Enqueue.name:
                try tenant.sessions.enqueue(try Session.Enqueue.parameters(of: call))
            case Session.PlayNow.name:
                try tenant.sessions.playNow(try Session.PlayNow.parameters(of: call))
            case Session.Skip.name:
                try tenant.sessions.skip(try Session.Skip.parameters(of: call))
            case Session.DescribePlayer.name:
                try tenant.sessions.describePlayer(try Session.DescribePlayer.parameters(of: call))
            case Session.ForgetPlayer.name:
                try tenant.sessions.forgetPlayer(try Session.ForgetPlayer.parameters(of: call))
            case Session.ReportUnavailable.name:
                try tenant.playback.reportUnavailable(
                    try Session.ReportUnavailable.parameters(of: call)
                )
            case Session.DismissAlert.name:
                try tenant.alerts.dismiss(try Session.DismissAlert.parameters(of: call))
            case Session.RetryAlert.name:
                try tenant.alerts.retry(try Session.RetryAlert.parameters(of: call))
            default: throw .methodNotImplemented(call.method)
            }
        }
        return true
    }

    private func read(_ call: Call, from connection: ConnectionID, in tenant: Tenant) {
        tenant.queue.read(call, from: connection) { [self] () throws(StateError) in
            switch call.method {
            case Playback.Get.name: try tenant.playback.get(try Playback.Get.parameters(of: call))
            case Playback.Resume.name:
                try tenant.playback.resume(try Playback.Resume.parameters(of: call))
            case Playback.List.name:
                try tenant.playback.list(try Playback.List.parameters(of: call))
            case Playback.History.name:
                try tenant.playback.history(try Playback.History.parameters(of: call))
            case Playback.ListAliases.name:
                try tenant.aliases.list(try Playback.ListAliases.parameters(of: call))
            case Events.List.name:
                try tenant.events.listEvents(try Events.List.parameters(of: call))
            case Session.ListPlayers.name: tenant.sessions.listPlayers()
            case Session.ListAlerts.name: tenant.alerts.listAlerts()
            case Service.GetHealth.name: health(of: tenant)
            case Service.GetMetrics.name: metrics(of: tenant)
            case Service.Reload.name: try reload(for: tenant)
            default: throw .methodNotImplemented(call.method)
            }
        }
    }

    /// Stores one snapshot, or buffers it as a tick if the call is one-way.
    func save(_ call: Call, from connection: ConnectionID, in tenant: Tenant) {
        guard call.oneway else {
            tenant.queue.write(call, from: connection) { () throws(StateError) in
                try tenant.playback.save(try Playback.Save.parameters(of: call), from: connection)
            }
            return
        }
        // A one-way caller expects no reply, so a call that cannot be parsed is dropped.
        guard let parameters = try? Playback.Save.parameters(of: call) else { return }
        tenant.ticks.accept(parameters.snapshot, from: connection)
    }

    private func clearAll(
        _ call: Call,
        from connection: ConnectionID,
        in tenant: Tenant
    ) -> CallDisposition {
        do throws(StateError) {
            let parameters = try Playback.ClearAll.parameters(of: call)
            if let player = parameters.player { try tenant.playback.checkPlayer(player) }
            tenant.ticks.settleAll()
            tenant.jobs.start(
                ClearAllJob(
                    connection,
                    player: parameters.player,
                    newest: tenant.store.log.lastWritten,
                    wantsAnswer: !call.oneway
                )
            )
            return .wait
        } catch {
            if !call.oneway { tenant.queue.answer(error.message, to: connection) }
            return .next
        }
    }

    /// Stores a large batch in the turn after the one in which it was parsed.
    private func saveMany(
        _ call: Call,
        from connection: ConnectionID,
        in tenant: Tenant
    ) -> CallDisposition {
        do throws(StateError) {
            let parameters = try Playback.SaveMany.parameters(of: call)
            tenant.jobs.start(SaveManyJob(connection, parameters))
            return .wait
        } catch {
            tenant.queue.answer(error.message, to: connection)
            return .next
        }
    }

    private func subscribe(
        _ call: Call,
        from connection: ConnectionID,
        in tenant: Tenant
    ) -> CallDisposition {
        do throws(StateError) {
            guard call.more, !call.oneway else { throw .expectedMore }
            try tenant.streams.subscribe(
                try Playback.Subscribe.parameters(of: call),
                on: connection
            )
            return .stream
        } catch {
            if !call.oneway { tenant.queue.answer(error.message, to: connection) }
            return .next
        }
    }

    private func backUp(
        _ call: Call,
        from connection: ConnectionID,
        in tenant: Tenant
    ) -> CallDisposition {
        do throws(StateError) {
            let isBackup = call.method == Service.Backup.name
            let parameters = isBackup ? try Service.Backup.parameters(of: call) : nil
            guard tenant.context.uid == control.uid || tenant.context.uid == 0 else {
                throw .permissionDenied
            }
            if let parameters {
                try tenant.backups.backUp(parameters, for: connection, call)
            } else if call.method == Service.Restore.name {
                let parameters = try Service.Restore.parameters(of: call)
                try tenant.backups.restore(parameters, for: connection, call)
            } else {
                tenant.backups.listBackups(for: connection, call)
            }
            return .wait
        } catch {
            if !call.oneway { tenant.queue.answer(error.message, to: connection) }
            return .next
        }
    }
}

extension Services {
    /// Begins a stream of events.
    func follow(
        _ call: Call,
        from connection: ConnectionID,
        in tenant: Tenant
    ) -> CallDisposition {
        do throws(StateError) {
            guard call.more, !call.oneway else { throw .expectedMore }
            try tenant.streams.follow(try Events.Follow.parameters(of: call), on: connection)
            return .stream
        } catch {
            if !call.oneway { tenant.queue.answer(error.message, to: connection) }
            return .next
        }
    }
}

extension Session {
    /// The prefix of the interface's method names.
    fileprivate static let prefix = "\(interface)."
    /// The methods that change nothing.
    fileprivate static let reading: Set<String> = [ListPlayers.name, ListAlerts.name]
}
