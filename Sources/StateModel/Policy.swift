/// What is to be done with a snapshot, and what it says once judged.
package struct Verdict: Sendable, Equatable {
    /// What is to be done.
    package enum Ruling: Sendable, Equatable {
        /// Write it as the resume point.
        case save
        /// Remove the resume point: the item is over.
        case clear
        /// Leave everything as it is.
        case ignore(Why)
        /// Leave the resume point, but let its time to live start anew.
        case renew
        /// Leave the resume point and keep the snapshot in the history: too old on arrival.
        case archive
        /// Leave the resume point and keep the snapshot in the history: a suspect jump back.
        case quarantine
        /// Leave everything as it is: the jump is in quarantine already.
        case remainQuarantined
    }

    /// What is to be done.
    package var ruling: Ruling
    /// How playback stood; never `finished` in what is saved.
    package var status: Status
    /// When it was observed, on the trusted clock.
    package var at: Int
    /// When a resume point made from it would expire, on the trusted clock.
    package var expiresAt: Int
    /// Its own time lay so far ahead that it was taken as now.
    package var clockAhead = false
    /// True if the snapshot said that the item is over, and that is not believed.
    package var isEndDoubted = false

    /// The resume point that the snapshot makes; the store fills in revision and device.
    package func point(of snapshot: Snapshot) -> ResumePoint {
        ResumePoint(
            item: snapshot.item,
            player: snapshot.player,
            status: status,
            position: snapshot.position,
            duration: snapshot.duration,
            title: snapshot.title,
            device: "",
            at: at,
            expiresAt: expiresAt,
            revision: 0
        )
    }

    /// The answer to the caller, at `revision`.
    package func result(revision: Int) -> SaveResult {
        var result = outcome(revision: revision)
        if isEndDoubted { result.status = status }
        return result
    }

    private func outcome(revision: Int) -> SaveResult {
        switch ruling {
        case .save: SaveResult(outcome: .saved, why: nil, revision: revision)
        case .clear: SaveResult(outcome: .cleared, why: nil, revision: revision)
        case .ignore(let why): SaveResult(outcome: .ignored, why: why, revision: revision)
        case .renew: SaveResult(outcome: .ignored, why: .unchanged, revision: revision)
        case .archive: SaveResult(outcome: .ignored, why: .expired, revision: revision)
        case .quarantine, .remainQuarantined:
            SaveResult(outcome: .quarantined, why: .jump, revision: revision)
        }
    }
}

/// What a snapshot is judged against: as much as that takes of a resume point that has not expired.
package struct Standing: Sendable, Equatable {
    /// How playback stood.
    package let status: Status
    /// Seconds from the item's beginning.
    package let position: Double
    /// The item's length in seconds, if known.
    package let duration: Double?
    /// When it was observed, in milliseconds since 1970.
    package let at: Int
    /// Whether this very device observed it.
    package let own: Bool

    /// What is to be known of a standing point.
    package init(point: borrowing ResumePoint, own: Bool) {
        status = point.status
        position = point.position
        duration = point.duration
        at = point.at
        self.own = own
    }
}

extension PolicySettings {
    /// How far ahead of trusted time a snapshot's own time may lie, in milliseconds.
    private static let clockTolerance = 300_000

    /// Judges a valid snapshot, once, on the device where it was made.
    ///
    /// The order of the rules is that of the manual, stated(8), JUDGEMENT.
    /// - Parameters:
    ///   - snapshot: what a player said; valid.
    ///   - standing: the item's resume point, if it has one that has not expired.
    ///   - removedAt: when the item was finished or cleared last; nil: it was not since.
    ///   - isEcho: a surface long silent repeats its last position, though another saved since.
    ///   - names: the snapshot's player and item, where somebody has made keys of them already.
    ///   - jumps: what is remembered about players that just opened an item.
    ///   - now: trusted time in milliseconds since 1970.
    /// - Returns: what is to be done.
    package func judge(
        _ snapshot: Snapshot,
        against standing: Standing?,
        removedAt: Int? = nil,
        isEcho: Bool = false,
        names: PlayerItem? = nil,
        jumps: inout JumpGuard,
        now: Int
    ) -> Verdict {
        let lifetime = lifetime(of: snapshot)
        let ahead = snapshot.at.map { $0 > now + Self.clockTolerance } ?? false
        let at = ahead ? now : snapshot.at ?? now
        var verdict = Verdict(
            ruling: .save,
            status: snapshot.status,
            at: at,
            expiresAt: at + lifetime,
            clockAhead: ahead
        )
        let opened = jumps.opened(names ?? snapshot.names, now: now)
        let isRemovedSince = removedAt.map { $0 <= now && at < $0 } ?? false
        let early =
            earlyRuling(snapshot, at: at, lifetime: lifetime, standing, now: now)
            ?? (snapshot.at != nil && isRemovedSince ? .ignore(.stale) : nil)
        if let early {
            verdict.ruling = early
            return verdict
        }
        if isEcho {
            verdict.ruling = .ignore(.stale)
            return verdict
        }
        if snapshot.status == .finished {
            verdict.status = .paused
            verdict.isEndDoubted = true
            if isOver(snapshot, standing) {
                verdict.ruling = .clear
                verdict.isEndDoubted = false
                jumps.settle(snapshot.item)
                return verdict
            }
        }
        verdict.ruling =
            edgeRuling(snapshot)
            ?? jumps.ruling(snapshot, openedAt: opened, against: standing, settings: self, now: now)
            ?? repeatRuling(snapshot, status: verdict.status, standing)
            ?? .save
        return verdict
    }

    /// Rules 2 and 3: observations whose time has passed.
    private func earlyRuling(
        _ snapshot: Snapshot,
        at: Int,
        lifetime: Int,
        _ standing: Standing?,
        now: Int
    ) -> Verdict.Ruling? {
        if at + lifetime <= now { return .archive }
        guard snapshot.at != nil, let standing, standing.own else { return nil }
        // A stored time ahead of now came from a clock that was wrong: it must not win for ever.
        if standing.at <= now, at < standing.at { return .ignore(.stale) }
        return nil
    }

    /// Rule 5: whether "finished" is believed: near a known end, not in mid-stream.
    private func isOver(_ snapshot: Snapshot, _ standing: Standing?) -> Bool {
        guard let end = snapshot.duration ?? standing?.duration else { return false }
        return snapshot.position >= end - min(finishMargin, end / 10)
    }

    /// Rules 6 and 7: positions that nobody needs to come back to.
    private func edgeRuling(_ snapshot: Snapshot) -> Verdict.Ruling? {
        switch snapshot.cause {
        case .seek: break
        case nil: if snapshot.position == 0 { return .ignore(.atStart) }
        default: if snapshot.position < startMargin { return .ignore(.atStart) }
        }
        if let duration = snapshot.duration, snapshot.position > duration - endMargin {
            return .ignore(.atEnd)
        }
        return nil
    }

    /// Rule 9: the same again.
    private func repeatRuling(
        _ snapshot: Snapshot,
        status: Status,
        _ standing: Standing?
    ) -> Verdict.Ruling? {
        guard let standing, standing.status == status, standing.position == snapshot.position
        else { return nil }
        let opens = snapshot.cause == .load || snapshot.cause == .pause
        return opens ? .renew : .ignore(.unchanged)
    }
}
