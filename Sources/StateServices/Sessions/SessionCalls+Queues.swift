// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateSystem

// The queues of players.
extension SessionCalls {
    func setQueue(_ parameters: Session.SetQueue.Parameters) throws(StateError) -> [UInt8] {
        let items = try items.ownNames(of: parameters.items)
        let player = try changeQueue(
            of: parameters.player,
            ifRevision: parameters.ifRevision
        ) { $0.queue = items }
        return Session.SetQueue.answer(RevisionReply(revision: player.revision))
    }

    func enqueue(_ parameters: Session.Enqueue.Parameters) throws(StateError) -> [UInt8] {
        let items = try items.ownNames(of: parameters.items)
        let player = try changeQueue(of: parameters.player) { player in
            if parameters.next == true {
                player.queue = items + player.queue
            } else {
                player.queue += items
            }
        }
        return Session.Enqueue.answer(
            Session.QueueReply(queue: player.queue, revision: player.revision)
        )
    }

    /// Makes an item current.
    ///
    /// If another item was playing, puts that item at the front of the queue, unless the queue is
    /// full.
    func playNow(_ parameters: Session.PlayNow.Parameters) throws(StateError) -> [UInt8] {
        try checkItem(parameters.item)
        let player = try play(try items.ownName(of: parameters.item), on: parameters.player)
        return Session.PlayNow.answer(
            Session.QueueReply(queue: player.queue, revision: player.revision)
        )
    }

    /// Makes a connected player play the item of an alert again, like ``playNow(_:)``.
    func retryAlert(_ parameters: Session.RetryAlert.Parameters) throws(StateError) -> [UInt8] {
        let alert = try alerts.retryable(parameters.id)
        if let name = alert.player, let item = alert.item, players.surfaces.count(of: name).all > 0
        {
            _ = try play(try items.ownName(of: item), on: name)
        }
        try alerts.set(alert.id, to: .retrying, now: clock.now())
        return Session.RetryAlert.answer(NoMembers())
    }

    private func play(_ item: String, on name: String) throws(StateError) -> PlayerRecord {
        let isCurrent = ExactString.same(log.player(named: name)?.item, item)
        let player: PlayerRecord
        do throws(StateError) {
            player = try changeQueue(of: name) { player in
                // An item that is to be played again is not dropped, either.
                let isOther = !ExactString.same(player.item, item)
                if isOther, alerts.isRetrying(player.item, on: name) { player.playing = true }
                player.interrupt(for: item)
            }
        } catch .quotaExceeded {
            // A full queue does not prevent the item from being played.
            player = try changeQueue(of: name) { $0.makeCurrent(item) }
        }
        let now = clock.now()
        let isOpened = players.open(item, on: name, now: now)
        // The state of the player does not show that its paused item was requested.
        if isCurrent, !isOpened { players.order(.play, to: name, now: now) }
        return player
    }

    func skip(_ parameters: Session.Skip.Parameters) throws(StateError) -> [UInt8] {
        let player = try changeQueue(of: parameters.player) { $0.advance() }
        let now = clock.now()
        players.open(player.item, on: parameters.player, now: now)
        if player.item == nil { players.order(.stop, to: parameters.player, now: now) }
        return Session.Skip.answer(
            Session.Skip.Reply(
                item: player.item,
                queue: player.queue,
                revision: player.revision
            )
        )
    }

    /// Lets a player's queue continue after an item that it cannot open, if that is still current.
    func skip(_ item: String, on name: String) throws(StateError) {
        guard ExactString.same(log.player(named: name)?.item, item) else { return }
        let player = try changeQueue(of: name) { $0.advance() }
        players.open(player.item, on: name, now: clock.now())
    }

    /// Changes a player's queue or current item, and adds the change to the pending changes.
    ///
    /// If the player is unknown and would have neither an item nor a queue, it is not created, and
    /// its revision is 0.
    private func changeQueue(
        of name: String,
        ifRevision: Revision? = nil,
        _ change: (inout PlayerRecord) -> Void
    ) throws(StateError) -> PlayerRecord {
        try checkPlayer(name)
        // The ticks are stored first, so that an earlier report cannot change the current item back
        // later.
        ticks.storeTicks(player: name)
        let known = log.player(named: name).flatMap { $0.isForgotten ? nil : $0 }
        var player = known ?? PlayerRecord(name: name, item: nil, playing: false, revision: .zero)
        if let ifRevision, ifRevision != player.revision {
            throw .queueChanged(revision: player.revision)
        }
        if known == nil { try players.checkPlayers() }
        change(&player)
        try checkQueue(player.queue, after: known?.queue ?? [])
        try checkQueues(with: player)
        if known == nil, player.item == nil, player.queueCount == 0 { return player }
        let now = clock.now()
        if !ExactString.same(player.item, known?.item) {
            player.changedAt = now
            if let known, let item = known.item { try pause(item, of: known, now: now) }
            players.replacedItems.order(
                name,
                from: known?.item,
                to: player.item,
                now: clock.boottime(at: now)
            )
        }
        try players.write(player, now: now)
        note(pending: players.playerChange(name))
        return log.player(named: name) ?? player
    }

    /// Throws an error if the queue has grown and all queues together exceed their limit.
    private func checkQueues(with player: PlayerRecord) throws(StateError) {
        let before = log.player(named: player.name)?.queueCount ?? 0
        guard player.queueCount > before else { return }
        let others = log.statistics.players.values.reduce(0) { $0 + $1.queueCount } - before
        try CallLimit.queuedItems.check(others + player.queueCount)
    }

    /// Throws an error if a queue exceeds a limit by which it has grown.
    ///
    /// An alias can make a queue too long that was not, and it must be possible to shorten it.
    private func checkQueue(_ queue: [String], after former: [String]) throws(StateError) {
        for item in queue { try checkItem(item, as: "items") }
        if queue.count > former.count { try CallLimit.queueItems.check(queue.count) }
        let bytes = queue.reduce(0) { $0 + $1.utf8.count }
        if bytes > former.reduce(0, { $0 + $1.utf8.count }) {
            try CallLimit.queueBytes.check(bytes)
        }
    }
}

extension PlayerRecord {
    mutating func makeCurrent(_ next: String) {
        playing = playing && ExactString.same(item, next)
        item = next
        reportedExpiry = .epoch
        removeFromQueue(next)
    }

    /// Makes an item current, and puts the item that was playing at the front of the queue.
    mutating func interrupt(for next: String) {
        let interrupted = playing ? item : nil
        makeCurrent(next)
        guard let interrupted, !ExactString.same(interrupted, next) else { return }
        removeFromQueue(interrupted)
        queue.insert(interrupted, at: 0)
    }

    mutating func advance() {
        playing = false
        reportedExpiry = .epoch
        item = takeFirstOfQueue()
    }
}
