/// Live observations that wait to be stored: the newest of each item.
///
/// A tick is told at once and stored within the interval; the whole buffer goes into one commit.
package struct TickBuffer: Sendable {
    /// One observation that waits.
    package struct Tick: Sendable, Equatable {
        /// What the player said, with the time at which it arrived where it gave none.
        package var snapshot: Snapshot
        /// A number for whoever sent it.
        package var source: UInt64
    }

    private struct Waiting {
        var tick: Tick
        /// The place that it has among all: a player is where its last one says.
        var order: Int
    }

    /// What is to be done about a tick that arrived.
    package enum Action: Sendable, Equatable {
        /// Nothing: it waits with the others.
        case hold
        /// Store these now, in this order.
        case store([Tick])
    }

    /// The number of items that may wait; beyond that the oldest is stored at once.
    package static let capacity = 65_536
    /// The number of items of one player that may wait; beyond that the oldest is stored at once.
    ///
    /// A player is at one item, or at two while it moves from one to the next.
    package static let itemsPerPlayer = 32

    private var ticks: [Verbatim: Waiting] = [:]
    /// The ticks in the order in which they came; a number that is no longer the item's is passed over.
    private var arrivals: [(order: Int, item: Verbatim)] = []
    /// The first of ``arrivals`` that was not passed over.
    private var first = 0
    /// The number up to which ticks are due; `nil` if none is.
    private var dueUpTo: Int?
    private var interval = 0
    /// The items of each player's ticks.
    private var items: [String: Set<Verbatim>] = [:]
    /// How many ticks have come.
    private var count = 0
    /// When the buffer is to be stored, in milliseconds since 1970; nil: it is empty.
    package private(set) var deadline: Int?

    /// A buffer of nothing.
    package init() {}

    /// Whether nothing waits.
    package var isEmpty: Bool { ticks.isEmpty }

    /// The number of items that wait.
    package var waiting: Int { ticks.count }

    /// A valid tick arrived at `now`.
    ///
    /// What is no mere passing of time is stored at once, behind what its player said before: a
    /// pause, a stop, going out of sight.
    package mutating func arrive(
        _ snapshot: Snapshot,
        from source: UInt64 = 0,
        now: Int,
        interval: Int
    ) -> Action {
        var tick = Tick(snapshot: snapshot, source: source)
        if snapshot.at == nil { tick.snapshot.at = now }
        let isPassing =
            snapshot.status == .playing && (snapshot.cause == .tick || snapshot.cause == nil)
        let before = ticks[Verbatim(snapshot.item)]?.tick.snapshot.player
        guard isPassing, before == nil || before == snapshot.player else {
            return .store(take(before: snapshot) + [tick])
        }
        put(tick)
        self.interval = interval
        if deadline == nil { deadline = now + interval }
        if let own = items[snapshot.player], own.count > Self.itemsPerPlayer {
            let oldest = own.min { ticks[$0]?.order ?? 0 < ticks[$1]?.order ?? 0 }
            return .store(oldest.flatMap { remove($0) }.map { [$0.tick] } ?? [])
        }
        return ticks.count > Self.capacity ? .store(takeOldest(1, upTo: .max)) : .hold
    }

    /// Takes out what is to be written before an observation: what waits for its item, and what
    /// its player said before.
    package mutating func take(before snapshot: Snapshot) -> [Tick] {
        guard !ticks.isEmpty else { return [] }
        let others = take(of: snapshot.player)
        return (take(snapshot.item).map { [$0] } ?? []) + others
    }

    /// Takes out what waits for that item, because something about it is to be written now.
    package mutating func take(_ item: String) -> Tick? {
        guard !ticks.isEmpty else { return nil }
        return remove(Verbatim(item))?.tick
    }

    /// Takes out what waits of that player, in the order in which it came.
    package mutating func take(of player: String) -> [Tick] {
        guard let waiting = items[player] else { return [] }
        return take(waiting)
    }

    /// Takes out those that `isWanted`, in the order in which they came.
    package mutating func take(where isWanted: (Tick) -> Bool) -> [Tick] {
        take(ticks.filter { isWanted($0.value.tick) }.keys)
    }

    /// Takes out everything, in the order in which it came.
    package mutating func takeAll() -> [Tick] {
        defer { self = TickBuffer() }
        return ticks.values.sorted { $0.order < $1.order }.map(\.tick)
    }

    /// Takes out what waits if its time has come, the oldest first.
    ///
    /// - Parameters:
    ///   - now: The time, in milliseconds since 1970.
    ///   - limit: The number of ticks to take at most; what is left stays due.
    /// - Returns: The ticks, in the order in which they came.
    package mutating func takeDue(now: Int, limit: Int = .max) -> [Tick] {
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

    /// Makes all that waits due at `now`.
    package mutating func hasten(now: Int) {
        guard let deadline else { return }
        self.deadline = min(deadline, now)
        dueUpTo = count
    }

    /// Takes out the oldest ticks whose number is at most `last`.
    private mutating func takeOldest(_ limit: Int, upTo last: Int) -> [Tick] {
        var taken: [Tick] = []
        while taken.count < limit, first < arrivals.count, arrivals[first].order <= last {
            let arrival = arrivals[first]
            first += 1
            guard ticks[arrival.item]?.order == arrival.order else { continue }
            guard let waiting = remove(arrival.item) else { continue }
            taken.append(waiting.tick)
            // The last one that waited took all of the past with it.
            if ticks.isEmpty { break }
        }
        return taken
    }

    /// Puts back what could not be stored, unless newer came since; to be tried again at `retry`.
    package mutating func putBack(_ failed: [Tick], retry: Int) {
        let newer = takeAll()
        for tick in failed + newer {
            _ = take(tick.snapshot.item)
            put(tick)
        }
        if !ticks.isEmpty { deadline = retry }
    }

    private mutating func put(_ tick: Tick) {
        let key = Verbatim(tick.snapshot.item)
        count += 1
        let before = ticks.updateValue(Waiting(tick: tick, order: count), forKey: key)
        arrivals.append((count, key))
        if arrivals.count > 4 * ticks.count + 1_024 { forgetArrivals() }
        if before == nil { items[tick.snapshot.player, default: []].insert(key) }
    }

    /// Forgets the arrivals that newer ones of the same items made needless.
    private mutating func forgetArrivals() {
        arrivals = arrivals[first...].filter { ticks[$0.item]?.order == $0.order }
        first = 0
    }

    private mutating func take(_ keys: some Sequence<Verbatim>) -> [Tick] {
        keys.compactMap { remove($0) }.sorted { $0.order < $1.order }.map(\.tick)
    }

    private mutating func remove(_ key: Verbatim) -> Waiting? {
        guard let waiting = ticks.removeValue(forKey: key) else { return nil }
        let player = waiting.tick.snapshot.player
        items[player]?.remove(key)
        if items[player]?.isEmpty == true { items[player] = nil }
        if ticks.isEmpty { self = TickBuffer() }
        return waiting
    }
}
