// SPDX-License-Identifier: Apache-2.0

/// The snapshots that wait to be stored: the newest one of each item.
///
/// A tick is published immediately, and stored when the interval ends, in one commit with the other
/// ticks that are due.
package struct TickBuffer: Sendable {
    package struct Tick: Sendable, Equatable {
        /// The player's snapshot; its time is that of its arrival if the player stated none.
        package var snapshot: Snapshot
        /// The number that identifies the sender.
        package var source: UInt64
    }

    private struct Waiting {
        var tick: Tick
        var order: Int
    }

    package enum Action: Sendable, Equatable {
        case hold
        case store([Tick])
    }

    /// The maximum number of waiting items; when it is exceeded, the oldest is stored.
    package static let capacity = 16_384
    /// The maximum number of waiting items of one player; when it is exceeded, the oldest is
    /// stored.
    package static let itemsPerPlayer = 32

    private var ticks: [ExactString: Waiting] = [:]
    /// The order of arrival; an entry is skipped if its item has a newer tick.
    private var arrivals: [(order: Int, item: ExactString)] = []
    /// The index in ``arrivals`` at which the search for the oldest tick begins.
    private var first = 0
    /// The number of the last tick that becomes due at the deadline; `nil` for the last arrival.
    private var dueUpTo: Int?
    private var interval = 0
    private var items: [String: Set<ExactString>] = [:]
    private var count = 0
    /// The time at which the waiting ticks must be stored, in milliseconds since 1970; `nil` if
    /// there are none.
    package private(set) var deadline: Timestamp?

    package init() {}

    package var isEmpty: Bool { ticks.isEmpty }

    package var waiting: Int { ticks.count }

    /// Adds a valid snapshot that arrived at `now`, and returns the action.
    ///
    /// The snapshot waits if its status is playing and its cause is `tick` or unknown. Any other
    /// snapshot is stored immediately, after the waiting ticks of its item and its player. So is a
    /// tick whose item has a waiting tick of another player.
    package mutating func arrive(
        _ snapshot: Snapshot,
        from source: UInt64 = 0,
        now: Timestamp,
        interval: Int
    ) -> Action {
        var tick = Tick(snapshot: snapshot, source: source)
        if snapshot.at == nil { tick.snapshot.at = now }
        let isPassing =
            snapshot.status == .playing && (snapshot.cause == .tick || snapshot.cause == nil)
        let before = ticks[ExactString(snapshot.item)]?.tick.snapshot.player
        guard isPassing, before == nil || before == snapshot.player else {
            return .store(take(before: snapshot) + [tick])
        }
        put(tick)
        self.interval = interval
        // A deadline that is further away was set before the clock was set back.
        deadline = min(deadline ?? .max, now + interval)
        if let own = items[snapshot.player], own.count > Self.itemsPerPlayer {
            let oldest = own.min { ticks[$0]?.order ?? 0 < ticks[$1]?.order ?? 0 }
            return .store(oldest.flatMap { remove($0) }.map { [$0.tick] } ?? [])
        }
        return ticks.count > Self.capacity ? .store(takeOldest(1, upTo: .max)) : .hold
    }

    /// Removes and returns the ticks that must be stored before a snapshot: those of its item and
    /// of its player.
    package mutating func take(before snapshot: Snapshot) -> [Tick] {
        guard !ticks.isEmpty else { return [] }
        let others = take(of: snapshot.player)
        return (take(snapshot.item).map { [$0] } ?? []) + others
    }

    /// Removes and returns the tick of an item that is about to be written; `nil` if none is
    /// waiting.
    package mutating func take(_ item: String) -> Tick? {
        guard !ticks.isEmpty else { return nil }
        return remove(ExactString(item))?.tick
    }

    package mutating func take(of player: String) -> [Tick] {
        guard let waiting = items[player] else { return [] }
        return take(waiting)
    }

    package mutating func take(where isWanted: (Tick) -> Bool) -> [Tick] {
        take(ticks.filter { isWanted($0.value.tick) }.keys)
    }

    package mutating func takeAll() -> [Tick] {
        defer { self = TickBuffer() }
        return ticks.values.sorted { $0.order < $1.order }.map(\.tick)
    }

    /// Removes and returns the ticks that are due, in the order of arrival.
    ///
    /// The ticks beyond `limit` remain due.
    package mutating func takeDue(now: Timestamp, limit: Int = .max) -> [Tick] {
        guard let deadline, deadline <= now else { return [] }
        guard ticks.count > limit else { return takeAll() }
        let last = dueUpTo ?? count
        dueUpTo = last
        let taken = takeOldest(limit, upTo: last)
        if taken.count < limit {
            dueUpTo = nil
            if !ticks.isEmpty { self.deadline = now + interval }
        }
        return taken
    }

    package mutating func expedite(now: Timestamp) {
        guard let deadline else { return }
        self.deadline = min(deadline, now)
        dueUpTo = count
    }

    /// Removes and returns the oldest ticks: at most `limit`, and none that arrived after the
    /// number `last`.
    private mutating func takeOldest(_ limit: Int, upTo last: Int) -> [Tick] {
        var taken: [Tick] = []
        while taken.count < limit, first < arrivals.count, arrivals[first].order <= last {
            let arrival = arrivals[first]
            first += 1
            guard ticks[arrival.item]?.order == arrival.order else { continue }
            guard let waiting = remove(arrival.item) else { continue }
            taken.append(waiting.tick)
            // Removing the last tick resets the buffer, and with it `arrivals`.
            if ticks.isEmpty { break }
        }
        return taken
    }

    /// Puts back ticks that could not be stored, except those whose item has a newer tick.
    ///
    /// `retry` is the time of the next attempt.
    package mutating func putBack(_ failed: [Tick], retry: Timestamp) {
        let newer = takeAll()
        for tick in failed + newer {
            _ = take(tick.snapshot.item)
            put(tick)
        }
        if !ticks.isEmpty { deadline = retry }
    }

    private mutating func put(_ tick: Tick) {
        let key = ExactString(tick.snapshot.item)
        count += 1
        let before = ticks.updateValue(Waiting(tick: tick, order: count), forKey: key)
        arrivals.append((count, key))
        if arrivals.count > 4 * ticks.count + 1_024 { forgetArrivals() }
        if before == nil { items[tick.snapshot.player, default: []].insert(key) }
    }

    private mutating func forgetArrivals() {
        arrivals = arrivals[first...].filter { ticks[$0.item]?.order == $0.order }
        first = 0
    }

    private mutating func take(_ keys: some Sequence<ExactString>) -> [Tick] {
        keys.compactMap { remove($0) }.sorted { $0.order < $1.order }.map(\.tick)
    }

    private mutating func remove(_ key: ExactString) -> Waiting? {
        guard let waiting = ticks.removeValue(forKey: key) else { return nil }
        let player = waiting.tick.snapshot.player
        items[player]?.remove(key)
        if items[player]?.isEmpty == true { items[player] = nil }
        if ticks.isEmpty { self = TickBuffer() }
        return waiting
    }
}
