// SPDX-License-Identifier: Apache-2.0

/// The verdict on a snapshot: the ruling, and the values to store or to return.
package struct Verdict: Sendable, Equatable {
    /// The action to take for a snapshot.
    package enum Ruling: Sendable, Equatable {
        /// Write the snapshot as the resume point.
        case save
        /// Remove the resume point: the item is finished.
        case clear
        /// Change nothing.
        case ignore(OutcomeReason)
        /// Keep the resume point, but restart its time to live.
        case renew
        /// Keep the resume point and add the snapshot, which had already expired, to the history.
        case archive
        /// Keep the resume point and add the snapshot, a suspicious jump back, to the history.
        case quarantine
        /// Change nothing: the jump is already in quarantine.
        case remainQuarantined
    }

    /// The action to take.
    package var ruling: Ruling
    /// The playback status; a snapshot that is saved never has `finished`.
    package var status: Status
    /// The time of the observation, on the trusted clock.
    package var at: Timestamp
    /// The time at which a resume point made from the snapshot expires, on the trusted clock.
    package var expiresAt: Timestamp
    /// True if the snapshot's own time was too far ahead.
    package var clockAhead = false
    /// True if the snapshot reports the end of the item, but the policy does not accept it.
    package var isEndDoubted = false
    /// The time at which the item was cleared or finished, if that makes the snapshot stale.
    package var removedAt: Timestamp?

    /// Returns the snapshot's resume point; the store adds revision and device.
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
            revision: .zero,
            reading: snapshot.reading
        )
    }

    /// Returns the reply to the caller, at `revision`.
    package func result(revision: Revision) -> SaveResult {
        var result = outcome(revision: revision)
        if isEndDoubted { result.status = status }
        if clockAhead { result.at = at }
        result.removedAt = removedAt
        return result
    }

    private func outcome(revision: Revision) -> SaveResult {
        switch ruling {
        case .save: SaveResult(outcome: .saved, reason: nil, revision: revision)
        case .clear: SaveResult(outcome: .cleared, reason: nil, revision: revision)
        case .ignore(let reason): SaveResult(outcome: .ignored, reason: reason, revision: revision)
        case .renew: SaveResult(outcome: .ignored, reason: .unchanged, revision: revision)
        case .archive: SaveResult(outcome: .ignored, reason: .expired, revision: revision)
        case .quarantine, .remainQuarantined:
            SaveResult(outcome: .quarantined, reason: .jump, revision: revision)
        }
    }
}

/// The part of an unexpired resume point that a snapshot is judged against.
package struct Standing: Sendable, Equatable, Positioned {
    /// The playback status.
    package let status: Status
    /// Seconds from the item's beginning.
    package let position: Double
    /// The item's length in seconds, if known.
    package let duration: Double?
    /// The place in an item that has no seconds.
    package let reading: ReadingPlace?
    /// The time, in milliseconds since 1970, after which an observation is newer: the time of the
    /// point, or of the undo that restored it.
    package let at: Timestamp
    /// The time at which the point was observed.
    fileprivate let observedAt: Timestamp
    /// True if this device observed the point.
    package let own: Bool

    /// Creates the summary of a resume point; `chosenAt` is the time of an undo.
    package init(point: borrowing ResumePoint, own: Bool, chosenAt: Timestamp? = nil) {
        status = point.status
        position = point.position
        duration = point.duration
        reading = point.reading
        at = max(point.at, chosenAt ?? point.at)
        observedAt = point.at
        self.own = own
    }
}

extension Standing {
    /// Returns the stored duration unless a snapshot's position disproves it.
    func duration(for snapshot: Snapshot) -> Double? {
        duration.flatMap { snapshot.position > $0 + Limits.secondsBeyondDuration ? nil : $0 }
    }

    /// Returns true if this device's player may have reached the snapshot's position by playback.
    func playsOn(to snapshot: Snapshot) -> Bool {
        own && status == .playing && distance <= snapshot.distance
    }

    /// Returns true if the snapshot and the point have the same position.
    func isPlace(of snapshot: Snapshot) -> Bool {
        position == snapshot.position && reading == snapshot.reading
    }
}

extension Timestamp {
    /// The maximum difference between two synchronised clocks, in milliseconds.
    fileprivate static let clockTolerance = 300_000

    /// Returns the time against which a new observation is compared.
    ///
    /// A stored time in the future came from a wrong clock. Against such a time, only observations
    /// older than the tolerance are stale.
    package func recorded(asOf now: Timestamp) -> Timestamp {
        self <= now ? self : now - Self.clockTolerance
    }
}

extension Snapshot {
    /// Returns the snapshot with a missing title and duration filled in from the item's resume
    /// point.
    ///
    /// A stored duration smaller than the snapshot's position is wrong, and not used.
    package func completed(from point: ResumePoint) -> Snapshot {
        guard title == nil && point.title != nil || duration == nil && point.duration != nil else {
            return self
        }
        var snapshot = self
        if title == nil { snapshot.title = point.title }
        if duration == nil {
            snapshot.duration = Standing(point: point, own: true).duration(for: self)
        }
        return snapshot
    }
}

extension PolicySettings {
    /// Judges a valid snapshot.
    ///
    /// Each snapshot is judged once, on the device where it was made.
    ///
    /// The rules apply in the order of the manual, stated(8), JUDGEMENT.
    ///
    /// - Parameters:
    ///   - snapshot: The valid snapshot of a player.
    ///   - standing: The item's resume point; `nil` if it has none or only an expired one.
    ///   - removedAt: The time at which the item was last finished or cleared; `nil` if it was not.
    ///   - isRepeat: True if a surface repeats its last position after a long silence, although
    ///     another surface has saved since.
    ///   - names: The keys of the snapshot's player and item, if already made.
    ///   - jumps: The record of players that have just opened an item.
    ///   - now: Trusted time in milliseconds since 1970.
    /// - Returns: The verdict.
    package func verdict(
        on snapshot: Snapshot,
        against standing: Standing?,
        removedAt: Timestamp? = nil,
        isRepeat: Bool = false,
        names: PlayerItem? = nil,
        jumps: inout JumpGuard,
        now: Timestamp
    ) -> Verdict {
        let lifetime = lifetime(of: snapshot)
        // An observation cannot lie in the future.
        let at = min((snapshot.at ?? now).clamped, now)
        var verdict = Verdict(
            ruling: .save,
            status: snapshot.status,
            at: at,
            expiresAt: at + lifetime,
            clockAhead: snapshot.at.map { $0 > now + Timestamp.clockTolerance } ?? false
        )
        let opened = jumps.opened(names ?? snapshot.names, now: now)
        let early = earlyRuling(snapshot, at: at, lifetime: lifetime, standing, now: now)
        if let early {
            verdict.ruling = early
            return verdict
        }
        if snapshot.at != nil, let removedAt, at < removedAt.recorded(asOf: now) {
            verdict.ruling = .ignore(.stale)
            verdict.removedAt = removedAt
            return verdict
        }
        if isRepeat {
            verdict.ruling = .ignore(.stale)
            return verdict
        }
        if snapshot.status == .finished { verdict.status = .paused }
        if isOver(snapshot, standing) {
            verdict.ruling = .clear
            jumps.end(snapshot.item)
            return verdict
        }
        verdict.isEndDoubted = snapshot.status == .finished
        verdict.ruling =
            edgeRuling(snapshot)
            ?? jumps.ruling(snapshot, openedAt: opened, against: standing, settings: self, now: now)
            ?? repeatRuling(snapshot, status: verdict.status, standing)
            ?? .save
        return verdict
    }

    /// Applies rules 2 and 3, about old observations.
    private func earlyRuling(
        _ snapshot: Snapshot,
        at: Timestamp,
        lifetime: Int,
        _ standing: Standing?,
        now: Timestamp
    ) -> Verdict.Ruling? {
        if at + lifetime <= now { return .archive }
        guard snapshot.at != nil, let standing, standing.own else { return nil }
        // A repetition of the observation behind the point is not older than the point.
        if at == standing.observedAt, standing.isPlace(of: snapshot) { return nil }
        return at < standing.at.recorded(asOf: now) ? .ignore(.stale) : nil
    }

    /// Applies rule 5: returns true if a reported end is accepted, or the item is left in its
    /// credits.
    private func isOver(_ snapshot: Snapshot, _ standing: Standing?) -> Bool {
        if let fraction = snapshot.onlyFraction {
            // A reader may turn back from the last page, so only a reported end finishes a book.
            return snapshot.status == .finished && fraction >= 0.9
        }
        guard let end = snapshot.duration ?? standing?.duration(for: snapshot) else {
            return snapshot.status == .finished && standing?.playsOn(to: snapshot) == true
        }
        let position = snapshot.position
        switch (snapshot.status, snapshot.cause) {
        case (.finished, _): return position >= end - min(finishMarginSeconds, end / 10)
        case (.paused, .stop), (.paused, .switch):
            return isSeen(at: position, of: end, isAlbumTrack: snapshot.album ?? false)
        default: return false
        }
    }

    /// Applies rules 6 and 7: positions that are not worth resuming.
    private func edgeRuling(_ snapshot: Snapshot) -> Verdict.Ruling? {
        switch snapshot.cause {
        case _ where snapshot.isUnmeasured: break
        case .seek: break
        case nil: if snapshot.distance == 0 { return .ignore(.atStart) }
        default: if snapshot.distance < startMarginSeconds { return .ignore(.atStart) }
        }
        if let duration = snapshot.duration, snapshot.position > duration - endMarginSeconds {
            return .ignore(.atEnd)
        }
        return nil
    }

    /// Applies rule 9: a repetition of the stored observation.
    private func repeatRuling(
        _ snapshot: Snapshot,
        status: Status,
        _ standing: Standing?
    ) -> Verdict.Ruling? {
        guard let standing, standing.status == status, standing.isPlace(of: snapshot)
        else { return nil }
        let opens = snapshot.cause == .load || snapshot.cause == .pause
        return opens ? .renew : .ignore(.unchanged)
    }
}
