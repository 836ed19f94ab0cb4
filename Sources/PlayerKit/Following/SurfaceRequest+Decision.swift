// SPDX-License-Identifier: Apache-2.0
package import StateModel

package enum PlayerStep: Equatable, Sendable {
    case play
    case pause
    case seek(to: Double)
    case next
    case previous
    case stop
    case `open`(String)
}

package struct RequestedState: Equatable, Sendable {
    package var isLoaded = true
    package var isRunning = false
    package var canSeek = true
    package var position: Double?
    package var duration: Double?
    /// False if there is certainly no next item.
    package var hasNext = true
    /// False if there is certainly no previous item.
    package var hasPrevious = true

    package init() {}
}

extension PlayerFollower {
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

    package enum Decision: Equatable, Sendable {
        /// Carry out the step, then send the answer.
        case take(PlayerStep, SurfaceAnswer)
        /// Send the answer, which contains the reason for the refusal.
        case refuse(SurfaceAnswer)
    }

    package func decision(in state: RequestedState) -> Decision {
        if action == .open {
            guard let item else { return refuse("there is no item to play") }
            return .take(.open(item), SurfaceAnswer(number))
        }
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
        case .seek, .open: return seek(in: state)
        }
    }

    /// Returns the position in a valid form; `nil` for a value that means an unknown position.
    ///
    /// mpv may report a position just below 0, and some MPRIS players an infinite one.
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
