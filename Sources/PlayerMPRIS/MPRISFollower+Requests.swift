// SPDX-License-Identifier: Apache-2.0
internal import PlayerKit
internal import StateModel

// The requests of other programs.
extension MPRISFollower {
    mutating func obey(_ request: SurfaceRequest) {
        var state = requestedState
        // The stream of requests may end slightly later than the player's item. A player that is
        // stopped has no item, but can begin to play.
        let begins = known.status == .stopped && [.play, .toggle].contains(request.action)
        state.isLoaded = needsDaemon || begins
        // Before the player's first report, the position is an estimate that allows no offset.
        if track?.isProven != true { state.position = nil }
        known.limit(&state)
        switch request.decision(in: state) {
        case .refuse(let answer): call(.answer(answer))
        case .take(let step, let answer):
            if case .seek = step { track?.requestedSeeks[answer.number] = state.position ?? 0 }
            command(.requested(MPRISCommand(step, for: self), answer))
        }
    }

    /// Replies to a request, and notes a seek, because a paused player may not report it.
    mutating func answered(_ answer: SurfaceAnswer) {
        call(.answer(answer))
        // Another track may have begun since the request.
        guard let origin = track?.requestedSeeks.removeValue(forKey: answer.number),
            answer.refusal == nil, let target = answer.position
        else { return }
        // A player that has never reported a position may ignore a seek, so only a report counts.
        let isProven = track?.isProven == true
        if isProven { jumped(to: target) } else { track?.jumpedAt = now }
        // Audacious, while it plays, first replies with its former position.
        if !isProven || !isRunning { track?.askAt = now }
        guard isProven, !isRunning, item.isFollowed else { return }
        track?.origin = origin
        save(.seek)
    }
}

extension MPRISProperties {
    fileprivate func limit(_ state: inout RequestedState) {
        state.canSeek = canSeek != false
        state.hasNext = canGoNext != false
        state.hasPrevious = canGoPrevious != false
    }
}

extension MPRISCommand {
    /// Creates the command for a step.
    ///
    /// A player without track IDs, such as Totem, is sent a seek relative to its current position.
    init(_ step: PlayerStep, for follower: MPRISFollower) {
        switch step {
        case .play: self = .press(.play)
        case .pause: self = .press(.pause)
        case .stop: self = .press(.stop)
        case .next: self = .press(.next)
        case .previous: self = .press(.previous)
        case .open(let item):
            let isPath = item.utf8.first == UInt8(ascii: "/")
            self = .open(uri: isPath ? "file://" + PercentEscapes.encoded(path: item) : item)
        case .seek(let target):
            if let track = follower.known.metadata?.movableTrack {
                self = .setPosition(track: track, microseconds: Self.microseconds(target))
            } else {
                let position = follower.position ?? 0
                self = .seek(microseconds: Self.microseconds(target - position))
            }
        }
    }

    private static func microseconds(_ seconds: Double) -> Int {
        Int((min(max(-1e9, seconds), 1e9) * 1_000_000).rounded())
    }
}
