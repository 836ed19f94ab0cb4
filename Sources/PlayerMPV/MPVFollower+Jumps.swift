// SPDX-License-Identifier: Apache-2.0
internal import PlayerKit
internal import StateModel

// The jumps in a file, by a person, a script or this bridge.
extension MPVFollower {
    /// Handles the position at which playback goes on after a jump.
    mutating func landed(_ position: Double?) {
        guard let track, track.isSeeking else { return }
        self.track?.isSeeking = false
        self.track?.position = position ?? track.position
        switch track.resumption.phase {
        case .open: break
        case .settled:
            if returns(from: position) || track.isHeld && track.resumption.isOpeningJump { return }
            if let place = self.track?.missesReopening() { return miss(place) }
            self.track?.holdBack = nil
            save(.seek)
        case .seeking(let target):
            if self.track?.resumption.landed(at: position) == true { return save(.load) }
            // A second jump is a person's choice of position; without one, mpv missed the target.
            if !track.isStuck(at: position), returns(from: position) { return }
            if track.jumps == track.jumpsBefore.map({ $0 + 1 }), let item = track.item {
                actions.append(.missed(item: item, position: target))
                self.track?.protectPoint()
                save(.load)
            } else {
                save(.seek)
            }
        }
    }

    /// Keeps a place further on, to which the file is not moved after a pause.
    mutating func miss(_ place: Double) {
        track?.protect(place)
        if let item = track?.item { actions.append(.missed(item: item, position: place)) }
    }

    /// Moves a file back to its resume point, from which a script or mpv itself took it away.
    ///
    /// - Parameter position: The position to which it was taken; `nil` if it is unknown.
    /// - Returns: True if the file is moved.
    private mutating func returns(from position: Double?) -> Bool {
        guard let target = track?.resumption.returns(from: position) else { return false }
        seek(to: target)
        return true
    }

    /// Moves the file.
    mutating func seek(to position: Double) {
        let jumps = track?.jumps
        track?.jumpsBefore = jumps
        let origin = track?.position
        track?.origin = origin
        track?.ownSeeks += 1
        command(.seek(position + (track?.clockStart ?? 0)))
    }

    /// Handles a jump, by a person, a script, or this bridge.
    mutating func sought(now: Int) {
        // mpv may have ignored the jump of this bridge.
        if let track, !track.isStuck(at: track.position) { self.track?.reopenedTo = nil }
        track?.resumption.sought(now: now)
        track?.jumps += 1
        track?.isSeeking = true
        track?.reopening = isPaused ? .paused(since: now) : .done
        track?.isOver = false
    }

    /// Handles a command that mpv carries out, which may be one of this bridge.
    mutating func commanded(isBinding: Bool) {
        if !isBinding, let own = track?.ownSeeks, own > 0 {
            track?.ownSeeks = own - 1
        } else {
            track?.resumption.commanded()
        }
    }
}
