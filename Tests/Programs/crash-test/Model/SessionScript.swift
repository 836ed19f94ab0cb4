// SPDX-License-Identifier: Apache-2.0
import StateModel

/// The steps of a player and its user, determined by the seed and the initial state.
package struct SessionScript: Sendable {
    /// The player's view of its own state.
    package private(set) var state: SessionState
    private let player: String
    private let run: Int
    private var random: SeededRandom
    private var count = 0
    private var positions: [String: Double]
    /// True if the current item cannot continue.
    private var isStuck = false
    private var isBehind = false
    /// The maximum number of open alerts: a player with too many would leave no room for others.
    private static let maximumAlerts = 8

    /// Creates the script of a player.
    ///
    /// - Parameters:
    /// - player: the name of the player.
    /// - run: the number of earlier players with the same name.
    /// - seed: the seed of the random choices.
    /// - state: its current item, queue and alerts, as it found them.
    /// - positions: the positions of its items, in seconds.
    package init(
        player: String,
        run: Int,
        seed: UInt64,
        state: SessionState,
        positions: [String: Double]
    ) {
        self.player = player
        self.run = run
        self.state = state
        random = SeededRandom(seed: seed)
        // A failed item does not continue by itself.
        isStuck = state.current.map { state.alerts.contains($0) } ?? false
        self.positions = positions
    }

    /// Returns the next step; the caller confirms it with ``did(_:)``.
    package mutating func next() -> SessionStep {
        guard let item = state.current, !isStuck else {
            return state.queue.isEmpty || random.happens(percent: 50) ? .playNow(newItem()) : .skip
        }
        if state.alerts.count > Self.maximumAlerts, let seen = state.alerts.min() {
            return .dismiss(seen)
        }
        switch Int.random(in: 0..<100, using: &random) {
        case ..<60: return .tick(mark(item, onward: 0.5))
        case ..<68: return .pause(mark(item, onward: 0.25))
        case ..<74:
            return .seek(mark(item, onward: Double(Int.random(in: -4...40, using: &random))))
        case ..<76: return .fail(mark(item, onward: 0.25))
        case ..<80: return .finish(mark(item, onward: 60))
        case ..<84: return .playNow(state.queue.last ?? newItem())
        case ..<86: return .skip
        case ..<90: return .setQueue(newItems(upTo: 4))
        case ..<94: return .enqueue(newItems(upTo: 2))
        case ..<96: return .unavailable(item)
        case ..<97: return state.alerts.min().map { .dismiss($0) } ?? .skip
        default: return .phase(isBehind ? .foreground : .background)
        }
    }

    /// Records that a step was answered or, for a tick, sent.
    package mutating func did(_ step: SessionStep) {
        state = state.after(step)
        switch step {
        case .fail, .unavailable: isStuck = true
        case .phase(let phase): isBehind = phase == .background
        case .playNow, .skip, .finish: isStuck = false
        default: break
        }
    }

    private mutating func mark(_ item: String, onward seconds: Double) -> SessionStep.Mark {
        count += 1
        // A repeated position would be answered as unchanged.
        let before = positions[item] ?? 10
        let position = before + seconds < 2 || seconds == 0 ? before + 0.25 : before + seconds
        positions[item] = position
        return SessionStep.Mark(serial: run * 1_000_000 + count, item: item, position: position)
    }

    private mutating func newItem() -> String {
        count += 1
        return "\(player)/\(run)/\(count)"
    }

    private mutating func newItems(upTo most: Int) -> [String] {
        (0..<Int.random(in: 0...most, using: &random)).map { _ in newItem() }
    }
}
