// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// The queries for many items, and for the past of one.
package struct ItemQueries {
    /// The log that holds the items.
    let log: ChangeLog

    /// A page of resume points.
    package struct Page: Sendable, Equatable {
        /// A point and its position in the order.
        package struct Entry: Sendable, Equatable {
            /// The position in the order.
            package let place: Recency
            /// The point.
            package let point: ResumePoint
        }

        /// The points, the most recently observed first.
        package let entries: [Entry]
        /// True if more points follow.
        package let more: Bool
    }

    /// A position in the order of observation, newest first.
    package struct Recency: Sendable, Equatable, Comparable {
        /// The time at which the point was observed, in milliseconds since 1970.
        package var at: Timestamp
        /// The item's number, which orders points observed at the same time.
        package var id: ItemID

        /// Creates a position with both its members.
        package init(at: Timestamp, id: ItemID) {
            self.at = at
            self.id = id
        }

        /// Returns true if `one` was observed before `other`.
        package static func < (one: Recency, other: Recency) -> Bool {
            one.at != other.at ? one.at < other.at : one.id < other.id
        }
    }

    /// Returns the points that are current at `now`, the most recently observed first.
    ///
    /// - Parameters:
    ///   - player: the player whose points to list; `nil` for all players.
    ///   - cursor: the position after which the page begins; `nil` for the front.
    ///   - limit: the maximum number of points.
    ///   - now: trusted time, in milliseconds since 1970.
    /// - Returns: the page, and the flag that says if another one follows.
    /// - Throws: ``StoreError`` if the file cannot be read.
    package func list(
        player: String?,
        after cursor: Recency?,
        limit: Int,
        now: Timestamp
    ) throws(StoreError) -> Page {
        let start = cursor ?? Recency(at: .max, id: .max)
        var recent = recentInMemtable(player: player, before: start, limit: limit + 1, now: now)
        var streams = try recentStreams(player: player, before: start)
        var found: [Page.Entry] = []
        while found.count <= limit {
            let stream = streams.indices.max {
                (streams[$0].next ?? .none) < (streams[$1].next ?? .none)
            }
            let stored = stream.flatMap { streams[$0].next }
            if let own = recent.last, own.place > (stored ?? .none) {
                found.append(own)
                recent.removeLast()
            } else if let stream, let stored {
                try streams[stream].advance()
                if let point = try verified(stored, player: streams[stream].player, now: now) {
                    found.append(Page.Entry(place: stored, point: point))
                }
            } else {
                break
            }
        }
        return Page(entries: Array(found.prefix(limit)), more: found.count > limit)
    }

    /// Returns the memtable's part of a page, with its first entry last.
    private func recentInMemtable(
        player: String?,
        before start: Recency,
        limit: Int,
        now: Timestamp
    ) -> [Page.Entry] {
        var newest = NewestPlaces(limit: limit)
        log.memtable.forEachState { state in
            let place = Recency(at: state.record.point.at, id: state.id)
            guard place < start, newest.takes(place), state.standing(at: now) != nil,
                player == nil || state.record.point.player == player
            else { return }
            newest.insert(place)
        }
        return newest.sorted().compactMap { place in
            log.memtable.state(place.id).map { state in
                Page.Entry(place: place, point: point(of: state))
            }
        }
    }

    private func recentStreams(
        player: String?,
        before start: Recency
    ) throws(StoreError) -> [RecentStream] {
        let select = try log.prepare(
            "SELECT name, number FROM player WHERE ?1 IS NULL OR name = ?1"
        )
        player.bind(to: select, 1)
        var streams: [RecentStream] = []
        while try select.step() {
            let stream = try RecentStream(
                player: select.text(0),
                number: select.int(1),
                before: start,
                log.tables.file
            )
            if stream.next != nil { streams.append(stream) }
        }
        return streams
    }

    /// Returns the point of an entry of `recent`, if the entry is still valid.
    private func verified(
        _ place: Recency,
        player: String,
        now: Timestamp
    ) throws(StoreError) -> ResumePoint? {
        guard log.memtable.state(place.id) == nil, let state = try log.tables.state(place.id),
            state.record.point.at == place.at, state.record.point.player == player,
            state.standing(at: now) != nil
        else { return nil }
        return point(of: state)
    }

    private func point(of state: ItemState) -> ResumePoint {
        log.point(log.served(state).record, revision: state.revision)
    }

    /// Returns current item states not changed after row `newest`, by rising item number.
    ///
    /// - Returns: some item states, and the number after which to continue; `nil` if there are
    ///   no more.
    package func standing(
        after id: ItemID,
        upTo newest: SequenceNumber,
        limit: Int,
        now: Timestamp
    ) throws(StoreError) -> (states: [ItemState], next: ItemID?) {
        let window = 1024
        var states: [ItemState] = []
        let stored = Set(try storedIDs(after: id, upTo: id + window))
        for distance in 1...window {
            let candidate = id + distance
            let known = log.memtable.state(candidate)
            guard known != nil || stored.contains(candidate) else { continue }
            let found: ItemState?
            if known != nil { found = known } else { found = try log.tables.state(candidate) }
            guard let state = found else { continue }
            if state.sequence <= newest, state.standing(at: now) != nil {
                states.append(log.served(state))
            }
            if states.count >= limit { return (states, candidate) }
        }
        guard let following = try nextID(after: id + window) else { return (states, nil) }
        return (states, following - 1)
    }

    /// Returns the item's current state if its number is above `id` and it was not changed after
    /// row `newest`.
    package func standing(
        _ name: ExactString,
        after id: ItemID,
        upTo newest: SequenceNumber,
        now: Timestamp
    ) throws(StoreError) -> ItemState? {
        guard let state = try log.state(named: name), state.id > id, state.sequence <= newest,
            state.standing(at: now) != nil
        else { return nil }
        return state
    }

    private func storedIDs(after id: ItemID, upTo last: ItemID) throws(StoreError) -> [ItemID] {
        let select = try log.prepare("SELECT id FROM head WHERE id > ?1 AND id <= ?2 AND state = 1")
        select.bind(all: id, last)
        return try select.integers()
    }

    private func nextID(after id: ItemID) throws(StoreError) -> ItemID? {
        let select = try log.prepare("SELECT min(id) FROM head WHERE id > ?1", id)
        let stored: ItemID? = try select.integer()
        var own: ItemID?
        log.memtable.forEachState { state in
            if state.id > id { own = min(own ?? state.id, state.id) }
        }
        return [stored, own].compactMap(\.self).min()
    }
}

extension ItemQueries.Recency {
    /// The position after all others.
    fileprivate static let none = ItemQueries.Recency(at: .min, id: .min)
}

/// A selection of the newest positions that does not sort all of them.
private struct NewestPlaces {
    private let limit: Int
    private var heap = Heap<ItemQueries.Recency>()

    init(limit: Int) {
        self.limit = limit
    }

    /// Returns true if a position is among the newest so far.
    func takes(_ place: ItemQueries.Recency) -> Bool {
        guard heap.elements.count >= limit, let oldest = heap.first else { return limit > 0 }
        return oldest < place
    }

    mutating func insert(_ place: ItemQueries.Recency) {
        heap.insert(place)
        if heap.elements.count > limit { _ = heap.popFirst() }
    }

    /// Returns the newest positions, with the newest of all last.
    func sorted() -> [ItemQueries.Recency] { heap.elements.sorted() }
}

/// The entries of one player in `recent`, newest first, read in pieces.
private struct RecentStream {
    let player: String
    private let number: Int
    private let select: Statement
    private var buffer: [ItemQueries.Recency] = []
    private var last: ItemQueries.Recency
    private static let piece = 64

    init(
        player: String,
        number: Int,
        before start: ItemQueries.Recency,
        _ file: StoreFile
    ) throws(StoreError) {
        self.player = player
        self.number = number
        last = start
        select = try file.prepare(
            "SELECT at, id FROM recent WHERE player = ?1 AND (at, id) < (?2, ?3) "
                + "ORDER BY at DESC, id DESC LIMIT ?4"
        )
        try fill()
    }

    /// The newest entry not yet consumed; `nil` if there is none.
    var next: ItemQueries.Recency? { buffer.last }

    /// Moves to the next entry, and reads the next piece if necessary.
    mutating func advance() throws(StoreError) {
        buffer.removeLast()
        if buffer.isEmpty { try fill() }
    }

    private mutating func fill() throws(StoreError) {
        select.bind(all: number, last.at, last.id, Self.piece)
        while try select.step() {
            buffer.append(ItemQueries.Recency(at: select.int(0), id: select.int(1)))
        }
        select.reset()
        if let newest = buffer.last { last = newest }
        buffer.reverse()
    }
}
