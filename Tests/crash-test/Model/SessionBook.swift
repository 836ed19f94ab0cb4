import StateModel

/// What is stored of one player once everything it did has come to pass.
package struct SessionState: Sendable, Equatable {
    /// The item that it is at.
    package var current: String?
    /// What comes next.
    package var queue: [String] = []
    /// The items about which an alert is open.
    package var alerts: Set<String> = []
    /// The resume point of each item.
    package var places: [String: Place] = [:]

    /// A player that has done nothing.
    package init() {}

    /// What a step makes of it.
    package func after(_ step: SessionStep) -> SessionState {
        var next = self
        switch step {
        case .tick(let mark), .pause(let mark), .seek(let mark): next.take(mark, .paused)
        case .fail(let mark):
            next.take(mark, .failed)
            next.alerts.insert(mark.item)
        case .finish(let mark):
            next.makeCurrent(mark.item)
            next.places[mark.item] = nil
            next.advance()
        case .playNow(let item): next.makeCurrent(item)
        case .skip: next.advance()
        case .setQueue(let items): next.queue = items
        case .enqueue(let items): next.queue = items + queue
        case .unavailable(let item):
            next.places[item] = nil
            next.alerts.insert(item)
        case .dismiss(let item): next.alerts.remove(item)
        case .phase: break
        }
        return next
    }

    private mutating func take(_ mark: SessionStep.Mark, _ status: Status) {
        makeCurrent(mark.item)
        // Whatever plays is paused once its player or the daemon is gone.
        places[mark.item] = Place(serial: mark.serial, position: mark.position, status: status)
    }

    private mutating func makeCurrent(_ item: String) {
        current = item
        queue.removeAll { $0 == item }
    }

    private mutating func advance() {
        current = queue.isEmpty ? nil : queue.removeFirst()
    }
}

/// What one player did and was answered, and what the daemon told others of it.
///
/// A player does one thing at a time. So what is found after a crash is what its last answered
/// step made, or the one step more that was not answered; a position that moves on may be as old
/// as one tick interval.
package struct SessionBook: Sendable {
    /// Its name.
    package let player: String
    /// How late a tick may be stored, in milliseconds.
    private let tickInterval: Int
    /// What must be stored, but for ticks.
    package private(set) var state = SessionState()
    /// What it has begun and was not answered.
    private var pending: SessionStep?
    /// The ticks of each item since the last answered observation of it.
    private var ticks: [String: [SessionStep.Mark]] = [:]
    /// The tick of each item that must be stored, or a later one.
    private var floors: [String: Int] = [:]
    /// Ticks that subscribers were told of, and when that was on the daemon's clock.
    private var told: [(mark: SessionStep.Mark, at: Int)] = []
    /// When it last told them something.
    private var toldLast = 0

    /// A player that did nothing yet.
    package init(player: String, tickInterval: Int) {
        self.player = player
        self.tickInterval = tickInterval
    }

    /// It is about to do something.
    package mutating func begins(_ step: SessionStep) {
        if case .tick(let mark) = step {
            ticks[mark.item, default: []].append(mark)
        } else {
            pending = step
        }
    }

    /// What it had begun is acknowledged.
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
        // One that an answered observation has overtaken is no longer known.
        guard ticks[mark.item]?.contains(mark) == true else { return }
        floors[mark.item] = max(floors[mark.item] ?? 0, mark.serial)
    }

    /// Subscribers were told of an observation, at that time on the daemon's clock.
    package mutating func observed(serial: Int, of item: String, at: Int) {
        toldLast = max(toldLast, at)
        if let mark = ticks[item]?.first(where: { $0.serial == serial }) { told.append((mark, at)) }
    }

    /// The daemon was killed: what it had told of longer ago than the interval is stored.
    package mutating func daemonDied() {
        for (mark, at) in told where at <= toldLast - tickInterval { mustHave(mark) }
    }

    /// The player went away and the daemon knows: everything that it had told of is stored.
    package mutating func playerDied() {
        for (mark, _) in told { mustHave(mark) }
    }

    /// Compares what was found while the player is gone, and goes on from there.
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
        told = []
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

    /// Where an item may stand whose last answered observation is known.
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
    /// Whether it says where the item stands, whatever ticks had said.
    fileprivate func settles(_ item: String) -> Bool {
        if case .unavailable(let gone) = self { return gone == item }
        return mark?.item == item
    }
}
