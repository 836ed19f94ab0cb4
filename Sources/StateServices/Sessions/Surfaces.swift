internal import Logging
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateSystem
internal import Varlink

extension Tenant {
    /// Makes the connection a surface of a player, in front.
    func attach(
        _ parameters: Session.Attach.Parameters,
        on connection: ConnectionID
    ) throws(StateError) -> [UInt8] {
        try checkPlayer(parameters.player)
        if let name = parameters.surface, !Limits.isName(name, atMost: Limits.playerBytes) {
            throw .invalidValue(
                parameter: "surface",
                reason: "must be 1 to \(Limits.playerBytes) bytes of A-Z, a-z, 0-9, '.', '_', '-'"
            )
        }
        let now = clock.now()
        let name = parameters.player
        if let old = surfaces[connection], old.player != name { detach(connection) }
        forgetSilentPlayers(now: now)
        // A second surface continues from the position of the first.
        storeTicks(of: name)
        store.log.beginCall()
        surfaces[connection] = Surface(player: name, phase: .foreground)
        tellFront(of: name)
        tellSurfaces(of: name)
        guard let item = store.log.player(named: name)?.item else {
            return Session.Attach.answer(
                Session.Attach.Reply(queue: [], autoplay: false, expired: false)
            )
        }
        jumps.reopened(player: name, item: item, now: now)
        let expiry = store.log.player(named: name)?.reportedExpiry
        let head = try standingHead(of: item, now: now)
        let standing = head?.standing(at: now)
        try tellExpiry(of: head, to: name, now: now)
        let expired = store.log.player(named: name)?.reportedExpiry != expiry
        return Session.Attach.answer(
            Session.Attach.Reply(
                item: item,
                position: standing.map { point in
                    settings.policy.rewind.position(
                        point.position,
                        observedAt: point.at,
                        now: now
                    )
                },
                queue: store.log.player(named: name)?.queue ?? [],
                autoplay: settings.policy.autoplay && standing != nil
                    && head?.record.interrupted == true,
                expired: expired
            )
        )
    }

    /// Raises an alert if the player's item expired and no alert was raised for that expiry.
    func tellExpiry(
        of head: ItemState?,
        to name: String,
        now: Int
    ) throws(StateError) {
        guard let head, let expiredAt = head.expired(at: now),
            var player = store.log.player(named: name), player.reportedExpiry != expiredAt
        else { return }
        player.reportedExpiry = expiredAt
        try write(player, now: now)
        try raise(.expired, about: head.record.point, player: name, now: now)
    }

    /// Moves the connection's surface to the front or to the back.
    func setPhase(
        _ parameters: Session.SetPhase.Parameters,
        on connection: ConnectionID
    ) throws(StateError) -> [UInt8] {
        guard let surface = surfaces[connection] else { throw .notAttached }
        let before = player(named: surface.player).phase
        surfaces[connection]?.phase = parameters.phase
        switch parameters.phase {
        case .background: storeTicks(of: surface.player)
        case .foreground:
            expireDue(now: clock.now())
            tellFront(of: surface.player)
        }
        if player(named: surface.player).phase != before { tellSurfaces(of: surface.player) }
        return Session.SetPhase.answer(NoMembers())
    }

    /// Removes the surface of a connection that is gone or shows another player now.
    func detach(_ connection: ConnectionID) {
        guard let surface = surfaces[connection] else { return }
        surfaces[connection] = nil
        let name = surface.player
        storeTicks(of: name)
        if surfaces.count(of: name).all == 0 {
            do throws(StateError) {
                try admit()
                try pause(name)
            } catch {
                logger.notice(
                    "surface.unsaved",
                    metadata: ["player": "\(name)", "why": "\(error)"]
                )
            }
        }
        tellSurfaces(of: name)
    }

    /// Stores the player's item as paused, because a player without a surface does not play.
    private func pause(_ name: String) throws(StateError) {
        guard let player = store.log.player(named: name), player.playing, let item = player.item
        else {
            return
        }
        let now = clock.now()
        store.log.beginCall()
        guard let head = try standingHead(of: item, now: now), head.standing(at: now) != nil,
            head.record.point.status == .playing, head.record.point.player == name
        else {
            var stopped = player
            stopped.playing = false
            try write(stopped, now: now)
            return
        }
        var record = ItemRecord(point: head.record.point, device: head.record.device)
        record.point.status = .paused
        record.interrupted = true
        tell(.saved, try write(record, .saved, after: head, keyTime: now, now: now))
    }

    /// Replies with every player that has state or a surface, by name.
    ///
    /// If one reply cannot hold all of them, players with a surface are preferred, and then the
    /// players that changed last.
    func listPlayers() -> [UInt8] {
        let foremost = playerNames().map { name -> (isShown: Bool, revision: Int, name: String) in
            let isShown = surfaces.count(of: name).all > 0
            return (isShown, store.log.player(named: name)?.revision ?? 0, name)
        }.sorted { one, other in
            (one.isShown ? 1 : 0, one.revision) > (other.isShown ? 1 : 0, other.revision)
        }
        // Players that do not fit are not built: there may be many, with long queues.
        var room = Self.replyBytes
        var shown: [Player] = []
        for (_, _, name) in foremost {
            let player = player(named: name)
            room -= player.json.count + 1
            guard room >= 0 else { break }
            shown.append(player)
        }
        return Session.ListPlayers.answer(
            Session.ListPlayers.Reply(players: shown.sorted { $0.player < $1.player })
        )
    }

    /// Returns the names of the players that have state or a surface, in no order.
    private func playerNames() -> [String] {
        let known = store.log.statistics.players
        let standing = known.values.filter { !$0.isForgotten }.map(\.name)
        let others = Set(surfaces.players.keys)
            .union(descriptions.filter { $0.value.obstacle != nil }.keys)
        return standing + others.filter { known[ExactString($0)]?.isForgotten ?? true }
    }

    /// Returns some of the players that have state or a surface, ordered by name.
    ///
    /// - Parameters:
    ///   - name: The name after which to begin.
    ///   - limit: The maximum number of players.
    /// - Returns: The players as clients see them.
    func players(after name: String, limit: Int) -> [Player] {
        // Keeps only the first names in order, because few of many candidates are among them.
        var names: [String] = []
        for candidate in playerNames() where candidate > name {
            if names.count == limit {
                guard let last = names.last, candidate < last else { continue }
                names.removeLast()
            }
            let place = names.firstIndex { candidate < $0 } ?? names.endIndex
            names.insert(candidate, at: place)
        }
        return names.map { player(named: $0) }
    }

    /// Returns the player of that name as clients see it.
    func player(named name: String) -> Player {
        player(named: ExactString(name))
    }

    /// Returns the player as clients see it, for a name that is already a key.
    func player(named key: ExactString) -> Player {
        let record = store.log.player(named: key)
        let shown = surfaces.count(of: key.text)
        var player = Player(
            player: key.text,
            item: record?.item,
            playing: record?.playing ?? false,
            phase: shown.front > 0 ? .foreground : .background,
            surfaces: shown.all,
            queue: record?.queue ?? [],
            revision: record?.revision ?? 0
        )
        let description = descriptions[key.text]
        player.label = description?.label
        player.obstacle = description?.obstacle
        return player
    }

    /// Publishes that a player's surfaces or phase changed; the log has no row for it.
    func tellSurfaces(of name: String) {
        publisher.noteVolatile(name)
        pendingChanges.append(
            ChangePublisher.PendingChange(change: playerChange(name), sequence: nil)
        )
    }

    /// Returns a change about the player's current state.
    func playerChange(_ name: String) -> Change {
        Change(
            kind: .player,
            revision: store.log.revision,
            player: name,
            about: .player(player(named: name))
        )
    }

    /// Writes a player's state.
    func write(_ player: PlayerRecord, now: Int) throws(StateError) {
        try onStore { () throws(StoreError) in try store.log.write(player, now: now) }
    }
}
