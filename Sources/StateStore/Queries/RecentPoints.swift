// SPDX-License-Identifier: Apache-2.0
internal import HeapModule
package import StateModel

/// A list of the current resume points that is read in slices, most recently observed first.
///
/// A slice takes about a millisecond, plus the time for the points that it finds, even with ten
/// thousand players or a hundred thousand expired points. The store may change between slices. A
/// point that changes in the meantime may be left out; every other point is listed once.
package struct RecentPoints {
    /// The maximum number of players and outdated entries that one slice examines.
    package static let slice = 256
    /// The maximum number of points in the memtable that are sorted at a time.
    private static let maximumInOrder = 1_024

    private let log: ChangeLog
    private let player: String?
    private let since: Timestamp
    private let slice: Int
    /// The position of the last point examined.
    private var last: ItemQueries.Recency
    /// The next points in the memtable, newest last.
    private var recent: [ItemQueries.Recency] = []
    /// The number of points that the last search of the memtable requested.
    private var chunk = 0
    /// True if `recent` has all remaining points of the memtable.
    private var isMemtableRead = false
    private var stored: RecentEntries
    /// The number of completed flushes at the time when the entries were read.
    private var flushes: Int
    package private(set) var isComplete = false

    init(
        _ log: ChangeLog,
        player: String?,
        after cursor: ItemQueries.Recency?,
        in times: Range<Timestamp> = .min..<(.max),
        slice: Int = RecentPoints.slice
    ) {
        self.log = log
        self.player = player
        self.slice = slice
        since = times.lowerBound
        let end = ItemQueries.Recency(at: times.upperBound, id: .min)
        last = cursor.map { min($0, end) } ?? end
        stored = RecentEntries(player: player, before: last)
        flushes = log.memtable.flushes
    }

    /// Reads one slice; the result may be empty although more points remain.
    package mutating func next(
        _ limit: Int,
        now: Timestamp
    ) throws(StoreError) -> [ItemState] {
        try log.tables.reading { () throws(StoreError) in try readSlice(limit, now: now) }
    }

    private mutating func readSlice(
        _ limit: Int,
        now: Timestamp
    ) throws(StoreError) -> [ItemState] {
        if flushes != log.memtable.flushes { beginAgain() }
        var found: [ItemState] = []
        let select = try RecentEntries.select(log)
        var budget = slice - (try stored.open(slice, by: select, log))
        while stored.isOpen, found.count < limit, budget > 0 {
            readMemtable(atLeast: limit, now: now)
            guard let place = [recent.last, stored.newest].compactMap(\.self).max(),
                place.at >= since
            else {
                isComplete = true
                break
            }
            if recent.last == place { recent.removeLast() } else { try stored.advance(by: select) }
            // The memtable and the tables may both have the point.
            guard place < last else { continue }
            last = place
            if let state = try state(at: place, now: now) {
                found.append(state)
            } else {
                budget -= 1
            }
        }
        return found
    }

    /// Starts reading the entries again after the last position, because a flush has moved some of
    /// them.
    private mutating func beginAgain() {
        flushes = log.memtable.flushes
        recent = []
        isMemtableRead = false
        stored = RecentEntries(player: player, before: last)
    }

    private mutating func readMemtable(atLeast count: Int, now: Timestamp) {
        guard recent.isEmpty, !isMemtableRead else { return }
        // The number grows with each search, because each search examines all points in the
        // memtable.
        chunk = min(Self.maximumInOrder, max(count, 4 * chunk))
        let count = chunk
        var newest = Heap<ItemQueries.Recency>()
        let (start, player) = (last, player)
        log.memtable.forEachObservation { place in
            let isFull = newest.count >= count
            guard place < start, !isFull || newest.min.map({ $0 < place }) ?? false,
                let state = log.memtable.state(place.id), state.record.point.at == place.at,
                state.isLive(at: now),
                player == nil || state.record.point.player == player
            else { return }
            newest.insert(place)
            if isFull { newest.removeMin() }
        }
        recent = newest.unordered.sorted()
        isMemtableRead = recent.count < count
    }

    /// Returns the item state whose point has the given position; `nil` if the point has changed or
    /// expired.
    private func state(
        at place: ItemQueries.Recency,
        now: Timestamp
    ) throws(StoreError) -> ItemState? {
        var state = log.memtable.state(place.id)
        if state == nil { state = try log.tables.state(place.id) }
        guard let state, state.record.point.at == place.at, state.isLive(at: now),
            player == nil || state.record.point.player == player
        else { return nil }
        return log.served(state)
    }
}
