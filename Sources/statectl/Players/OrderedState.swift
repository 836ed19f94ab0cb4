// SPDX-License-Identifier: Apache-2.0

/// The state of a player just before an order, as far as the player says it.
struct OrderedState: Equatable {
    /// True if the player is paused.
    var isPaused: Bool?
    /// The position, in seconds.
    var position: Double?
    /// The length of the item, in seconds.
    var duration: Double?
    /// True if an item comes after this one.
    var hasNext: Bool?
    /// True if an item comes before this one.
    var hasPrevious: Bool?
}

extension PlayerOrder {
    /// Returns the reason why a player in that state cannot obey; `nil` if it can.
    ///
    /// A jump to a position beyond the end would end the item, and lose its resume point.
    func obstacle(_ state: OrderedState) -> String? {
        switch self {
        case .next where state.hasNext == false: return "there is no next item"
        case .previous where state.hasPrevious == false: return "there is no previous item"
        case .seek(.position(let seconds)):
            guard let duration = state.duration, seconds > duration else { return nil }
            return
                "\(Position(seconds: seconds).clock) is beyond its end at \(Position(seconds: duration).clock)"
        default: return nil
        }
    }

    /// Returns what a player in that state does, for a person.
    func outcome(_ state: OrderedState) -> String {
        let place = state.position.map { Position(seconds: $0).clock }
        switch self {
        case .pause: return place.map { "paused at \($0)" } ?? "paused"
        case .play: return place.map { "plays from \($0)" } ?? "plays"
        case .toggle:
            guard let isPaused = state.isPaused else { return name }
            return (isPaused ? PlayerOrder.play : .pause).outcome(state)
        case .seek: return target(state).map { "at \(Position(seconds: $0).clock)" } ?? name
        case .next, .previous: return "\(name) item"
        }
    }

    /// Returns the position, in seconds, to which a player in that state jumps; `nil` if it does not
    /// jump, or from an unknown position.
    func target(_ state: OrderedState) -> Double? {
        guard case .seek(let target) = self else { return nil }
        switch target {
        case .position(let seconds): return max(0, seconds)
        case .distance(let seconds):
            return state.position.map { min(max(0, $0 + seconds), state.duration ?? .infinity) }
        }
    }
}
