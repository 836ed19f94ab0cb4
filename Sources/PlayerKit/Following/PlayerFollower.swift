// SPDX-License-Identifier: Apache-2.0
package import StateModel

package enum PlayerAction<Command: Equatable & Sendable>: Equatable, Sendable {
    case command(Command)
    case call(SurfaceCall)
    /// Compute the content key of the file at the path, and pass it to the follower.
    case read(path: String)
    /// Tell the user that the item's resume point, at a position in seconds, expired at the given
    /// time.
    case expired(item: String, position: Double, at: Timestamp)
    /// Tell the user that the player does not continue at the item's resume point, whose position
    /// is in seconds.
    case missed(item: String, position: Double)
}

/// The reliability of the length that a player reports.
package enum LengthKnowledge: Sendable {
    /// The length is not known yet, and is expected soon.
    case awaited
    /// The length was read from the item itself.
    case exact
    /// The length may be an estimate, or the length of another item.
    case guessed
}

/// A state machine that follows one player.
///
/// Each kind of player has a conforming type, which turns the player's events into changes of
/// ``item`` and into calls of the functions below, and translates commands into the player's
/// protocol. The exchange with the daemon is the same for all kinds.
package protocol PlayerFollower: Sendable {
    associatedtype Command: Equatable & Sendable

    var player: String { get }
    /// The time of the current event, in milliseconds.
    var now: Int { get }
    var isAttached: Bool { get set }
    var item: PlayedItem { get set }
    var actions: [PlayerAction<Command>] { get set }

    var position: Double? { get }
    /// True if the position is reliable, and playback can be resumed there.
    var isCertain: Bool { get }
    /// True from a seek until the player has reported its new position.
    var isJumping: Bool { get }
    var isRunning: Bool { get }
    /// The playback speed, where 1 is normal; `nil` if unknown.
    var rate: Double? { get }
    var canSeek: Bool { get }
    var lengthKnowledge: LengthKnowledge { get }

    mutating func call(_ call: SurfaceCall)
    /// Makes the player seek to a position, in seconds, at the end of a pause.
    mutating func continuePlayback(at position: Double)
}

extension PlayerFollower {
    package mutating func call(_ call: SurfaceCall) {
        actions.append(.call(call))
    }

    package mutating func command(_ command: Command) {
        actions.append(.command(command))
    }

    package mutating func take() -> [PlayerAction<Command>] {
        defer { actions = [] }
        return actions
    }
}

// MARK: - Reports

extension PlayerFollower {
    /// Saves a snapshot of the item in the daemon, if the player's position is certain and the
    /// stored position is not protected.
    package mutating func save(
        as status: Status? = nil,
        _ cause: Cause,
        reason: String? = nil
    ) {
        if cause == .seek || isRunning { item.unplayed = nil }
        if cause == .load, !isRunning, let position { item.pause(from: position) }
        if !isRunning, !item.isReported, item.reopening == .done {
            item.reopening = .paused(since: now)
        }
        guard let snapshot = snapshot(status, cause, reason) else { return announce(status) }
        call(.save(snapshot))
        item.announced = nil
        item.reported = position
    }

    /// Tells the daemon which item is current while nothing may be reported about its position.
    private mutating func announce(_ status: Status?) {
        let status = status ?? (isRunning ? .playing : .paused)
        guard isAttached, isCertain, let position, item.isHeld(at: position),
            status != item.announced, status != .finished,
            let snapshot = item.snapshot(by: player, status, nil, at: 0, rate: rate)
        else { return }
        call(.announce(snapshot))
        item.announced = status
    }

    package mutating func tick() {
        guard item.isFollowed, item.isReported, isRunning, !item.isOver, !isJumping,
            !item.reopening.isAsking, !mustAskFirst, let report = item.cadence.report(now: now)
        else { return }
        if report == .save { return save(as: .playing, .tick) }
        guard let snapshot = snapshot(.playing, .tick, nil) else { return }
        call(.tick(snapshot))
        item.reported = position
    }

    private func snapshot(_ status: Status?, _ cause: Cause, _ reason: String?) -> Snapshot? {
        guard isCertain, let position, !item.isHeld(at: position) else { return nil }
        // The position may also be an estimate, which does not disprove the length.
        let place =
            lengthKnowledge == .guessed ? min(position, item.duration ?? position) : position
        let status = status ?? (isRunning ? .playing : .paused)
        return item.snapshot(
            by: player,
            status,
            cause,
            at: item.unplayed ?? place,
            rate: rate,
            reason: reason
        )
    }

    package mutating func reportBeginning() {
        guard item.isFollowed, !item.isReported, !isJumping, isCertain, position != nil else {
            return
        }
        protectPoint()
        save(item.isChosen || item.holdBack != nil ? .seek : .load)
    }

    package mutating func protectPoint() {
        guard let position else { return }
        item.protect(at: position, isLengthExact: lengthKnowledge != .guessed)
    }

    /// Reports the content key of the file, once a position after the first two seconds was
    /// reported.
    package mutating func nameContents() {
        guard isAttached, let reported = item.reported else { return }
        take(item.lookup?.reported(reported))
    }
}

// MARK: - The daemon

extension PlayerFollower {
    package mutating func askForPoint() {
        guard isAttached, let name = item.name else { return }
        call(.resume(item: name, facts: item.facts))
    }

    package mutating func handle(_ event: SurfaceEvent) {
        switch event {
        case .attached: attached()
        case .detached: (isAttached, item.announced) = (false, nil)
        case .continuation(let name, let own, let point, let position, let terms):
            continues(name, of: own, point, at: position, terms)
        case .recent, .same, .names, .queueSet, .queueChanged, .settled, .changes, .request: break
        }
    }

    private mutating func attached() {
        isAttached = true
        item.lookup?.attached()
        guard !item.isOver else { return }
        switch item.phase {
        case .opening: askForPoint()
        case .moving: break
        case .following:
            guard item.isReported else { return }
            // Others may have gone on since; the daemon ignores a paused player's `tick` then.
            isRunning && !isJumping ? playbackContinued() : save(isJumping ? .seek : .tick)
        }
    }

    private mutating func continues(
        _ name: String,
        of own: String,
        _ point: ResumePoint?,
        at position: Double,
        _ terms: ResumeTerms
    ) {
        guard item.lookup?.asks(about: name) == true else { return }
        if item.reopening.isAsking, item.name.map(ExactString.init) == ExactString(name) {
            return reopen(point, at: position, isHeld: terms.hold != nil)
        }
        guard item.target == nil else { return }
        // If the daemon does not know the path, a second request is sent. Only a reply with a
        // resume point contains the valid terms.
        if point != nil, item.lookup?.isJudging == false { item.terms = terms }
        take(item.lookup?.continues(name, of: own, point, at: position, keys: terms.contents))
    }

    package mutating func read(_ path: String, key: ContentKey?) {
        let isAwaited = item.phase == .opening && item.target == nil
        take(item.lookup?.read(path, key: key, isAwaited: isAwaited))
    }

    private mutating func take(_ steps: [ContentLookup.Step]?) {
        for step in steps ?? [] {
            switch step {
            case .read(let path): actions.append(.read(path: path))
            case .call(.resume(let key, _)): call(.resume(item: key, facts: item.facts))
            case .call(let call): self.call(call)
            case .found(_, _, _) where item.target != nil: break
            case .found(nil, _, _): item.target = 0
            case .found(let point?, let position, let contents):
                item.claim = .init(point: point, position: position, contents: contents)
                item.point = point
            }
        }
    }

    /// Gives up the comparison of the file's contents, if there is one.
    package mutating func stopComparison() {
        take(item.lookup?.stopComparison())
        judgeClaim()
    }

    /// Decides whether the stored resume point belongs to the item, once enough is known.
    package mutating func judgeClaim() {
        guard let claim = item.claim, lengthKnowledge != .awaited else { return }
        if isAnother(claim) {
            // Without a connection, the resume point cannot be moved to another name.
            if isAttached { replace(claim.point) }
            return
        }
        item.claim = nil
        guard lengthKnowledge == .exact else {
            item.target = claim.position
            guard item.terms.hold != nil, !item.isChosen else { return }
            // The player's position may still be unknown.
            let stored = claim.point.position
            item.holdBack = HoldBack(stored: stored, start: 0, length: item.duration)
            return
        }
        if asksAgain(about: claim) { return }
        if claim.identity.verdict(for: item.duration) == .unsure { item.terms.hold = .off }
        // Playback of these contents has exceeded the estimate before.
        if claim.contents == .same, item.isLengthEstimated {
            item.duration = MediaLength.credible(item.duration, at: claim.position)
        }
        item.target = claim.position(in: item.duration)
    }

    /// Asks the daemon again if the item was too short to be resumed automatically, and is longer
    /// now, such as a recording; returns true then.
    private mutating func asksAgain(about claim: PlayedItem.Claim) -> Bool {
        guard isAttached, item.terms.hold != nil, item.facts.duration == nil,
            let length = item.duration, let known = claim.point.duration,
            length > known + MediaLength.tolerance(of: known)
        else { return false }
        item.facts.duration = length
        askForPoint()
        return true
    }

    /// Returns true if the resume point belongs to another item, which had the same name.
    ///
    /// An estimated length proves that only if the contents differ, too.
    private func isAnother(_ claim: PlayedItem.Claim) -> Bool {
        if lengthKnowledge == .guessed, ![.other, .known].contains(claim.contents) { return false }
        return claim.identity.verdict(for: item.duration) == .another
    }

    /// Detaches a resume point from the item's name; the point belongs to another item, which had
    /// this name before.
    package mutating func replace(_ point: ResumePoint) {
        guard isAttached, let name = item.name else { return }
        item.claim = nil
        item.point = nil
        item.target = nil
        let others = item.terms.contents.filter { $0 != item.lookup?.key }
        call(.replaced(item: name, point: point, contents: others))
        take(item.lookup?.replaced())
        // The removal of the resume point also removes this item's own report.
        if item.isReported { save(.tick) }
    }
}

// MARK: - After a pause

extension PlayerFollower {
    /// True if a pause has ended without a connection, so that the daemon is to be asked for a later
    /// position before this player's own is reported.
    package var mustAskFirst: Bool { !isAttached && isRunning && item.reopening != .done }

    /// Handles the end of a pause; after more than a second, first asks the daemon for a later
    /// position.
    package mutating func playbackContinued() {
        // The stored position is known as this player's own report.
        if let stored = item.unplayed.take() { item.reported = stored }
        if mustAskFirst { return }
        if isAttached, item.reopening.asks(now: now) {
            askForPoint()
        } else if item.isReported {
            save(as: .playing, .tick)
        }
    }

    package mutating func endLateReopening() {
        if item.reopening.isTooLate(now: now) { reopen(nil, at: 0, isHeld: false) }
    }

    /// Continues after a pause, at the player's own position or at a later one from another player.
    private mutating func reopen(_ point: ResumePoint?, at place: Double, isHeld: Bool) {
        item.reopening = .done
        guard let position else { return }
        // A player that was already paused when the bridge connected has not been resumed yet.
        let isMovable = !item.isReported && item.isOld && item.terms.hold == nil
        let place = Reopening.further(
            point,
            at: place,
            than: position,
            known: isMovable ? nil : item.point,
            reported: item.reported
        )
        guard let place else {
            if item.isReported { save(.tick) }
            return
        }
        item.point = point
        item.target = place
        item.isChosen = false
        // A seek beyond the end would finish the item.
        if canSeek, !isHeld, place < (item.duration ?? .infinity) - 1 {
            continuePlayback(at: place)
        } else {
            missed(place)
        }
    }

    /// Handles a resume point that the player has not reached; the bridge does not seek again.
    package mutating func missed(_ target: Double) {
        guard let name = item.name else { return }
        actions.append(.missed(item: name, position: target))
        guard let position, item.isBehind(at: position) else { return }
        item.reported = nil
        item.holdBack = nil
        protectPoint()
    }
}
