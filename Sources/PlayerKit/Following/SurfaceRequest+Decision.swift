// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// A step that carries out a requested action.
package enum PlayerStep: Equatable, Sendable {
    /// Start or resume playback.
    case play
    case pause
    /// Go to a position, in seconds.
    case seek(to: Double)
    /// Play the next item.
    case next
    /// Play the previous item.
    case previous
    case stop
}

/// The known state of a player when a request arrives.
package struct RequestedState: Equatable, Sendable {
    /// True if an item is loaded.
    package var isLoaded = true
    /// True while the item plays.
    package var isRunning = false
    package var canSeek = true
    /// The position, in seconds.
    package var position: Double?
    /// The length of the item, in seconds.
    package var duration: Double?
    /// False if there is no next item.
    package var hasNext = true
    /// False if there is no previous item.
    package var hasPrevious = true

    /// Creates the state of a player with an item.
    package init() {}
}

extension PlayerFollower {
    /// The player's state, for the decision about a request.
    package var requestedState: RequestedState {
        var state = RequestedState()
        (state.isRunning, state.canSeek) = (isRunning, canSeek)
        (state.position, state.duration) = (position, item.duration)
        return state
    }
}

extension SurfaceRequest {
    /// The maximum position in a request or an answer, in seconds.
    private static let longestSeconds = 1e9

    /// The decision about a request.
    package enum Decision: Equatable, Sendable {
        /// Take the step, and send the answer once the player has done so.
        case take(PlayerStep, SurfaceAnswer)
        /// Send the answer, which explains why the action is impossible.
        case refuse(SurfaceAnswer)
    }

    /// Returns the decision for a player in the given state.
    package func decision(in state: RequestedState) -> Decision {
        guard state.isLoaded else { return refuse("no followed item is playing") }
        var state = state
        state.position = state.position.flatMap(Self.plausible)
        switch action {
        case .play: return take(.play, in: state, isPlaying: true)
        case .pause: return take(.pause, in: state, isPlaying: false)
        case .toggle:
            return take(state.isRunning ? .pause : .play, in: state, isPlaying: !state.isRunning)
        case .stop: return take(.stop, in: state, isPlaying: false)
        case .next:
            guard state.hasNext else { return refuse("there is no next item") }
            return .take(.next, SurfaceAnswer(number))
        case .previous:
            guard state.hasPrevious else { return refuse("there is no previous item") }
            return .take(.previous, SurfaceAnswer(number))
        case .seek: return seek(in: state)
        }
    }

    /// Returns a reported position; `nil` if it only means that the player does not know its
    /// position.
    ///
    /// mpv may report a time just below 0, and some MPRIS players an infinite one.
    private static func plausible(_ position: Double) -> Double? {
        position <= longestSeconds ? max(0, position) : nil
    }

    private func seek(in state: RequestedState) -> Decision {
        guard state.canSeek else { return refuse("the player cannot seek") }
        var target = position ?? 0
        if let offset {
            guard let position = state.position else {
                return refuse("the player does not report its position")
            }
            // A seek to the end would finish the item.
            let last = max(position, (state.duration ?? .infinity) - 1)
            target = min(max(0, position + offset), last, Self.longestSeconds)
        } else if let duration = state.duration, target > duration {
            // A seek to the end would finish the item and clear its resume point.
            let end = ClockText.of(duration)
            return refuse("\(ClockText.of(target)) is beyond the end of the item at \(end)")
        }
        var state = state
        state.position = target
        return take(.seek(to: target), in: state, isPlaying: state.isRunning)
    }

    private func take(
        _ step: PlayerStep,
        in state: RequestedState,
        isPlaying: Bool
    ) -> Decision {
        .take(step, SurfaceAnswer(number, isPlaying: isPlaying, position: state.position))
    }

    private func refuse(_ reason: String) -> Decision {
        .refuse(SurfaceAnswer(number, refusal: reason))
    }
}
