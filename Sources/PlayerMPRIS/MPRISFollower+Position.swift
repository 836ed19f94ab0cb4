// SPDX-License-Identifier: Apache-2.0
internal import PlayerKit
internal import StateModel

// Follows the player's position, and moves the player to the resume point.
extension MPRISFollower {
    /// Handles a position that the player reports, in seconds.
    mutating func place(_ position: Double, now: Int) {
        guard let track, track.item != nil else { return }
        switch track.phase {
        case .opening:
            if track.isOfPrevious(position, now: now) { break }
            self.track?.playhead.set(max(0, position), now: now)
            self.track?.hasPlace = true
            if position > 0 { self.track?.isProven = true }
        case .moving(let target, let since):
            if abs(position - target) <= MPRISTiming.tolerance {
                land(at: position, now: now)
            } else if !moveAgain(from: position, now: now),
                now - since > MPRISTiming.travelMilliseconds
            {
                miss(target, at: position, now: now)
            }
        case .following: follow(position, now: now)
        }
        planQuestion(now: now)
    }

    /// Handles a missing position: no answer, or an answer without one.
    mutating func unanswered(now: Int) {
        guard let track else { return }
        if case .moving(let target, let since) = track.phase,
            now - since > MPRISTiming.travelMilliseconds
        {
            miss(target, at: track.playhead.position(now: now), now: now)
        }
        if track.isStopping { stopped(now: now) }
        let isEarly =
            track.phase != .following && now - track.beganAt < MPRISTrack.movableMilliseconds
        self.track?.askAt =
            now + (isEarly ? MPRISTiming.briefWaitMilliseconds : MPRISTiming.longWaitMilliseconds)
    }

    /// Plans the next question to the player.
    ///
    /// While a track is opening, a player that stands still need not be asked, unless it may still
    /// be opening its file.
    private mutating func planQuestion(now: Int) {
        guard let track else { return }
        let isRunning = track.playhead.isRunning
        let isOpening =
            !canBeMoved(now: now) && now - track.beganAt < MPRISTrack.movableMilliseconds
        let wait: Int? =
            switch track.phase {
            case .opening: isRunning || isOpening ? MPRISTiming.briefWaitMilliseconds : nil
            case .moving: MPRISTiming.briefWaitMilliseconds
            case .following where track.isForeign: MPRISTiming.longWaitMilliseconds
            case .following where track.jumpedAt != nil || track.doubt != nil:
                MPRISTiming.settlingMilliseconds
            case .following where !isRunning: MPRISTiming.restMilliseconds
            case .following:
                track.isProven ? MPRISTiming.intervalMilliseconds : MPRISTiming.settlingMilliseconds
            }
        self.track?.askAt = wait.map { now + $0 }
    }
}

// MARK: - Opening

extension MPRISFollower {
    /// Completes an event: moves the track if that is due, reports it, and asks the player for
    /// missing information.
    mutating func settle(now: Int) {
        guard track?.item != nil else { return }
        identify(now: now)
        decide(now: now)
        guard let track else { return }
        if track.phase == .following, !track.isReported, track.jumpedAt == nil {
            save(track.isChosen || track.holdBack != nil ? .seek : .load, now: now)
        }
        nameContents()
        guard let wakeAt, wakeAt <= now else { return }
        self.track?.askAt = nil
        // Some players report late, or never, that they can seek, or cannot.
        ask(track.phase == .opening || track.isUnmeasured ? .everything : .position)
    }

    private mutating func decide(now: Int) {
        if track?.explainOpeningJump(now: now) == true { question = nil }
        guard let track, track.phase == .opening else { return }
        switch track.opening(now: now) {
        case .wait: break
        case .follow: follow(now: now)
        case .hold(let target):
            follow(now: now)
            self.track?.holdBack(target, now: now)
        case .foreign:
            self.track?.isForeign = true
            follow(now: now)
        case .move(let target):
            if canBeMoved(now: now) { move(to: target, now: now) }
        }
    }

    /// Sends the player to a position, in seconds.
    ///
    /// If the player's entries have no track ID, as with Totem, the move is a relative seek.
    private mutating func move(to target: Double, now: Int) {
        guard let track else { return }
        self.track?.phase = .moving(to: target, since: now)
        self.track?.askAt = now + MPRISTiming.briefWaitMilliseconds
        question = nil
        if let entry = known.metadata?.movableTrack {
            act(.setPosition(track: entry, microseconds: Self.microseconds(target)))
        } else {
            let here = track.playhead.position(now: now)
            act(.seek(microseconds: Self.microseconds(target - here)))
        }
    }

    private static func microseconds(_ seconds: Double) -> Int {
        Int((seconds * 1_000_000).rounded())
    }

    /// Sends a second request to a player that ignored the first or went back to its own place.
    ///
    /// Quod Libet applies its own remembered position once its file is open, even after a request;
    /// Totem loses a request that arrives before its file is open.
    ///
    /// - Returns: False if a second request was already sent, the first may still be under way, or
    ///   the player is at any other position.
    private mutating func moveAgain(from position: Double, now: Int) -> Bool {
        guard let track, case .moving(let target, let since) = track.phase, !track.isMovedAgain
        else { return false }
        let isUnmoved = abs(position - track.playhead.position(now: now)) <= MPRISTrack.leap
        guard
            now - since > MPRISTiming.responseMilliseconds && isUnmoved
                || track.isOwnStart(position)
        else { return false }
        self.track?.isMovedAgain = true
        move(to: target, now: now)
        return true
    }

    /// Returns true if the player carries out requests to move.
    ///
    /// mpv reports that it can seek before its file is open, but does not seek until then. A player
    /// that plays and reports 0 may do so for ever.
    private func canBeMoved(now: Int) -> Bool {
        guard let track, track.hasPlace, known.canSeek == true else { return false }
        if track.isProven { return true }
        let isOpen = track.duration != nil || now - track.beganAt > MPRISTiming.openingMilliseconds
        return isOpen && !track.playhead.isRunning
    }

    /// Enters the phase in which the player's position counts.
    private mutating func follow(now: Int) {
        track?.phase = .following
        if track?.playhead.isRunning == false { track?.reopening = .paused(since: now) }
        planQuestion(now: now)
    }

    /// Goes on after a pause: where the player stands, or where another one is further since.
    mutating func reopen(_ point: ResumePoint?, at position: Double, isHeld: Bool, now: Int) {
        guard let track else { return }
        self.track?.reopening = .done
        let here = track.playhead.position(now: now)
        // A player that was found paused has not been moved to the place that was there.
        let isMovable = !track.isReported && track.isOld && track.terms.hold == nil
        let place = Reopening.further(
            point,
            at: position,
            than: here,
            known: isMovable ? nil : track.point,
            reported: track.reported
        )
        guard let place else {
            if track.isReported { save(.tick, now: now) }
            return
        }
        self.track?.point = point
        self.track?.isChosen = false
        self.track?.isMovedAgain = false
        if known.canSeek == true, !isHeld, place < (track.duration ?? .infinity) {
            move(to: place, now: now)
        } else {
            miss(place, at: here, now: now)
        }
    }

    /// Handles the arrival of the player at its target.
    private mutating func land(at position: Double, now: Int) {
        track?.playhead.set(position, now: now)
        track?.isProven = true
        follow(now: now)
        question = nil
        save(.load, now: now)
    }

    /// Gives up a move after the player did not go to its target; it is not asked again.
    private mutating func miss(_ target: Double, at position: Double, now: Int) {
        guard let item = track?.item else { return }
        act(.missed(item: item, position: target))
        if position > 0 { track?.isProven = true }
        track?.playhead.set(max(0, position), now: now)
        follow(now: now)
        track?.holdBack(target, now: now)
        guard let track else { return }
        self.track?.isStale = !track.playhead.isRunning && track.isOwnStart(position)
    }
}

// MARK: - Following

extension MPRISFollower {
    /// Handles a jump that the player reports, in seconds from the beginning; it may be none.
    mutating func jumped(to position: Double, now: Int) {
        guard let track else {
            earlyJump = (position, now)
            return
        }
        let here = track.playhead.position(now: now)
        if moveAgain(from: position, now: now) { return }
        // VLC reports a jump each time it begins to play, and another one once it plays.
        let isNoJump = abs(position - here) <= MPRISTrack.leap
        if isNoJump, track.phase != .opening {
            if position > 0 { self.track?.playhead.set(position, now: now) }
            return
        }
        if case .moving(let target, _) = track.phase,
            abs(position - target) <= MPRISTiming.tolerance
        {
            return land(at: position, now: now)
        }
        if isNoJump { return }
        if track.phase == .opening, now - track.beganAt < MPRISTiming.ritualMilliseconds,
            track.target == nil || track.isOwnStart(position)
        {
            self.track?.jumpedWhileOpening(to: position, now: now)
            return
        }
        self.track?.jumped(to: position, now: now)
        self.track?.askAt = now + MPRISTiming.settlingMilliseconds
        question = nil
    }

    /// Handles a reported position in the phase in which positions count.
    private mutating func follow(_ position: Double, now: Int) {
        if track?.isForeign == true { watchForeign(position, now: now) }
        guard let track, !track.isForeign, track.phase == .following else { return }
        if track.runsOn(to: position, now: now) { return }
        let jumped = track.jumpedAt != nil
        let isBelieved = jumped || track.isExpected(position, now: now)
        if position > 0, !isBelieved, !track.isBorneOut(position, now: now) {
            self.track?.noteDoubt(position, now: now)
            return
        }
        self.track?.jumpedAt = nil
        self.track?.doubt = nil
        let isRound = (!isBelieved || jumped) && finishRound(before: position, now: now)
        if position > 0 {
            self.track?.isProven = true
            self.track?.playhead.set(position, now: now)
            self.track?.noteLength(at: position)
        }
        if track.isStopping {
            stopped(now: now)
        } else if position > 0, jumped || !isBelieved {
            // Some players jump to the start by themselves while they open a file.
            let isOpening =
                now - track.beganAt < MPRISTiming.ritualMilliseconds
                && position < MPRISTrack.nearness
            save(isOpening || isRound ? .tick : .seek, now: now)
        } else if position > 0, let reported = track.reported {
            if track.playhead.isRunning {
                save(.tick, now: now)
            } else if abs(position - reported) >= MPRISTrack.nearness {
                save(.seek, now: now)
            }
        }
    }

    /// Takes another programme under the name of the item for the item, once it has been played on.
    private mutating func watchForeign(_ position: Double, now: Int) {
        track?.playhead.set(max(0, position), now: now)
        track?.noteLength(at: position)
        guard let track, let point = track.point else { return }
        if !track.isAnother(point.duration) {
            // The length was that of something else.
            self.track?.isForeign = false
            self.track?.phase = .opening
        } else if track.isChosen && track.isProgramme || track.isPlayedOn(to: position) {
            replace(point)
            let isForeign = self.track?.point != nil
            self.track?.isForeign = isForeign
        }
    }

    /// Finishes a track that its player repeats: its position was at the end and is now near the
    /// beginning.
    ///
    /// - Returns: True if the track was finished.
    private mutating func finishRound(before position: Double, now: Int) -> Bool {
        guard let track, track.isReported, 0 < position, position < MPRISTrack.beginning.new
        else { return false }
        let last = track.restart?.playhead ?? track.playhead
        self.track?.restart = nil
        guard track.isAtEnd(last.position(now: now)) else { return false }
        self.track?.playhead = last
        save(as: .finished, .stop, now: now)
        self.track?.playhead = track.playhead
        return true
    }

    /// Saves the state of a player that stands still and has reported its position.
    mutating func stopped(now: Int) {
        guard let track else { return }
        self.track?.isStopping = false
        // Browsers pause at the end; a person does not.
        let position = track.playhead.position(now: now)
        if let duration = track.duration, position > duration - MPRISTrack.nearness {
            save(as: .finished, .stop, now: now)
            self.track?.isOver = true
        } else {
            save(as: .paused, .pause, now: now)
        }
    }
}
