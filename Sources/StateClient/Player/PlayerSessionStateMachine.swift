// SPDX-License-Identifier: Apache-2.0
import StateModel

struct PlayerSessionStateMachine: Sendable {
    private(set) var state: PlayerSession.State
    /// The state after the last change; it is published once the stream's initial state is complete
    /// and then after each change.
    private var next: PlayerSession.State
    /// The resume points that this player stored, by item.
    private var points: [ExactString: ResumePoint] = [:]
    /// True until the stream's initial state has arrived completely.
    private var isPartial = true

    init(player: String) {
        state = PlayerSession.State(player: player)
        next = state
    }

    /// Prepares for a new stream; `isNew` is true if the stream begins with the current state.
    mutating func subscribed(isNew: Bool) {
        guard isNew else { return }
        points = [:]
        next = PlayerSession.State(player: state.player.player)
        isPartial = true
    }

    mutating func delivered(_ changes: [Change], isReady: Bool) -> [PlayerSession.State] {
        var states: [PlayerSession.State] = []
        for change in changes {
            apply(change)
            if !isPartial { publish(to: &states) }
        }
        if isReady {
            isPartial = false
            next.isConnected = true
            publish(to: &states)
        }
        return states
    }

    mutating func detached() -> [PlayerSession.State] {
        next.isConnected = false
        guard state.isConnected else { return [] }
        state.isConnected = false
        return [state]
    }

    private mutating func publish(to states: inout [PlayerSession.State]) {
        guard next != state else { return }
        state = next
        states.append(next)
    }

    private mutating func apply(_ change: Change) {
        switch (change.kind, change.about) {
        case (.player, .player(let player)?): apply(player)
        case (.alert, .alert(let alert)?): apply(alert)
        case (.observed, _):
            guard let snapshot = change.snapshot, isCurrent(snapshot.item) else { break }
            let known = [next.point?.at, next.snapshot?.at].compactMap(\.self).max()
            // The daemon also publishes an observation that arrives late, but does not store it.
            if let at = snapshot.at, let known, at < known { break }
            next.snapshot = snapshot
        case (.cleared, _), (.expired, _):
            guard let item = change.item ?? change.point?.item else { break }
            points[ExactString(item)] = nil
            show(item)
        default:
            guard let point = change.point else { break }
            points[ExactString(point.item)] = point
            show(point.item)
        }
    }

    private mutating func apply(_ player: Player) {
        let isSame = player.item.map(isCurrent) ?? (next.player.item == nil)
        next.player = player
        guard !isSame else { return }
        next.snapshot = nil
        next.point = player.item.flatMap { points[ExactString($0)] }
    }

    private mutating func apply(_ alert: Alert) {
        next.alerts.removeAll { $0.id == alert.id }
        guard alert.state != .dismissed else { return }
        let place = next.alerts.firstIndex { $0.id > alert.id } ?? next.alerts.endIndex
        next.alerts.insert(alert, at: place)
    }

    /// Shows the resume point of the current item instead of an earlier snapshot.
    private mutating func show(_ item: String) {
        guard isCurrent(item) else { return }
        next.point = points[ExactString(item)]
        next.snapshot = nil
    }

    private func isCurrent(_ item: String) -> Bool {
        ExactString.same(next.player.item, item)
    }
}
