internal import StateModel

// Where the player is, and where it should be.
extension MPRISFollower {
    /// How long after it began a track may still be moved, in milliseconds.
    private static let patience = 10_000
    /// A track that is further than that, in seconds, did not begin at its beginning; one that was
    /// seen to begin, if it is that much further than it can have played.
    private static let beginning = (old: 10.0, new: 3.0)
    /// Closer than that, in seconds, is the same place.
    private static let nearness = 1.0
    /// How far from where it was sent a player may land, in seconds.
    private static let tolerance = 3.0
    /// How long a player may take to go where it was sent, in milliseconds.
    private static let travel = 3_000
    /// The time before an unmoved player gets a second request, in milliseconds.
    private static let response = 1_000
    /// A player that is further than that, in seconds, from where it should be has jumped.
    private static let leap = 2.0
    /// How long one that stands still at 0, and has not said how long it is, may still be opening
    /// its file, in milliseconds.
    private static let opening = 2_000
    /// How long players mix up two tracks, in milliseconds.
    private static let confusion = 3_000
    /// How long after a track began its player may still jump to the beginning by itself, in
    /// milliseconds.
    private static let ritual = 3_000
    /// How long what a player says of its jump is truer than what it answers, in milliseconds.
    private static let settling = 500

    /// How long the daemon may take to say where an item stopped, in milliseconds.
    private static let hope = 1_000

    /// How often a player that plays is asked where it is, in milliseconds: each answer is stored,
    /// so that no place is more than two seconds old.
    private static let interval = 1_900
    /// How often a player that stands still is asked, in milliseconds.
    private static let resting = 10_000
    /// The same while it is to be found out whether it is where it should be.
    private static let briefly = 250
    /// The same for one that does not answer.
    private static let rarely = 10_000

    /// The player says where it is, in seconds.
    mutating func place(_ position: Double, now: Int) {
        guard let track, track.item != nil else { return }
        switch track.stage {
        case .opening:
            if isOfPrevious(position, now: now) { break }
            self.track?.playhead.set(max(0, position), now: now)
            self.track?.hasPlace = true
            if position > 0 { self.track?.isProven = true }
        case .moving(let target, let since):
            if abs(position - target) <= Self.tolerance {
                land(at: position, now: now)
            } else if !moveAgain(from: position, now: now), now - since > Self.travel {
                miss(target, at: position, now: now)
            }
        case .following: follow(position, now: now)
        }
        planQuestion(now: now)
    }

    /// The player does not say where it is.
    mutating func unanswered(now: Int) {
        guard let track else { return }
        if case .moving(let target, let since) = track.stage, now - since > Self.travel {
            miss(target, at: track.playhead.position(now: now), now: now)
        }
        if track.isStopping { stopped(now: now) }
        let isEarly = track.stage != .following && now - track.beganAt < Self.patience
        self.track?.askAt = now + (isEarly ? Self.briefly : Self.rarely)
    }

    /// Whether that is where the track before this one would be.
    private func isOfPrevious(_ position: Double, now: Int) -> Bool {
        guard let track, let previous = track.previous, now - track.beganAt < Self.confusion
        else { return false }
        let there = previous.position(now: now)
        return there > Self.leap && abs(position - there) < Self.leap
    }

    /// Decides when the player is asked next; one that stands still need not be.
    private mutating func planQuestion(now: Int) {
        guard let track else { return }
        let isRunning = track.playhead.isRunning
        let isOpening = !canBeMoved(now: now) && now - track.beganAt < Self.patience
        let wait: Int? =
            switch track.stage {
            case .opening: isRunning || isOpening ? Self.briefly : nil
            case .moving: Self.briefly
            case .following where track.jumpedAt != nil || track.doubt != nil: Self.settling
            case .following where !isRunning: Self.resting
            case .following: track.isProven ? Self.interval : Self.settling
            }
        self.track?.askAt = wait.map { now + $0 }
    }
}

// MARK: - Beginning

extension MPRISFollower {
    /// After each event: moves the track if that is due, tells of it, and asks what is to be known.
    mutating func settle(now: Int) {
        guard track?.item != nil else { return }
        decide(now: now)
        guard let track else { return }
        if track.stage == .following, !track.isTold, track.jumpedAt == nil {
            save(track.isChosen ? .seek : .load, now: now)
        }
        nameContents()
        guard let wakeAt, wakeAt <= now else { return }
        self.track?.askAt = nil
        // Whether one can jump in it is told late, or not at all.
        ask(track.stage == .opening ? .everything : .position)
    }

    /// Decides who made the jump that came before the daemon's answer.
    private mutating func explainOpeningJump(now: Int) {
        guard let track, track.stage == .opening, let jump = track.openingJump,
            track.target != nil || now - track.beganAt >= Self.hope
        else { return }
        self.track?.openingJump = nil
        if track.terms.isOwnMemory(jump) { return }
        self.track?.isChosen = true
        self.track?.jumpedAt = now
        question = nil
    }

    private mutating func decide(now: Int) {
        explainOpeningJump(now: now)
        guard let track, track.stage == .opening else { return }
        let here = track.playhead.position(now: now)
        let isRunning = track.playhead.isRunning
        let age = now - track.beganAt
        let played = track.playhead.rate * Double(age) / 1_000
        let limit = track.isOld ? Self.beginning.old : played + Self.beginning.new
        let isOwnMemory = !track.isOld && track.terms.isOwnMemory(here - played)
        let isUndecided = track.target == nil && age < Self.hope
        if !track.isChosen, !track.isOld, here > limit, isUndecided { return }
        let isLate = isRunning && age > Self.patience || here > limit && !isOwnMemory
        if track.isChosen || isLate { return follow(now: now) }
        guard track.hasPlace, let target = track.target else { return }
        if track.isAnother(track.point?.duration) {
            // What is longer than an advertisement is what the name is about.
            self.track?.isForeign = (track.duration ?? 0) < (track.point?.duration ?? 0)
            return follow(now: now)
        }
        let isBeyond = track.duration.map { target >= $0 } ?? false
        if target < Self.nearness || abs(target - here) < Self.nearness || isBeyond {
            return follow(now: now)
        }
        guard canBeMoved(now: now) else { return }
        move(to: target, now: now)
    }

    /// Sends the player to a place, in seconds; by a relative seek if its entries have no track
    /// id, as those of Totem.
    private mutating func move(to target: Double, now: Int) {
        guard let track else { return }
        self.track?.stage = .moving(to: target, since: now)
        self.track?.askAt = now + Self.briefly
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
    /// Quod Libet applies its own remembered place once its file is open, even after a request;
    /// Totem loses a request that arrives before its file is open.
    ///
    /// - Returns: False if a second request was sent before, the first may still be under way, or
    ///   the player is at any other place.
    private mutating func moveAgain(from position: Double, now: Int) -> Bool {
        guard let track, case .moving(let target, let since) = track.stage, !track.isMovedAgain
        else { return false }
        let isUnmoved = abs(position - track.playhead.position(now: now)) <= Self.leap
        guard now - since > Self.response && isUnmoved || track.terms.isOwnMemory(position)
        else { return false }
        self.track?.isMovedAgain = true
        move(to: target, now: now)
        return true
    }

    /// Whether the player does what it is told: mpv says that it can jump, and does not, until its
    /// file is open; and one that plays and says 0 may say so for ever.
    private func canBeMoved(now: Int) -> Bool {
        guard let track, track.hasPlace, known.canSeek == true else { return false }
        if track.isProven { return true }
        let isOpen = track.duration != nil || now - track.beganAt > Self.opening
        return isOpen && !track.playhead.isRunning
    }

    /// Its position counts from now on.
    private mutating func follow(now: Int) {
        track?.stage = .following
        planQuestion(now: now)
    }

    /// The player is where it was sent.
    private mutating func land(at position: Double, now: Int) {
        track?.playhead.set(position, now: now)
        track?.isProven = true
        follow(now: now)
        question = nil
        save(.load, now: now)
    }

    /// The player did not go there: it is not asked again.
    private mutating func miss(_ target: Double, at position: Double, now: Int) {
        guard let item = track?.item else { return }
        act(.missed(item: item, position: target))
        if position > 0 { track?.isProven = true }
        track?.playhead.set(max(0, position), now: now)
        track?.stage = .following
        guard let track else { return }
        self.track?.isStale = !track.playhead.isRunning && track.terms.isOwnMemory(position)
    }
}

// MARK: - Going on

extension MPRISFollower {
    /// Somebody jumped, or the player says so; seconds from the beginning.
    mutating func jumped(to position: Double, now: Int) {
        guard let track else {
            earlyJump = (position, now)
            return
        }
        let here = track.playhead.position(now: now)
        if moveAgain(from: position, now: now) { return }
        // VLC says that it jumped each time it begins to play, and once more when it has.
        let isNoJump = abs(position - here) <= Self.leap
        if isNoJump, track.stage != .opening {
            if position > 0 { self.track?.playhead.set(position, now: now) }
            return
        }
        if case .moving(let target, _) = track.stage, abs(position - target) <= Self.tolerance {
            return land(at: position, now: now)
        }
        if isNoJump { return }
        if track.stage == .opening, now - track.beganAt < Self.ritual,
            track.target == nil || track.terms.isOwnMemory(position)
        {
            // Whether a person or the player's own memory chose the place is decided with the
            // daemon's answer.
            self.track?.playhead.set(position, now: now)
            self.track?.hasPlace = true
            self.track?.isProven = true
            self.track?.openingJump = position
            return
        }
        self.track?.isChosen = true
        self.track?.isStale = false
        self.track?.hasPlace = true
        if position > 0 { self.track?.isProven = true }
        self.track?.stage = .following
        self.track?.isOver = false
        self.track?.doubt = nil
        self.track?.jumpedAt = now
        if position < Self.start, here > Self.start, track.stage == .following {
            self.track?.restart = Restart(from: track.playhead, now: now)
        } else if position >= Self.start {
            self.track?.restart = nil
        }
        self.track?.playhead.set(max(0, position), now: now)
        self.track?.askAt = now + Self.settling
        question = nil
    }

    /// While its position counts, the player says where it is.
    private mutating func follow(_ position: Double, now: Int) {
        guard let track else { return }
        let jumped = track.jumpedAt != nil
        let isBelieved = jumped || isExpected(position, now: now)
        if position > 0, !isBelieved, !isBorneOut(position, now: now) {
            return doubt(position, now: now)
        }
        self.track?.jumpedAt = nil
        self.track?.doubt = nil
        let isRound = (!isBelieved || jumped) && finishRound(before: position, now: now)
        if position > 0 {
            self.track?.isProven = true
            self.track?.playhead.set(position, now: now)
        }
        if track.isStopping {
            stopped(now: now)
        } else if position > 0, jumped || !isBelieved {
            // Some players jump to the beginning by themselves while they open a file.
            let isOpening = now - track.beganAt < Self.ritual && position < Self.nearness
            save(isOpening || isRound ? .tick : .seek, now: now)
        } else if position > 0, let told = track.told {
            if track.playhead.isRunning {
                save(.tick, now: now)
            } else if abs(position - told) >= Self.nearness {
                save(.seek, now: now)
            }
        }
    }

    /// Finishes a track that its player repeats: it was at its end, and is near its beginning now.
    ///
    /// - Returns: True if the track was finished.
    private mutating func finishRound(before position: Double, now: Int) -> Bool {
        guard let track, track.isTold, 0 < position, position < Self.beginning.new
        else { return false }
        let last = track.restart?.playhead ?? track.playhead
        self.track?.restart = nil
        guard track.isAtEnd(last.position(now: now)) else { return false }
        self.track?.playhead = last
        save(as: .finished, .stop, now: now)
        self.track?.playhead = track.playhead
        return true
    }

    /// Whether that is where the player should be, in seconds.
    private func isExpected(_ position: Double, now: Int) -> Bool {
        guard let track else { return false }
        let here = track.playhead.position(now: now)
        // One that waits for its data falls behind, but never to where it has been before.
        let hasWaited = position <= here && position >= track.playhead.lastHeard - Self.nearness
        return hasWaited || abs(position - here) <= Self.leap
    }

    private func isBorneOut(_ position: Double, now: Int) -> Bool {
        track?.doubt.map { abs($0.position(now: now) - position) <= Self.leap } ?? false
    }

    /// A position came from nowhere: it counts if the player goes on from there.
    private mutating func doubt(_ position: Double, now: Int) {
        guard let track else { return }
        var doubt = Playhead(at: position, now: now)
        doubt.play(at: track.playhead.rate, now: now)
        doubt.run(track.playhead.isRunning, now: now)
        self.track?.doubt = doubt
    }

    /// The player stands still, and has said where.
    mutating func stopped(now: Int) {
        guard let track else { return }
        self.track?.isStopping = false
        // Browsers pause at the end; a person does not.
        let position = track.playhead.position(now: now)
        if let duration = track.duration, position > duration - Self.nearness {
            save(as: .finished, .stop, now: now)
            self.track?.isOver = true
        } else {
            save(as: .paused, .pause, now: now)
        }
    }
}
