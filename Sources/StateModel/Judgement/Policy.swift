// SPDX-License-Identifier: Apache-2.0

/// The verdict on a snapshot: the ruling, and the values to store or to return.
package struct Verdict: Sendable, Equatable {
    package enum Ruling: Sendable, Equatable {
        case save
        /// Remove the resume point, because the item is finished.
        case clear
        case ignore(OutcomeReason)
        /// Keep the resume point, but restart its time to live.
        case renew
        /// Keep the resume point, and add the snapshot to the history, because it had expired when
        /// it arrived.
        case archive
        /// Keep the resume point, and add the snapshot to the history, because it is a suspicious
        /// jump back.
        case quarantine
        /// Change nothing, because the jump is already in quarantine.
        case remainQuarantined
    }

    package var ruling: Ruling
    /// The status of playback; for a snapshot that is saved, never `finished`.
    package var status: Status
    /// The trusted time of the observation, in milliseconds since 1970.
    package var at: Timestamp
    /// The trusted time at which a resume point with this snapshot would expire, in milliseconds
    /// since 1970.
    package var expiresAt: Timestamp
    /// True if the time that the snapshot states is more than five minutes in the future.
    package var clockAhead = false
    /// True if the snapshot reports the end of the item and the policy does not accept it.
    package var isEndDoubted = false
    /// The time at which the item was cleared or finished; set only if the snapshot is stale for
    /// that reason.
    package var removedAt: Timestamp?

    /// Returns the snapshot as a resume point; the store adds the revision and the device.
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

/// The part of an unexpired resume point with which a snapshot is compared.
@usableFromInline package struct Standing: Sendable, Equatable, Positioned {
    @usableFromInline package let status: Status
    @usableFromInline package let position: Double
    @usableFromInline package let duration: Double?
    @usableFromInline package let reading: ReadingPlace?
    /// The time with which the time of a new observation is compared, in milliseconds since 1970.
    ///
    /// It is the time of the point's observation, or of the undo that restored the point.
    @usableFromInline package let at: Timestamp
    @usableFromInline package let observedAt: Timestamp
    /// True if this device observed the point.
    @usableFromInline package let own: Bool

    /// Creates a standing from the members of a resume point, which would be copied as a whole.
    ///
    /// `chosenAt` is the time of the undo that restored the point, if any.
    @inlinable package init(
        status: Status,
        position: Double,
        duration: Double?,
        reading: ReadingPlace?,
        observedAt: Timestamp,
        own: Bool,
        chosenAt: Timestamp?
    ) {
        self.status = status
        self.position = position
        self.duration = duration
        self.reading = reading
        at = max(observedAt, chosenAt ?? observedAt)
        self.observedAt = observedAt
        self.own = own
    }
}

extension Standing {
    func duration(for snapshot: Snapshot) -> Double? { snapshot.fitting(duration) }

    /// Returns true if this device observed the point during playback, and the snapshot's position
    /// is not before it.
    func continuesPlayback(to snapshot: Snapshot) -> Bool {
        own && status == .playing && distance <= snapshot.distance
    }

    func isPlace(of snapshot: Snapshot) -> Bool {
        position == snapshot.position && reading == snapshot.reading
    }
}

extension Timestamp {
    /// The maximum difference between two synchronised clocks that is expected, in milliseconds.
    fileprivate static let clockTolerance = 300_000

    /// Returns the time with which the time of a new observation is compared.
    ///
    /// A stored time in the future comes from a wrong clock. In this case, the result is five
    /// minutes before `now`.
    package func recorded(asOf now: Timestamp) -> Timestamp {
        self <= now ? self : now - Self.clockTolerance
    }
}

extension Snapshot {
    /// Adds a missing title or duration, as stored with the item's resume point.
    package mutating func complete(title stored: String?, duration known: Double?) {
        if title == nil { title = stored }
        if duration == nil { duration = fitting(known) }
    }

    /// Returns a stored duration; `nil` if it is unknown, or the position is more than a second
    /// beyond it.
    fileprivate func fitting(_ stored: Double?) -> Double? {
        stored.flatMap { position > $0 + Limits.secondsBeyondDuration ? nil : $0 }
    }
}

extension PolicySettings {
    /// Judges a valid snapshot by the rules in stated(8), section JUDGEMENT, in the same order.
    ///
    /// Each snapshot is judged once, by the device on which it was made. `standing` is `nil` if the
    /// item has no resume point, or an expired one. `removedAt` is the time at which the item was
    /// last finished or cleared. `isRepeat` is true if a surface was silent for ten minutes and
    /// repeats its last position, although the item has changed since. `names` are the lookup keys
    /// of the player and the item; `nil` to compute them.
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
        // The time of an observation cannot be in the future.
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
        guard snapshot.at != nil, let standing else { return nil }
        // A snapshot that repeats the observation of the point is not older than the point.
        if at == standing.observedAt, standing.isPlace(of: snapshot) { return nil }
        // The clocks of two devices differ.
        let tolerance = standing.own ? 0 : Timestamp.clockTolerance
        return at + tolerance < standing.at.recorded(asOf: now) ? .ignore(.stale) : nil
    }

    /// Applies rule 5; returns true if the item is finished, because a reported end is accepted or
    /// playback stopped in the credits.
    private func isOver(_ snapshot: Snapshot, _ standing: Standing?) -> Bool {
        if let fraction = snapshot.onlyFraction {
            // A reader may turn back from the last page, so a book is finished only by a reported
            // end.
            return snapshot.status == .finished && fraction >= 0.9
        }
        guard let end = snapshot.duration ?? standing?.duration(for: snapshot) else {
            return snapshot.status == .finished && standing?.continuesPlayback(to: snapshot) == true
        }
        let position = snapshot.position
        switch (snapshot.status, snapshot.cause) {
        case (.finished, _): return position >= end - min(finishMarginSeconds, end / 10)
        case (.paused, .stop), (.paused, .switch):
            return isSeen(at: position, of: end, isAlbumTrack: snapshot.album ?? false)
        default: return false
        }
    }

    /// Applies rules 6 and 7, about positions that are not worth resuming.
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

    /// Applies rule 9, about repetitions of the stored observation.
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
