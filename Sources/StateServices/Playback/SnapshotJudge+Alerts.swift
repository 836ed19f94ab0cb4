// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateProtocol
internal import StateStore

// The alerts that snapshots raise and dismiss.
extension SnapshotJudge {
    /// Raises an alert if a player has begun an item that it would have resumed automatically, had
    /// the position not expired.
    func offerExpired(
        _ state: ItemState?,
        _ snapshot: Snapshot,
        now: Timestamp
    ) throws(StateError) {
        guard let state, state.kind == .expired, let cause = snapshot.cause, cause != .seek else {
            return
        }
        let subject = Alert.Subject(state.record.point)
        let facts = MediaFacts(
            isAlbumTrack: false,
            duration: state.record.point.duration ?? snapshot.duration
        )
        guard !subject.isReached(at: snapshot.position),
            context.settings.policy.hold(for: snapshot.player, facts) == nil
        else { return }
        guard try onStore(items.queries.lastPoint(of: state, now: now)) != nil else { return }
        try alerts.raise(.expired, about: subject, player: snapshot.player, now: now)
    }

    func watch(
        _ snapshot: Snapshot,
        _ name: ExactString,
        _ verdict: Verdict,
        _ state: ItemState?,
        now: Timestamp
    ) throws(StateError) {
        let player = snapshot.player
        switch verdict.ruling {
        case .ignore(.stale), .archive: return
        // A player that repeats a known report does not raise a dismissed alert again.
        case .ignore(.unchanged) where !log.mayHaveAlert(about: name): return
        case .quarantine:
            try alerts.raise(
                .jumpQuarantined,
                about: Alert.Subject(verdict.point(of: snapshot)),
                player: player,
                now: now
            )
        default: break
        }
        guard snapshot.status != .failed else {
            // A retry resumes at the item's position, which may not be where it failed.
            let standing = state?.livePoint(at: now).map { Alert.Subject($0) }
            try alerts.raise(
                .streamFailed,
                about: standing ?? Alert.Subject(unknown: snapshot.item, title: snapshot.title),
                player: player,
                reason: snapshot.reason,
                now: now
            )
            return
        }
        guard verdict.ruling == .save || verdict.ruling == .clear,
            log.mayHaveAlert(about: name)
        else { return }
        // The item plays again or the user has acted, so the problem has ended.
        try alerts.resolve(.jumpQuarantined, item: snapshot.item, player: player, now: now)
        try alerts.resolveExpired(
            snapshot.item,
            at: verdict.ruling == .clear ? .infinity : snapshot.position,
            now: now
        )
        guard snapshot.status == .playing || verdict.ruling == .clear else { return }
        try alerts.resolve(.streamFailed, item: snapshot.item, player: player, now: now)
        try alerts.resolve(.itemUnavailable, item: snapshot.item, player: player, now: now)
    }
}
