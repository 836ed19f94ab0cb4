// SPDX-License-Identifier: Apache-2.0
import StateModel

/// The stored state of one player once all its steps are carried out.
package struct SessionState: Sendable, Equatable {
    /// The current item.
    package var current: String?
    /// The items that follow.
    package var queue: [String] = []
    /// The items with an open alert.
    package var alerts: Set<String> = []
    /// The resume point of each item.
    package var places: [String: Place] = [:]
    /// True if the current item plays.
    private var isPlaying = false

    /// Creates the state of a player that has done nothing.
    package init() {}

    /// Returns the state after a step.
    package func after(_ step: SessionStep) -> SessionState {
        var next = self
        switch step {
        case .tick(let mark), .seek(let mark):
            next.take(mark, .paused)
            next.isPlaying = true
        case .pause(let mark): next.take(mark, .paused)
        case .fail(let mark):
            next.take(mark, .failed)
            next.alerts.insert(mark.item)
        case .finish(let mark):
            next.makeCurrent(mark.item)
            next.places[mark.item] = nil
            next.advance()
        case .playNow(let item):
            next.makeCurrent(item)
            if isPlaying, let current, current != item { next.queue.insert(current, at: 0) }
        case .skip: next.advance()
        case .setQueue(let items): next.queue = items
        case .enqueue(let items): next.queue = items + queue
        case .unavailable(let item):
            next.places[item] = nil
            next.alerts.insert(item)
            next.isPlaying = isPlaying && item != current
        case .dismiss(let item): next.alerts.remove(item)
        case .phase: break
        }
        return next
    }

    /// Notes that an item plays, without a place of which it is certain that it is stored.
    fileprivate mutating func plays(_ item: String) { isPlaying = item == current }

    private mutating func take(_ mark: SessionStep.Mark, _ status: Status) {
        makeCurrent(mark.item)
        // A playing item is paused once its player or the daemon is gone.
        places[mark.item] = Place(serial: mark.serial, position: mark.position, status: status)
    }

    private mutating func makeCurrent(_ item: String) {
        isPlaying = false
        current = item
        queue.removeAll { $0 == item }
    }

    private mutating func advance() {
        isPlaying = false
        current = queue.isEmpty ? nil : queue.removeFirst()
    }
}

/// A reference model of one player: its steps, their answers, and the ticks that the daemon
/// published.
///
/// A player does one thing at a time. So after a crash, the state is the one after its last
/// answered step, or after the one further step that was not answered; a moving position may be as
/// old as one tick interval.
package struct SessionBook: Sendable {
    /// The name of the player.
    package let player: String
    /// The maximum delay before a tick is stored, in milliseconds.
    private let tickInterval: Int
    /// The state that must be stored, apart from ticks.
    package private(set) var state = SessionState()
    /// The step that was begun and not answered.
    private var pending: SessionStep?
    /// The ticks of each item since its last answered observation.
    private var ticks: [String: [SessionStep.Mark]] = [:]
    /// The number of the oldest tick of each item that may be found; it or a later one must be
    /// stored.
    private var floors: [String: Int] = [:]
    /// The ticks that were published to subscribers, with the time on the daemon's clock.
    private var delivered: [(mark: SessionStep.Mark, at: Int)] = []
    /// The time of the last published observation, on the daemon's clock.
    private var lastDelivered = 0

    /// Creates a player that has done nothing.
    package init(player: String, tickInterval: Int) {
        self.player = player
        self.tickInterval = tickInterval
    }

    /// Records that the player is about to take a step.
    package mutating func begins(_ step: SessionStep) {
        if case .tick(let mark) = step {
            ticks[mark.item, default: []].append(mark)
            state.plays(mark.item)
        } else {
            pending = step
        }
    }

    /// Records that the step begun is acknowledged.
    package mutating func done() {
        guard let step = pending else { return }
        pending = nil
        state = state.after(step)
        switch step {
        case .phase(.background): for mark in ticks.values.compactMap(\.last) { mustHave(mark) }
        case .unavailable(let item): forget(item)
        default: if let mark = step.mark { forget(mark.item) }
        }
    }

    private mutating func forget(_ item: String) {
        ticks[item] = nil
        floors[item] = nil
    }

    private mutating func mustHave(_ mark: SessionStep.Mark) {
        // A tick before an answered observation is no longer known.
        guard ticks[mark.item]?.contains(mark) == true else { return }
        floors[mark.item] = max(floors[mark.item] ?? 0, mark.serial)
    }

    /// Records that an observation was published to subscribers, with the time on the daemon's
    /// clock.
    package mutating func observed(serial: Int, of item: String, at: Int) {
        lastDelivered = max(lastDelivered, at)
        if let mark = ticks[item]?.first(where: { $0.serial == serial }) {
            delivered.append((mark, at))
        }
    }

    /// Records that the daemon was killed: ticks published longer ago than the interval are stored.
    package mutating func daemonDied() {
        for (mark, at) in delivered where at <= lastDelivered - tickInterval { mustHave(mark) }
    }

    /// Records that the daemon noticed the player's end: all published ticks are stored.
    package mutating func playerDied() {
        for (mark, _) in delivered { mustHave(mark) }
    }

    /// Checks the state found while the player is gone, and continues from it.
    package mutating func found(_ found: SessionState) throws(Violation) {
        let candidates = [state] + (pending.map { [state.after($0)] } ?? [])
        let differences = candidates.enumerated().map { index, candidate in
            difference(of: found, from: candidate, isAfter: index == 1)
        }
        guard differences.contains(nil) else {
            let all = differences.compactMap(\.self).joined(separator: "; nor can it be: ")
            throw Violation("\(player): \(all)")
        }
        state = found
        pending = nil
        ticks = [:]
        floors = [:]
        delivered = []
    }

    private func difference(
        of found: SessionState,
        from expected: SessionState,
        isAfter: Bool
    ) -> String? {
        guard found.current == expected.current else {
            return "it is at \(found.current ?? "nothing"), not \(expected.current ?? "nothing")"
        }
        guard found.queue == expected.queue else {
            return "its queue is \(found.queue), not \(expected.queue)"
        }
        guard found.alerts == expected.alerts else {
            return "its alerts are \(found.alerts.sorted()), not \(expected.alerts.sorted())"
        }
        for item in Set(found.places.keys).union(expected.places.keys).union(ticks.keys).sorted() {
            let isSettled = isAfter && (pending?.settles(item) ?? false)
            let allowed =
                isSettled
                ? [expected.places[item]] : places(of: item, besides: expected.places[item])
            guard !allowed.contains(found.places[item]) else { continue }
            return "\(item) is \(text(found.places[item])), not one of "
                + allowed.map(text).joined(separator: ", ")
        }
        return nil
    }

    /// Returns the possible places of an item with a known last answered observation.
    private func places(of item: String, besides answered: Place?) -> [Place?] {
        let floor = floors[item]
        let moving: [Place?] = (ticks[item] ?? []).filter { $0.serial >= floor ?? 0 }.map { mark in
            Place(serial: mark.serial, position: mark.position, status: .paused)
        }
        return (floor == nil ? [answered] : []) + moving
    }

    private func text(_ place: Place?) -> String {
        place.map { "\($0.serial) at \($0.position) \($0.status)" } ?? "nowhere"
    }
}

extension SessionStep {
    /// Returns true if the step determines the item's place, regardless of earlier ticks.
    fileprivate func settles(_ item: String) -> Bool {
        if case .unavailable(let gone) = self { return gone == item }
        return mark?.item == item
    }
}
