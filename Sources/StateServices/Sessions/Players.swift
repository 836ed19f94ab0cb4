// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateSystem
internal import Varlink

final class Players: TenantComponent {
    let context: TenantContext
    var surfaces = SurfaceTable()
    var requests = PlayerRequests()
    var descriptions: [String: PlayerDescription] = [:]
    var replacedItems = ReplacedItems()
    var silent = SilentPlayers()
    private let alerts: Alerts
    /// The lookup keys of the players whose changes become pending at the end of the call.
    private var heldMoves: Set<ExactString> = []

    init(_ context: TenantContext, _ alerts: Alerts) {
        self.context = context
        self.alerts = alerts
    }

    /// Returns the names of the players that have state, a surface or an obstacle, in no particular
    /// order.
    func playerNames() -> [String] {
        let known = log.statistics.players
        let standing = known.values.filter { !$0.isForgotten }.map(\.name)
        let others = Set(surfaces.players.keys)
            .union(descriptions.filter { $0.value.obstacle != nil }.keys)
        return standing + others.filter { known[ExactString($0)]?.isForgotten ?? true }
    }

    func knows(_ name: String) -> Bool {
        if let record = log.statistics.players[ExactString(name)], !record.isForgotten {
            return true
        }
        return surfaces.count(of: name).all > 0 || descriptions[name]?.obstacle != nil
    }

    /// Returns up to `limit` of the players that have state, a surface or an obstacle, ordered by
    /// name and beginning after the given one.
    func players(after name: String, limit: Int) -> [Player] {
        // Only the first names are sorted, because few of many candidates are needed.
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

    func player(named name: String) -> Player {
        player(named: ExactString(name))
    }

    func player(named key: ExactString) -> Player {
        let record = log.player(named: key)
        let shown = surfaces.count(of: key.text)
        var player = Player(
            player: key.text,
            item: record?.item,
            playing: record?.playing ?? false,
            phase: shown.front > 0 ? .foreground : .background,
            surfaces: shown.all,
            queue: record?.queue ?? [],
            revision: record?.revision ?? .zero
        )
        let description = descriptions[key.text]
        player.label = description?.label
        player.obstacle = description?.obstacle
        player.obeys = requests.actions(of: key.text)
        return player
    }

    /// Adds a change of a player's surfaces, phase, description or streams to the pending changes.
    ///
    /// No row stores such a change.
    func noteSurfaces(of name: String) {
        context.volatile.note(player: name) { name in
            log.player(named: name) != nil || surfaces.count(of: name).all > 0
        }
        queue.note(
            pending: PendingChange(change: playerChange(name))
        )
    }

    func playerChange(_ name: String) -> Change {
        player(named: name).change(revision: log.revision)
    }

    func write(_ player: PlayerRecord, now: Timestamp) throws(StateError) {
        try onStore(log.append(player, now: now))
    }

    /// Writes another row of a player, and adds the change of its revision to the pending changes.
    func rewrite(_ player: PlayerRecord, now: Timestamp) throws(StateError) {
        try write(player, now: now)
        guard hasRecipients else { return }
        if log.holdsPlayers {
            heldMoves.insert(player.key)
        } else {
            noteRow(of: player.key)
        }
    }

    /// Throws an error if the limit allows no other player.
    ///
    /// The records of forgotten players use memory, too, so ten of them count as one player.
    func checkPlayers() throws(StateError) {
        let forgotten = log.statistics.forgottenPlayers
        let known = log.statistics.players.count - forgotten
        guard known + forgotten / 10 >= context.settings.players else { return }
        throw .quotaExceeded(limit: "players-per-uid", value: context.settings.players)
    }

    // MARK: Current items

    /// Asks a player to play its new current item; returns false if it obeys no such requests.
    @discardableResult
    func open(_ item: String?, on player: String, now: Timestamp) -> Bool {
        guard let item, let number = order(.open, item, to: player, now: now) else { return false }
        requests.note(opening: item, on: player, number, now: clock.boottime(at: now))
        return true
    }

    /// Sends a request for which no caller waits; returns its number, or `nil` if the player does
    /// not obey it.
    @discardableResult
    func order(
        _ action: RequestedAction,
        _ item: String? = nil,
        to player: String,
        now: Timestamp
    ) -> Int? {
        let sent = requests.send(action, to: player, now: clock.boottime(at: now))
        guard let sent else { return nil }
        send(Session.Obey.Reply(request: sent.number, action: action, item: item), to: sent.stream)
        return sent.number
    }

    func send(_ request: Session.Obey.Reply, to stream: ConnectionID) {
        let message = Session.Obey.answer(request, continues: true)
        // The stream must not receive an error if the commit fails.
        queue.hold { [context] _ in context.transport.send(message, to: stream) }
    }

    /// Updates a player's current item after a snapshot, and adds the change of the player, if any,
    /// to the pending changes.
    ///
    /// The current item is that of the latest snapshot, not counting stale, archived and
    /// quarantined ones. If that item is finished, the first item of the queue becomes current. The
    /// row of a saved snapshot implies this change; for any other snapshot, a row of the player is
    /// written if the player has changed.
    func follow(
        _ snapshot: Snapshot,
        _ names: PlayerItem,
        _ verdict: Verdict,
        before: PlayerRecord?,
        now: Timestamp
    ) throws(StateError) {
        switch verdict.ruling {
        case .ignore(.stale), .archive, .quarantine, .remainQuarantined: return
        default: break
        }
        let moved = !ExactString.same(before?.item, snapshot.item)
        // The row of a saved snapshot already implies the player's new state.
        if verdict.ruling != .save {
            var after =
                before
                ?? PlayerRecord(key: names.player, item: nil, playing: false, revision: .zero)
            if moved { after.makeCurrent(snapshot.item) }
            after.playing = verdict.status == .playing
            if verdict.ruling == .clear { advance(&after, from: snapshot.item, now: now) }
            if after != before {
                after.changedAt = verdict.at
                try write(after, now: now)
            }
            // A report with a time is not news, and the player may play something else by now.
            if verdict.ruling == .clear, snapshot.at == nil, !log.holdsPlayers {
                open(after.item, on: names.player.text, now: now)
            }
        }
        let plays = verdict.ruling != .clear && verdict.status == .playing
        guard moved || verdict.ruling == .clear || plays != before?.playing, hasRecipients else {
            return
        }
        if log.holdsPlayers, verdict.ruling != .save || hasLongQueue(names.player) {
            heldMoves.insert(names.player)
        } else {
            noteRow(of: names.player)
        }
    }

    /// Makes the first item of the queue the player's current item, after `item` was finished.
    private func advance(_ player: inout PlayerRecord, from item: String, now: Timestamp) {
        player.advance()
        guard let next = player.item else { return }
        replacedItems.order(player.name, from: item, to: next, now: clock.boottime(at: now))
    }

    /// The queue length from which a batch publishes a player only once.
    private static let longQueue = 100

    private func hasLongQueue(_ name: ExactString) -> Bool {
        log.player(named: name).map { $0.queueCount >= Self.longQueue } ?? false
    }

    /// Delays the rows of players and their changes until ``writeHeld(now:)``.
    ///
    /// Each row of a player contains the whole queue, and a batch may change its player thousands
    /// of times. A saved snapshot has a separate row, so its change becomes pending immediately,
    /// unless the queue is long.
    func holdRows() {
        log.holdPlayers()
        heldMoves = []
    }

    /// Writes one row for each player whose rows were delayed, and adds the delayed changes, with
    /// the final states of their players, to the pending changes.
    func writeHeld(now: Timestamp) throws(StateError) {
        for player in log.takeHeldPlayers() {
            try write(player, now: now)
            if heldMoves.remove(player.key) != nil { noteRow(of: player.key) }
        }
        for player in heldMoves.sorted(by: { $0.text < $1.text }) { noteRow(of: player) }
        heldMoves = []
    }

    private func noteRow(of name: ExactString) {
        queue.note(
            pending: PendingChange(change: playerChange(name.text), sequence: log.lastWritten)
        )
    }

    /// Returns true if a snapshot is older than its player's current state, or concerns an item
    /// that a request replaced.
    ///
    /// Such a late or imported report does not change the current item. If another item is current,
    /// the report is also compared with the last report of that item, provided that the same player
    /// on this device made it.
    func isLate(
        _ snapshot: Snapshot,
        at time: Timestamp,
        than player: PlayerRecord?,
        now: Timestamp
    ) throws(StateError) -> Bool {
        if replacedItems.explain(snapshot, now: clock.boottime(at: now)) { return true }
        guard snapshot.at != nil, let player else { return false }
        if time < player.changedAt.recorded(asOf: now) { return true }
        guard let item = player.item, !ExactString.same(item, snapshot.item) else { return false }
        let state = try onStore(log.state(named: item))
        guard let record = state?.record, record.device == .own, record.point.player == player.name
        else { return false }
        return time < record.point.at.recorded(asOf: now)
    }

    /// Replaces a name with `own`, of which it has become an alias, in the current items and queues
    /// of players.
    func rename(_ item: String, to own: String, now: Timestamp) throws(StateError) {
        let concerned = log.statistics.players.values
            .map { log.player(named: $0.key) ?? $0 }
            .filter { player in
                ExactString.same(player.item, item)
                    || player.queue.contains { ExactString.same($0, item) }
            }
        for var player in concerned.sorted(by: { $0.name < $1.name }) {
            if ExactString.same(player.item, item) { player.item = own }
            player.queue = player.queue.map { ExactString.same($0, item) ? own : $0 }
            try write(player, now: now)
            note(pending: playerChange(player.name))
        }
    }

    // MARK: Expiry

    func stop(_ point: ResumePoint, now: Timestamp) throws(StateError) {
        guard var player = log.player(named: point.player), player.playing,
            ExactString.same(player.item, point.item)
        else { return }
        player.playing = false
        try rewrite(player, now: now)
    }

    func viewers() -> [ExactString: [String]] {
        var viewers: [ExactString: [String]] = [:]
        for player in surfaces.players.keys {
            guard let item = log.player(named: player)?.item else { continue }
            viewers[ExactString(item), default: []].append(player)
        }
        return viewers
    }

    /// Raises an alert if the player's item has expired, unless this expiry was already reported.
    func raiseExpiry(
        of state: ItemState?,
        for name: String,
        now: Timestamp
    ) throws(StateError) {
        guard let state, let expiry = state.expired(at: clock.certain(now)),
            var player = log.player(named: name)
        else { return }
        // The times 0 and 1 have other meanings: no expiry, and a player that was forgotten.
        let expiredAt = max(expiry, .epoch + 2)
        guard player.reportedExpiry != expiredAt else { return }
        player.reportedExpiry = expiredAt
        try rewrite(player, now: now)
        let subject = Alert.Subject(state.record.point)
        try alerts.raise(.expired, about: subject, player: name, now: now)
    }
}
