internal import StateProtocol
internal import StateStore
internal import Varlink

extension Services {
    /// Carries out a call of one of the daemon's interfaces, except Save.
    func dispatch(
        _ call: Call,
        from connection: ConnectionID,
        in space: Space
    ) -> CallDisposition {
        switch call.method {
        case Playback.SaveMany.name
        where call.parameters.count > SaveManyJob.long && !call.oneway:
            return saveMany(call, from: connection, in: space)
        case Playback.SaveMany.name:
            space.write(call, from: connection) { () throws(StateError) in
                try space.saveMany(try Playback.SaveMany.parameters(of: call), from: connection)
            }
        case Playback.Clear.name:
            space.write(call, from: connection) { () throws(StateError) in
                try space.clear(try Playback.Clear.parameters(of: call))
            }
        case Playback.Undo.name:
            space.write(call, from: connection) { () throws(StateError) in
                try space.undo(try Playback.Undo.parameters(of: call))
            }
        case Playback.AddAlias.name:
            space.write(call, from: connection) { () throws(StateError) in
                try space.addAlias(try Playback.AddAlias.parameters(of: call))
            }
        case Playback.RemoveAlias.name:
            space.write(call, from: connection) { () throws(StateError) in
                try space.removeAlias(try Playback.RemoveAlias.parameters(of: call))
            }
        case Playback.ClearAll.name:
            return clearAll(call, from: connection, in: space)
        case Playback.Subscribe.name:
            return subscribe(call, from: connection, in: space)
        case Events.Append.name:
            space.write(call, from: connection) { () throws(StateError) in
                try space.append(try Events.Append.parameters(of: call))
            }
        case Events.Follow.name:
            return follow(call, from: connection, in: space)
        case Service.Backup.name, Service.ListBackups.name, Service.Restore.name:
            return backUp(call, from: connection, in: space)
        default:
            if let disposition = sync(call, from: connection, in: space) { return disposition }
            if !changeSession(call, from: connection, in: space) {
                read(call, from: connection, in: space)
            }
        }
        return .next
    }

    /// Carries out a call that changes a session; returns false for any other call.
    private func changeSession(
        _ call: Call,
        from connection: ConnectionID,
        in space: Space
    ) -> Bool {
        guard call.method.hasPrefix(Session.prefix), !Session.reading.contains(call.method) else {
            return false
        }
        if space.answersAboutStorage(call, from: connection) { return true }
        space.write(call, from: connection) { () throws(StateError) in
            switch call.method {
            case Session.Attach.name:
                try space.attach(try Session.Attach.parameters(of: call), on: connection)
            case Session.SetPhase.name:
                try space.setPhase(try Session.SetPhase.parameters(of: call), on: connection)
            case Session.SetQueue.name:
                try space.setQueue(try Session.SetQueue.parameters(of: call))
            case Session.Enqueue.name:
                try space.enqueue(try Session.Enqueue.parameters(of: call))
            case Session.PlayNow.name:
                try space.playNow(try Session.PlayNow.parameters(of: call))
            case Session.Skip.name:
                try space.skip(try Session.Skip.parameters(of: call))
            case Session.DescribePlayer.name:
                try space.describePlayer(try Session.DescribePlayer.parameters(of: call))
            case Session.ForgetPlayer.name:
                try space.forgetPlayer(try Session.ForgetPlayer.parameters(of: call))
            case Session.ReportUnavailable.name:
                try space.reportUnavailable(try Session.ReportUnavailable.parameters(of: call))
            case Session.DismissAlert.name:
                try space.dismiss(try Session.DismissAlert.parameters(of: call))
            case Session.RetryAlert.name:
                try space.retry(try Session.RetryAlert.parameters(of: call))
            default: throw .methodNotImplemented(call.method)
            }
        }
        return true
    }

    private func read(_ call: Call, from connection: ConnectionID, in space: Space) {
        space.read(call, from: connection) { [self] () throws(StateError) in
            switch call.method {
            case Playback.Get.name: try space.get(try Playback.Get.parameters(of: call))
            case Playback.Resume.name: try space.resume(try Playback.Resume.parameters(of: call))
            case Playback.List.name: try space.list(try Playback.List.parameters(of: call))
            case Playback.History.name: try space.history(try Playback.History.parameters(of: call))
            case Playback.ListAliases.name:
                try space.listAliases(try Playback.ListAliases.parameters(of: call))
            case Events.List.name: try space.listEvents(try Events.List.parameters(of: call))
            case Session.ListPlayers.name: space.listPlayers()
            case Session.ListAlerts.name: space.listAlerts()
            case Service.GetHealth.name: health(of: space)
            case Service.GetMetrics.name: metrics(of: space)
            case Service.Reload.name: try reload(for: space)
            default: throw .methodNotImplemented(call.method)
            }
        }
    }

    /// Stores one snapshot, or buffers it as a tick if the call is one-way.
    func save(_ call: Call, from connection: ConnectionID, in space: Space) {
        guard call.oneway else {
            space.write(call, from: connection) { () throws(StateError) in
                try space.save(try Playback.Save.parameters(of: call), from: connection)
            }
            return
        }
        // A one-way caller expects no reply, so a call that cannot be parsed is dropped.
        guard let parameters = try? Playback.Save.parameters(of: call) else { return }
        space.tick(parameters.snapshot, from: connection)
    }

    private func clearAll(
        _ call: Call,
        from connection: ConnectionID,
        in space: Space
    ) -> CallDisposition {
        do throws(StateError) {
            let parameters = try Playback.ClearAll.parameters(of: call)
            if let player = parameters.player { try space.checkPlayer(player) }
            space.storeAllTicks()
            space.start(
                ClearAllJob(
                    connection,
                    player: parameters.player,
                    newest: space.store.lastWritten,
                    wantsAnswer: !call.oneway
                )
            )
            return .wait
        } catch {
            if !call.oneway { space.answer(error.message, to: connection) }
            return .next
        }
    }

    /// Stores a large batch in the turn after the one in which it was parsed.
    private func saveMany(
        _ call: Call,
        from connection: ConnectionID,
        in space: Space
    ) -> CallDisposition {
        do throws(StateError) {
            let parameters = try Playback.SaveMany.parameters(of: call)
            space.start(SaveManyJob(connection, parameters))
            return .wait
        } catch {
            space.answer(error.message, to: connection)
            return .next
        }
    }

    private func subscribe(
        _ call: Call,
        from connection: ConnectionID,
        in space: Space
    ) -> CallDisposition {
        do throws(StateError) {
            guard call.more, !call.oneway else { throw .expectedMore }
            try space.subscribe(try Playback.Subscribe.parameters(of: call), on: connection)
            return .stream
        } catch {
            if !call.oneway { space.answer(error.message, to: connection) }
            return .next
        }
    }

    private func backUp(
        _ call: Call,
        from connection: ConnectionID,
        in space: Space
    ) -> CallDisposition {
        do throws(StateError) {
            let isBackup = call.method == Service.Backup.name
            let parameters = isBackup ? try Service.Backup.parameters(of: call) : nil
            guard space.uid == control.uid || space.uid == 0 else { throw .permissionDenied }
            if let parameters {
                try space.backUp(parameters, for: connection, call)
            } else if call.method == Service.Restore.name {
                let parameters = try Service.Restore.parameters(of: call)
                try space.restore(parameters, for: connection, call)
            } else {
                space.listBackups(for: connection, call)
            }
            return .wait
        } catch {
            if !call.oneway { space.answer(error.message, to: connection) }
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
