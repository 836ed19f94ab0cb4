// SPDX-License-Identifier: Apache-2.0
internal import PlayerKit
internal import StateModel

// The handling of seeks by the user, by scripts and by this bridge.
extension MPVFollower {
    /// Handles the position from which playback continues after a seek.
    mutating func seekEnded(_ landing: Double?) {
        guard let track, track.isSeeking else { return }
        self.track?.isSeeking = false
        self.track?.position = landing ?? track.position
        switch item.phase {
        case .opening: break
        case .following:
            if returns(from: landing) || isHeld && track.evidence.isOpeningJump { return }
            if let place = self.track?.missesReopening() { return missed(place) }
            item.holdBack = nil
            // A position after the first one is the user's choice.
            if item.isReported { self.track?.isPlayed = true }
            save(!isRunning && item.isResumed(at: landing) ? .load : .seek)
        case .moving(let target, _):
            item.phase = .following
            if let landing, abs(landing - target) <= Track.tolerance { return save(.load) }
            // A second seek is the user's choice. If there was none, mpv missed the target.
            if !track.isStuck(at: landing), returns(from: landing) { return }
            guard track.jumps == track.jumpsBefore.map({ $0 + 1 }) else { return save(.seek) }
            missed(target)
            if item.isReported { save(.load) }
        }
    }

    var isHeld: Bool { position.map(item.isHeld) ?? false }

    package mutating func continuePlayback(at position: Double) {
        track?.reopenedTo = position
        seek(to: position)
    }

    /// Seeks to the resume point again after a script, or mpv itself, has moved away from it.
    ///
    /// `position` is that after the move; `nil` if unknown. Returns true if the bridge seeks again.
    private mutating func returns(from position: Double?) -> Bool {
        guard !item.isChosen, !isHeldBack, canSeek, let target = item.target,
            target >= PlayedItem.nearness,
            position.map({ abs($0 - target) > Track.tolerance }) ?? true,
            track?.evidence.takesReturn() == true
        else { return false }
        item.phase = .moving(to: target, since: now)
        seek(to: target)
        return true
    }

    /// Makes mpv seek to a position, in seconds from the beginning of the file.
    mutating func seek(to position: Double) {
        guard let track else { return }
        self.track?.jumpsBefore = track.jumps
        self.track?.origin = track.position
        self.track?.ownSeeks += 1
        command(.seek(position + track.clockStart))
    }

    mutating func sought() {
        // mpv may have ignored the seek of this bridge.
        if let track, !track.isStuck(at: track.position) { self.track?.reopenedTo = nil }
        if track?.evidence.loadedAt != nil {
            track?.evidence.sought(now: now)
            if item.phase == .opening, track?.evidence.isOpeningJump == false {
                item.isChosen = true
            }
        }
        track?.jumps += 1
        track?.isSeeking = true
        item.reopening = isPaused ? .paused(since: now) : .done
        item.isOver = false
    }

    /// Handles a command that mpv executes.
    ///
    /// `isBinding` is true for a command of a key, the mouse or the on-screen controller. Any other
    /// command is a seek by a program or script, perhaps by this bridge.
    mutating func commanded(isBinding: Bool) {
        if !isBinding, let own = track?.ownSeeks, own > 0 {
            track?.ownSeeks = own - 1
        } else {
            track?.evidence.commanded()
            if item.phase == .opening, track?.evidence.isMeantJump == true { item.isChosen = true }
        }
    }
}
