internal import StateModel
internal import StateProtocol
internal import StateStore
internal import Varlink

extension Tenant {
    /// The time, in milliseconds, after which a silent surface may be waking up with old news.
    private static let staleAfterMilliseconds = 600_000

    /// Updates the player's current item.
    ///
    /// The current item is that of the latest snapshot that was neither stale nor quarantined. An
    /// item that is finished makes way for the first of the queue. A saved snapshot implies this by
    /// itself; any other needs a row of the player's.
    func follow(
        _ snapshot: Snapshot,
        _ names: PlayerItem,
        _ verdict: Verdict,
        before: PlayerRecord?,
        now: Int
    ) throws(StateError) {
        switch verdict.ruling {
        case .ignore(.stale), .archive, .quarantine, .remainQuarantined: return
        default: break
        }
        let moved = before?.item.map { !ExactString.same($0, snapshot.item) } ?? true
        // The row of a saved snapshot already implies the new state of its player.
        if verdict.ruling != .save {
            var after =
                before
                ?? PlayerRecord(key: names.player, item: nil, playing: false, revision: 0)
            if moved { after.makeCurrent(snapshot.item) }
            after.playing = verdict.status == .playing
            if verdict.ruling == .clear { after.advance() }
            if after != before { try write(after, now: now) }
        }
        guard moved || verdict.ruling == .clear, isHeard else { return }
        pendingChanges.append(
            ChangePublisher.PendingChange(
                player(named: names.player),
                revision: store.log.revision,
                sequence: store.log.lastWritten
            )
        )
    }

    /// Raises the alerts that a snapshot calls for, and dismisses those that it settles.
    func watch(
        _ snapshot: Snapshot,
        _ name: ExactString,
        _ verdict: Verdict,
        now: Int
    ) throws(StateError) {
        let player = snapshot.player
        switch verdict.ruling {
        case .save where snapshot.status == .failed:
            try raise(
                .streamFailed,
                about: verdict.point(of: snapshot),
                player: player,
                reason: snapshot.reason,
                now: now
            )
        case .quarantine:
            try raise(
                .jumpQuarantined,
                about: verdict.point(of: snapshot),
                player: player,
                now: now
            )
        case .save, .clear:
            guard store.log.mayHaveAlert(about: name) else { return }
            // The item plays again or a person has intervened, so the problem is over.
            try resolve(.jumpQuarantined, item: snapshot.item, player: player, now: now)
            guard snapshot.status == .playing || verdict.ruling == .clear else { return }
            try resolve(.streamFailed, item: snapshot.item, player: player, now: now)
            try resolve(.itemUnavailable, item: snapshot.item, player: player, now: now)
        default: break
        }
    }

    /// Returns true if a surface repeats its last report after a long silence although the item
    /// changed.
    func isRepeat(
        _ snapshot: Snapshot,
        of head: ItemState?,
        after last: LastReport?,
        now: Int
    ) -> Bool {
        guard let last, now - last.at >= Self.staleAfterMilliseconds,
            last.item.isText(snapshot.item), last.position == snapshot.position
        else { return false }
        return head?.sequence != last.sequence
    }

    /// Remembers the last report of a connection.
    func remember(
        _ snapshot: Snapshot,
        _ name: ExactString,
        _ head: ItemState?,
        from connection: ConnectionID?,
        after last: LastReport?,
        now: Int
    ) {
        guard let connection, connections.contains(connection) else { return }
        if let last { return last.note(snapshot, name, head, now: now) }
        lastReports[connection] = LastReport(snapshot, name, head, now: now)
    }
}
