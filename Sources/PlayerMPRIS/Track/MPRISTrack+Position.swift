// SPDX-License-Identifier: Apache-2.0
internal import PlayerKit
internal import StateModel

// Conclusions about a track from the positions that its player reports.
extension MPRISTrack {
    /// The age up to which a track may still be moved, in milliseconds.
    static let movableMilliseconds = 10_000
    /// The distances beyond which a track did not begin at its beginning, in seconds.
    ///
    /// `old` is a position, for a track that was found playing. `new` is the distance beyond what
    /// can have been played since, for a track that was seen to begin.
    static let beginning = (old: 10.0, new: 3.0)
    /// The distance below which two positions count as the same, in seconds.
    static let nearness = 1.0
    /// The distance from its expected position beyond which a player has jumped, in seconds.
    static let leap = 2.0
    /// The smallest position that counts as a jump into a track, in seconds.
    static let start = 2.0
    /// The time after a change of tracks in which players mix up the two, in milliseconds.
    private static let confusionMilliseconds = 3_000
    /// The longest advertisement, in seconds.
    private static let advertisementSeconds = 120.0
    /// The timeout for the daemon's resume point, in milliseconds.
    private static let hopeMilliseconds = 1_000

    /// Returns true if the previous track would be at that position now.
    func isOfPrevious(_ position: Double, now: Int) -> Bool {
        guard let previous, now - beganAt < Self.confusionMilliseconds else { return false }
        let there = previous.position(now: now)
        return there > Self.leap && abs(position - there) < Self.leap
    }

    /// Returns true if the player is expected at that position, in seconds.
    func isExpected(_ position: Double, now: Int) -> Bool {
        let here = playhead.position(now: now)
        // A player that waits for data falls behind, but never behind its last report.
        let hasWaited = position <= here && position >= playhead.lastHeard - Self.nearness
        return hasWaited || abs(position - here) <= Self.leap
    }

    /// Returns true if the position only runs on in a pause, as in some browsers.
    func runsOn(to position: Double, now: Int) -> Bool {
        guard !playhead.isRunning, !isStopping, jumpedAt == nil,
            case .paused(let since) = reopening, let reported,
            position > reported + Self.nearness
        else { return false }
        let time = Double(now - since) / 1_000
        return abs(position - reported - playhead.rate * time) <= Self.leap
    }

    /// Returns true if the player has gone on to that position from an unexpected one.
    func isBorneOut(_ position: Double, now: Int) -> Bool {
        doubt.map { abs($0.position(now: now) - position) <= Self.leap } ?? false
    }

    /// Records an unexpected position, which counts only if the player goes on from there.
    mutating func noteDoubt(_ position: Double, now: Int) {
        var doubt = Playhead(at: position, now: now)
        doubt.play(at: playhead.rate, now: now)
        doubt.run(playhead.isRunning, now: now)
        self.doubt = doubt
    }

    /// Records a jump that a person or the player made before the daemon's answer, which decides
    /// who it was.
    mutating func jumpedWhileOpening(to position: Double, now: Int) {
        playhead.set(position, now: now)
        hasPlace = true
        isProven = true
        openingJump = position
    }

    /// Returns true if a position, in seconds, is one at which the player or a link begins.
    func isOwnStart(_ position: Double) -> Bool {
        terms.isOwnMemory(position) || linkedStart.map { abs($0 - position) <= Self.leap } == true
    }

    /// Records a jump that a person made.
    mutating func jumped(to position: Double, now: Int) {
        if position < Self.start, playhead.position(now: now) > Self.start, phase == .following {
            restart = Restart(from: playhead, now: now)
        } else if position >= Self.start {
            restart = nil
        }
        isChosen = true
        isStale = false
        hasPlace = true
        if position > 0 { isProven = true }
        phase = .following
        isOver = false
        doubt = nil
        reopening = playhead.isRunning ? .done : .paused(since: now)
        jumpedAt = now
        playhead.set(max(0, position), now: now)
    }

    /// Decides if a person or the player made a jump that came before the daemon's answer.
    ///
    /// - Returns: True if a person made it.
    mutating func explainOpeningJump(now: Int) -> Bool {
        guard phase == .opening, let jump = openingJump,
            target != nil || now - beganAt >= Self.hopeMilliseconds
        else { return false }
        openingJump = nil
        if isOwnStart(jump) { return false }
        isChosen = true
        jumpedAt = now
        return true
    }

    /// A decision about a track that is opening.
    enum Opening: Equatable {
        /// More must be known first.
        case wait
        /// The player's position counts.
        case follow
        /// It counts, but the stored one, in seconds, is not to be overwritten yet.
        case hold(Double)
        /// The player shows something else under the name.
        case foreign
        /// The player is to be sent to a position, in seconds, as soon as it can be moved.
        case move(to: Double)
    }

    /// Returns the decision about a track that is opening.
    func opening(now: Int) -> Opening {
        let here = playhead.position(now: now)
        let age = now - beganAt
        let played = playhead.rate * Double(age) / 1_000
        let limit = isOld ? Self.beginning.old : played + Self.beginning.new
        let isOwnMemory = !isOld && isOwnStart(here - played)
        let isUndecided = target == nil && age < Self.hopeMilliseconds
        if isChosen { return .follow }
        if here > limit, isUndecided { return .wait }
        if hasPlace, isAnother(point?.duration) { return .foreign }
        let isElsewhere = here > limit && !isOwnMemory
        let isLate = playhead.isRunning && age > Self.movableMilliseconds
        if isElsewhere || isLate || holdBack != nil {
            // Where a track begins may be a person's choice, or the player's own memory.
            return holdBack == nil ? target.map { .hold($0) } ?? .follow : .follow
        }
        guard hasPlace, let target else { return .wait }
        if target < Self.nearness || abs(target - here) < Self.nearness { return .follow }
        return duration.map { target >= $0 } == true ? .hold(target) : .move(to: target)
    }

    /// Returns true if what is shown under another item's name has been played on to a position, in
    /// seconds, that no advertisement reaches.
    ///
    /// An advertisement is shorter than what it interrupts.
    func isPlayedOn(to position: Double) -> Bool {
        let isShorter = (duration ?? 0) < (point?.duration ?? 0)
        return position > (isShorter ? Self.advertisementSeconds : Self.beginning.old)
    }

    /// True if what is shown is longer than an advertisement.
    var isProgramme: Bool { (duration ?? 0) > Self.advertisementSeconds }

    /// Notes a position that the player reports: it may be beyond the length that it reports.
    mutating func noteLength(at position: Double) {
        if let length, position > length + Self.leap { disprovedLength = length }
    }
}
