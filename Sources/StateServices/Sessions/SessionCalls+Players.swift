// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateSystem

// The calls that describe, forget and list players.
extension SessionCalls {
    func describePlayer(
        _ parameters: Session.DescribePlayer.Parameters
    ) throws(StateError) -> [UInt8] {
        let name = parameters.player
        try checkPlayer(name)
        if let label = parameters.label {
            try check(label, as: "label", atMost: Limits.labelBytes)
        }
        let description = PlayerDescription(
            label: parameters.label,
            obstacle: parameters.obstacle
        )
        guard description != players.descriptions[name] ?? PlayerDescription() else {
            return Session.DescribePlayer.answer(NoMembers())
        }
        if players.descriptions[name] == nil, players.descriptions.count >= context.settings.players
        {
            throw .quotaExceeded(limit: "players-per-uid", value: context.settings.players)
        }
        players.descriptions[name] = description == PlayerDescription() ? nil : description
        players.noteSurfaces(of: name)
        return Session.DescribePlayer.answer(NoMembers())
    }

    func forgetPlayer(
        _ parameters: Session.ForgetPlayer.Parameters
    ) throws(StateError) -> [UInt8] {
        let name = parameters.player
        try checkPlayer(name)
        if parameters.rewind == true {
            try items.rewinds.forget(name)
            return Session.ForgetPlayer.answer(NoMembers())
        }
        guard players.surfaces.count(of: name).all == 0 else {
            throw .invalidValue(
                parameter: "player",
                reason: "is still connected; close the player first"
            )
        }
        let record = log.player(named: name)
        guard record?.isForgotten == false || players.descriptions[name] != nil else {
            throw .notFound(item: nil, player: name)
        }
        players.descriptions[name] = nil
        players.replacedItems.forget(name)
        if let record, !record.isForgotten {
            try forget(record, now: clock.now())
        } else {
            players.noteSurfaces(of: name)
        }
        return Session.ForgetPlayer.answer(NoMembers())
    }

    func forget(_ player: PlayerRecord, now: Timestamp) throws(StateError) {
        ticks.storeTicks(player: player.name)
        var record = player
        record.forget()
        try log.withinCall { () throws(StateError) in try players.write(record, now: now) }
        note(pending: players.playerChange(player.name))
    }

    func listPlayers(_ parameters: Session.ListPlayers.Parameters) -> [UInt8] {
        let names = players.playerNames().filter { name in
            parameters.cursor.map { $0 < name } ?? true
        }
        // Players that do not fit into the reply are not encoded, because there may be many with
        // long queues.
        let all = names.sorted().lazy.map { [players] in players.player(named: $0) }
        let shown = ReplySize.fitting(all) { $0.json.count }
        let cursor = shown.count < names.count ? shown.last?.player : nil
        return Session.ListPlayers.answer(
            Session.ListPlayers.Reply(players: shown, cursor: cursor)
        )
    }

    /// The tolerance for a report that an item is unavailable, in milliseconds.
    ///
    /// The report is ignored if it is older than the item's newest observation by more than this.
    /// An observation without a time is dated when it reaches the daemon, and may therefore have a
    /// later time than a report that the player sent after it.
    private static let lateMilliseconds = 2_000

    func reportUnavailable(
        _ parameters: Session.ReportUnavailable.Parameters
    ) throws(StateError) -> [UInt8] {
        try checkPlayer(parameters.player)
        try checkItem(parameters.item)
        let most = Limits.reasonBytes
        if let reason = parameters.reason, reason.utf8.count > most {
            throw .invalidValue(parameter: "reason", reason: "must be at most \(most) bytes")
        }
        let item = try items.ownName(of: parameters.item)
        ticks.storeTick(item: item)
        let now = clock.now()
        let state = try items.currentState(of: item, now: now)
        if let at = parameters.at?.clamped, let state,
            state.record.point.at.clamped - at > Self.lateMilliseconds
        {
            return Session.ReportUnavailable.answer(.init(alert: .unassigned))
        }
        if let state, let point = state.livePoint(at: now) {
            // A file that is known by its contents may have been renamed, or be on another device.
            if try items.contentKeys(of: state).isEmpty { try items.clear(state, now: now) }
            try players.stop(point, now: now)
        }
        let isWanted = log.player(named: parameters.player).map { player in
            (player.queue + [player.item ?? ""]).contains { ExactString.same($0, item) }
        }
        // A name that is unknown and in no queue was probably mistyped, and needs no alert.
        guard state != nil || isWanted == true else {
            return Session.ReportUnavailable.answer(.init(alert: .unassigned))
        }
        let known = state.map { Alert.Subject($0.record.point) }
        let id = try alerts.raise(
            .itemUnavailable,
            about: known ?? Alert.Subject(unknown: item),
            player: parameters.player,
            reason: parameters.reason,
            now: now
        )
        return Session.ReportUnavailable.answer(.init(alert: id))
    }
}
