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

    /// What is to be done about a tick that arrived.
    package enum Action: Sendable, Equatable {
        /// Nothing: it waits with the others.
        case hold
        /// Store these now, in this order.
        case store([Tick])
    }

    /// How many items may wait; beyond that all are stored at once.
    package static let capacity = 65_536

    private var order: [Verbatim] = []
    private var ticks: [Verbatim: Tick] = [:]
    /// When the buffer is to be stored, in milliseconds since 1970; nil: it is empty.
    package private(set) var deadline: Int?

    /// A buffer of nothing.
    package init() {}

    /// Whether nothing waits.
    package var isEmpty: Bool { ticks.isEmpty }

    /// A valid tick arrived at `now`.
    ///
    /// What is no mere passing of time is stored at once: a pause, a stop, going out of sight.
    package mutating func arrive(
        _ snapshot: Snapshot,
        from source: UInt64 = 0,
        now: Int,
        interval: Int
    ) -> Action {
        var tick = Tick(snapshot: snapshot, source: source)
        if snapshot.at == nil { tick.snapshot.at = now }
        let key = Verbatim(snapshot.item)
        let before = ticks[key]
        let isPassing =
            snapshot.status == .playing && (snapshot.cause == .tick || snapshot.cause == nil)
        if let before, before.snapshot.player != snapshot.player || !isPassing {
            drop(key)
            return .store([before, tick])
        }
        guard isPassing else { return .store([tick]) }
        if before == nil { order.append(key) }
        ticks[key] = tick
        if deadline == nil { deadline = now + interval }
        return ticks.count >= Self.capacity ? .store(takeAll()) : .hold
    }

    /// Takes out what waits for that item, because something about it is to be written now.
    package mutating func take(_ item: String) -> Tick? {
        guard !ticks.isEmpty else { return nil }
        let key = Verbatim(item)
        guard let tick = ticks[key] else { return nil }
        drop(key)
        return tick
    }

    /// Takes out those that `isWanted`, in the order in which the items first came.
    package mutating func take(where isWanted: (Tick) -> Bool) -> [Tick] {
        guard !ticks.isEmpty else { return [] }
        let wanted = order.filter { key in ticks[key].map(isWanted) ?? false }
        let taken = wanted.compactMap { ticks.removeValue(forKey: $0) }
        if ticks.isEmpty { _ = takeAll() }
        return taken
    }

    /// Takes out everything, in the order in which the items first came.
    package mutating func takeAll() -> [Tick] {
        defer {
            ticks = [:]
            order = []
            deadline = nil
        }
        // An item that went and came again stands in the order twice.
        return order.compactMap { ticks.removeValue(forKey: $0) }
    }

    /// Takes out everything if its time has come.
    package mutating func takeDue(now: Int) -> [Tick] {
        guard let deadline, deadline <= now else { return [] }
        return takeAll()
    }

    /// Puts back what could not be stored, behind what came since; to be tried again at `retry`.
    package mutating func putBack(_ failed: [Tick], retry: Int) {
        for tick in failed {
            let key = Verbatim(tick.snapshot.item)
            guard ticks[key] == nil else { continue }
            order.append(key)
            ticks[key] = tick
        }
        if !ticks.isEmpty { deadline = retry }
    }

    private mutating func drop(_ key: Verbatim) {
        ticks[key] = nil
        if ticks.isEmpty { _ = takeAll() }
    }
}
