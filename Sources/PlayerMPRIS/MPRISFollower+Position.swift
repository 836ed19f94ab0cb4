// SPDX-License-Identifier: Apache-2.0
internal import PlayerKit
internal import StateModel

// Following the player's position, and resuming its items.
extension MPRISFollower {
    /// Handles a reported position, in seconds.
    mutating func place(_ position: Double) {
        guard let track, item.name != nil else { return }
        switch item.phase {
        case .opening:
            if track.isOfPrevious(position, length: item.duration, now: now) {
                self.track?.previous?.set(position, now: now)
                break
            }
            self.track?.noteReport(at: position, now: now)
        case .moving(let target, let since):
            if abs(position - target) <= MPRISTiming.tolerance {
                seekSucceeded(at: position)
            } else if !moveAgain(from: position), now - since > MPRISTiming.travelMilliseconds {
                seekFailed(target, at: position)
            }
        case .following: follow(position)
        }
        planQuestion()
    }

    /// Handles a failed question, or an answer without a position.
    mutating func unanswered() {
        guard let track else { return }
        let isEarly = !item.isFollowed && now - track.beganAt < MPRISTrack.movableMilliseconds
        if case .moving(let target, let since) = item.phase,
            now - since > MPRISTiming.travelMilliseconds
        {
            seekFailed(target, at: track.playhead.position(now: now))
        }
        if track.isStopping { stopped() }
        let wait = isEarly ? MPRISTiming.briefWaitMilliseconds : MPRISTiming.longWaitMilliseconds
        // A player that only hangs may be killed soon after it answers again.
        let isProven = item.isFollowed && isRunning && track.isProven
        self.track?.askAt = now + (isProven ? MPRISTiming.intervalMilliseconds : wait)
    }

    /// Plans the next question to the player.
    private mutating func planQuestion() {
        let wait = track?.wait(in: item.phase, canBeMoved: canBeMoved, now: now)
        track?.askAt = wait.map { now + $0 }
    }
}

// MARK: - Opening

extension MPRISFollower {
    /// Completes the handling of an event: resumes and reports the track if that is due, and asks
    /// the player for missing information.
    mutating func settle() {
        guard item.name != nil else { return }
        judgeClaim()
        explainOpeningJump()
        decide()
        reportBeginning()
        nameContents()
        guard let wakeAt, wakeAt <= now else { return }
        track?.askAt = nil
        ask()
    }

    private mutating func decide() {
        guard let track, item.phase == .opening, let position else { return }
        guard item.isChosen || item.claim == nil || lengthKnowledge != .awaited else { return }
        let age = now - track.beganAt
        let played = track.playhead.rate * Double(age) / 1_000
        let limit = item.isOld ? MPRISTrack.beginning.old : played + MPRISTrack.beginning.new
        let isForeign = track.hasPlace && isAnother(item.point?.duration)
        // The user or the player's own memory may have chosen where the track begins.
        let isOwnMemory = !item.isOld && isOwnStart(position - played)
        let isLate = isRunning && age > MPRISTrack.movableMilliseconds
        if isLate { stopComparison() }
        let decision = item.decision(
            PlayedItem.Beginning(
                position: track.hasPlace ? position : nil,
                age: age,
                isDoubtful: position > limit,
                isKept: isForeign || isLate || position > limit && !isOwnMemory
            )
        )
        switch decision {
        case .wait: break
        case .follow:
            self.track?.isForeign = isForeign && !item.isChosen
            if !isForeign { protectPoint() }
            follow()
        case .move(let target):
            // Some players announce a track under the URL of the previous one at first.
            let isEarly = track.repeatsURL && age < MPRISTiming.announcementMilliseconds
            let isOther = item.isOtherLength(item.point?.duration)
            if canBeMoved, !isEarly || !isOther { move(to: target) }
        }
    }

    /// Decides whether the user or the player made a seek that was reported before the daemon's
    /// reply.
    private mutating func explainOpeningJump() {
        guard let track, item.phase == .opening, let jump = track.openingJump,
            item.target != nil || now - track.beganAt >= PlayedItem.replyTimeoutMilliseconds
        else { return }
        self.track?.openingJump = nil
        if isOwnStart(jump) { return }
        item.isChosen = true
        self.track?.jumpedAt = now
        question = nil
    }

    /// Returns true if the player or a link may have chosen a start position, in seconds.
    private func isOwnStart(_ position: Double) -> Bool {
        let linked = track?.linkedStart.map { abs($0 - position) <= MPRISTrack.leap }
        return linked == true || item.terms.isOwnMemory(position)
    }

    private mutating func move(to target: Double) {
        guard track != nil else { return }
        item.phase = .moving(to: target, since: now)
        track?.askAt = now + MPRISTiming.briefWaitMilliseconds
        question = nil
        command(MPRISCommand(.seek(to: target), for: self))
    }

    package mutating func continuePlayback(at position: Double) {
        track?.isMovedAgain = false
        move(to: position)
    }

    /// Sends a second seek to a player that ignored the first one or returned to its own position.
    ///
    /// Quod Libet seeks to its own remembered position once its file is open, even after another
    /// seek; Totem loses a seek that arrives before its file is open. Returns true if the seek was
    /// sent.
    private mutating func moveAgain(from reported: Double) -> Bool {
        guard let track, let position, case .moving(let target, let since) = item.phase,
            !track.isMovedAgain
        else { return false }
        let isUnmoved = abs(reported - position) <= MPRISTrack.leap
        guard
            now - since > MPRISTiming.responseMilliseconds && isUnmoved || isOwnStart(reported)
        else { return false }
        self.track?.isMovedAgain = true
        move(to: target)
        return true
    }

    /// True if the player is able to execute a seek.
    ///
    /// mpv reports that it can seek before its file is open, but does not seek until then. A player
    /// that plays and reports position 0 may never report another one.
    private var canBeMoved: Bool {
        guard let track, track.hasPlace, canSeek else { return false }
        if track.isProven { return true }
        let isOpen =
            item.duration != nil || now - track.beganAt > MPRISTiming.openingMilliseconds
        // Quod Libet, while it is stopped, stands still after a seek.
        return isOpen && !isRunning && !track.repeatsURL
    }

    /// Enters the phase `following`: the player's positions are reported to the daemon.
    private mutating func follow() {
        item.phase = .following
        if !isRunning { item.reopening = .paused(since: now) }
        planQuestion()
    }

    /// Handles the end of a seek that reached its target.
    private mutating func seekSucceeded(at position: Double) {
        track?.noteReport(at: position, now: now)
        track?.isProven = true
        follow()
        question = nil
        save(.load)
    }

    /// Handles a seek that missed its target, which is not repeated.
    private mutating func seekFailed(_ target: Double, at position: Double) {
        track?.noteReport(at: position, now: now)
        follow()
        missed(target)
        let isStale = !isRunning && isOwnStart(position)
        track?.isStale = isStale
    }
}

// MARK: - Following

extension MPRISFollower {
    /// Handles the report of a seek to a position, in seconds.
    ///
    /// Some players report seeks that they have not made.
    mutating func jumped(to place: Double) {
        guard let track, let position else {
            earlyJump = (place, now)
            return
        }
        if moveAgain(from: place) { return }
        // VLC reports a seek each time it begins to play, and another one shortly afterwards.
        let isNoJump = abs(place - position) <= MPRISTrack.leap
        if isNoJump, item.phase != .opening {
            if place > 0 { self.track?.playhead.set(place, now: now) }
            return
        }
        if case .moving(let target, _) = item.phase, abs(place - target) <= MPRISTiming.tolerance {
            return seekSucceeded(at: place)
        }
        if isNoJump { return }
        if item.phase == .opening, now - track.beganAt < MPRISTiming.ritualMilliseconds,
            item.target == nil || isOwnStart(place)
        {
            // The daemon's answer shows if the user made the seek.
            self.track?.noteReport(at: place, now: now)
            self.track?.isProven = true
            self.track?.openingJump = place
            return
        }
        self.track?.jumped(to: place, isFollowed: item.isFollowed, now: now)
        item.isChosen = true
        item.phase = .following
        item.isOver = false
        item.reopening = isRunning ? .done : .paused(since: now)
        question = nil
    }

    /// Handles a reported position, in seconds, in the phase `following`.
    private mutating func follow(_ position: Double) {
        if track?.isForeign == true { watchForeign(position) }
        guard let track, !track.isForeign, item.isFollowed,
            self.track?.isUnmoved(at: position, item, now: now) == false
        else { return }
        let reported = item.reported
        let jumped = isJumping
        if track.isStopped(at: position, now: now) {
            // A player that plays again was never beyond the position of its pause.
            self.track?.playhead.set(track.playhead.lastReported, now: now)
            return restartTrack(.stop)
        }
        let isBelieved = jumped || track.isExpected(position, now: now)
        if position > 0, !isBelieved, !track.isConfirmed(position, now: now) {
            self.track?.noteDoubt(position, now: now)
            return
        }
        self.track?.jumpedAt = nil
        self.track?.doubt = nil
        let isRound = (!isBelieved || jumped) && finishRound(before: position)
        if position > 0 {
            self.track?.noteReport(at: position, now: now)
            self.track?.noteLength(of: &item, at: position)
        }
        if track.isStopping {
            stopped()
        } else if position > 0, jumped || !isBelieved {
            // Some players seek to the start while they open a file.
            let isOpening =
                now - track.beganAt < MPRISTiming.ritualMilliseconds
                && position < PlayedItem.nearness
            save(isOpening || isRound ? .tick : .seek)
        } else if position > 0, let reported {
            if isRunning, !mustAskFirst {
                save(.tick)
            } else if !isRunning, abs(position - reported) >= PlayedItem.nearness {
                save(.seek)
            }
        }
    }

    /// Lets other media take over the item's name once they have been played long enough.
    private mutating func watchForeign(_ position: Double) {
        track?.playhead.set(max(0, position), now: now)
        track?.noteLength(of: &item, at: position)
        guard let point = item.point else { return }
        if !isAnother(point.duration) {
            // The previous length was that of other media, such as an advertisement or a menu.
            track?.isForeign = false
            item.phase = .opening
            // A seek before then was one in the other media.
            item.isChosen = item.isChosen && item.duration == nil
            if item.duration != nil { track?.beganAt = now }
            return
        }
        let duration = item.duration ?? 0
        // An advertisement is shorter than the media that it interrupts.
        let isShorter = duration < point.duration ?? 0
        let isPlayedOn =
            position > (isShorter ? MPRISTrack.advertisementSeconds : MPRISTrack.beginning.old)
        guard item.isChosen && duration > MPRISTrack.advertisementSeconds || isPlayedOn
        else { return }
        // Another title of a disc is a part of the same item.
        if !item.isFile { replace(point) }
        track?.isForeign = !item.isFile && item.point != nil
    }

    /// Saves a repeated track as finished, and returns true, if the position went from the end to
    /// the beginning.
    private mutating func finishRound(before position: Double) -> Bool {
        guard let track, item.isReported, 0 < position, position < MPRISTrack.beginning.new
        else { return false }
        let last = track.lastRestart(now: now)?.playhead ?? track.playhead
        guard item.isAtEnd(last.position(now: now)) else { return false }
        self.track?.restart = nil
        self.track?.playhead = last
        save(as: .finished, .stop)
        self.track?.playhead = track.playhead
        return true
    }

    mutating func stopped() {
        guard let position else { return }
        track?.isStopping = false
        // Browsers pause at the end, where a user would not pause.
        if let duration = item.duration, position > duration - PlayedItem.nearness {
            save(as: .finished, .stop)
            item.isOver = true
        } else {
            save(as: .paused, .pause)
        }
    }
}
