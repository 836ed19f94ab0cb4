// SPDX-License-Identifier: Apache-2.0
internal import Logging
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateSystem
internal import Varlink

struct SessionCalls: TenantComponent {
    var context: TenantContext { players.context }
    let players: Players
    let items: Items
    let ticks: Ticks
    let alerts: Alerts
    let sync: SyncLink

    /// Makes the connection a surface of a player, in the foreground.
    func attach(
        _ parameters: Session.Attach.Parameters,
        by caller: Caller
    ) throws(StateError) -> [UInt8] {
        try checkPlayer(parameters.player)
        if let surface = parameters.surface {
            try check(name: surface, as: "surface", atMost: Limits.playerBytes)
        }
        let now = clock.now()
        let name = parameters.player
        let connection = caller.connection
        if let old = players.surfaces[connection], old.player != name { detach(connection) }
        forgetSilentPlayers(now: now)
        // A second surface begins at the position of the first.
        ticks.storeTicks(player: name)
        players.surfaces[connection] = Surface(player: name, phase: .foreground)
        sync.noteFront(of: name)
        players.noteSurfaces(of: name)
        guard let item = log.player(named: name)?.item else {
            return Session.Attach.answer(
                Session.Attach.Reply(
                    queue: log.player(named: name)?.queue ?? [],
                    autoplay: false,
                    expired: false
                )
            )
        }
        items.jumps.reopened(player: name, item: item, now: now)
        return Session.Attach.answer(try resumption(of: item, by: name, now: now))
    }

    /// Returns how an attaching player resumes its item, and raises an alert if the item has
    /// expired, unless this expiry was already reported.
    private func resumption(
        of item: String,
        by name: String,
        now: Timestamp
    ) throws(StateError) -> Session.Attach.Reply {
        let expiry = log.player(named: name)?.reportedExpiry
        let state = try items.currentState(of: item, now: now)
        let standing = state?.livePoint(at: now)
        try players.raiseExpiry(of: state, for: name, now: now)
        let expired = log.player(named: name)?.reportedExpiry != expiry
        let resumption = try standing.map { point throws(StateError) in
            try items.rewinds.resumption(of: point, by: name, now: now)
        }
        return Session.Attach.Reply(
            item: item,
            position: resumption?.position,
            queue: log.player(named: name)?.queue ?? [],
            autoplay: context.settings.policy.autoplay && standing != nil
                && state?.record.interrupted == true,
            expired: expired
        )
    }

    func setPhase(
        _ parameters: Session.SetPhase.Parameters,
        by caller: Caller
    ) throws(StateError) -> [UInt8] {
        guard let surface = players.surfaces[caller.connection] else { throw .notAttached }
        let before = players.player(named: surface.player).phase
        players.surfaces[caller.connection]?.phase = parameters.phase
        switch parameters.phase {
        case .background: ticks.storeTicks(player: surface.player)
        case .foreground:
            items.expireDue(now: clock.now())
            sync.noteFront(of: surface.player)
        }
        if players.player(named: surface.player).phase != before {
            players.noteSurfaces(of: surface.player)
        }
        return Session.SetPhase.answer(NoMembers())
    }

    /// Removes the surface of a connection that has closed, or that attaches to another player.
    func detach(_ connection: ConnectionID) {
        guard let surface = players.surfaces[connection] else { return }
        players.surfaces[connection] = nil
        let name = surface.player
        ticks.storeTicks(player: name)
        if players.surfaces.count(of: name).all == 0 {
            do throws(StateError) {
                try queue.perform { () throws(StateError) in try leave(name) }
            } catch {
                logger.notice(
                    "the position of a closed surface was not stored",
                    metadata: ["player": "\(name)", "reason": "\(error)"]
                )
            }
        }
        players.noteSurfaces(of: name)
    }

    /// Stores the current item of a player that has no surface left: as finished if the item is in
    /// its credits, or as paused if it was playing.
    private func leave(_ name: String) throws(StateError) {
        guard let player = log.player(named: name), let item = player.item else { return }
        let now = clock.now()
        let state = try items.currentState(of: item, now: now)
        guard let state, let point = state.livePoint(at: now), point.player == name,
            point.status != .failed
        else { return try stop(player, now: now) }
        // On another device, a player of the same name may be playing the item.
        if !context.isStopping, state.record.device == DeviceID.own, let duration = point.duration,
            context.settings.policy.isSeen(
                at: point.position,
                of: duration,
                isAlbumTrack: state.record.isAlbumTrack
            )
        {
            try items.clear(state, isOver: true, now: now)
            var next = player
            next.advance()
            return try players.write(next, now: now)
        }
        // The player may have stopped by a report whose position was ignored.
        guard point.status == .playing, player.playing || state.record.device == DeviceID.own
        else { return try stop(player, now: now) }
        try pause(point, after: state, isInterrupted: player.playing, now: now)
    }

    /// Stores an item that a player was playing as paused, because a request has replaced it.
    func pause(_ item: String, of player: PlayerRecord, now: Timestamp) throws(StateError) {
        guard player.playing, let state = try items.currentState(of: item, now: now),
            let point = state.livePoint(at: now), point.player == player.name,
            point.status == .playing
        else { return }
        try pause(point, after: state, isInterrupted: false, now: now)
    }

    private func pause(
        _ point: ResumePoint,
        after state: ItemState,
        isInterrupted: Bool,
        now: Timestamp
    ) throws(StateError) {
        var record = ItemRecord(point: point, device: state.record.device)
        record.isAlbumTrack = state.record.isAlbumTrack
        record.point.status = .paused
        record.interrupted = isInterrupted
        try items.addRow(record, .saved, after: state, keyTime: now, now: now)
    }

    private func stop(_ player: PlayerRecord, now: Timestamp) throws(StateError) {
        guard player.playing else { return }
        var stopped = player
        stopped.playing = false
        try players.write(stopped, now: now)
    }

    /// Forgets players that were not seen for 30 days and have neither a queue nor a resume point.
    ///
    /// This is done when a player attaches, so that it does not wake an idle daemon.
    func forgetSilentPlayers(now: Timestamp) {
        do throws(StateError) {
            for player in players.silent.due(of: log.statistics.players.values, now: now)
            where try isGone(player, now: now) {
                try forget(player, now: now)
            }
        } catch {
            logger.debug(
                "cannot remove unused players",
                metadata: ["reason": "\(error)"]
            )
        }
    }

    private func isGone(_ player: PlayerRecord, now: Timestamp) throws(StateError) -> Bool {
        guard !player.isForgotten, player.queueCount == 0,
            players.surfaces.count(of: player.name).all == 0
        else { return false }
        // A row that the log no longer has was displaced, or is older than the retention of the
        // history.
        let time = try onStore(log.time(of: player.revision.firstRow))
        guard time ?? .epoch < now - SilentPlayers.retentionMilliseconds else { return false }
        guard let item = player.item else { return true }
        let state = try onStore(log.state(named: item))
        return state?.isLive(at: now) != true
    }
}
