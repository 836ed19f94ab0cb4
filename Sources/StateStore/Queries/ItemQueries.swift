// SPDX-License-Identifier: Apache-2.0
package import StateModel

package struct ItemQueries {
    let log: ChangeLog

    /// A place in a list that is ordered by time of observation, newest first.
    package struct Recency: Sendable, Equatable, Comparable {
        package var at: Timestamp
        /// The number of the item, which decides the order of points observed at the same time.
        package var id: ItemID

        package init(at: Timestamp, id: ItemID) {
            self.at = at
            self.id = id
        }

        package static func < (one: Recency, other: Recency) -> Bool {
            one.at != other.at ? one.at < other.at : one.id < other.id
        }
    }

    /// Returns a list of the current points that is read in slices.
    ///
    /// The list begins after `cursor`, and has the points whose time of observation is in `times`.
    package func recentPoints(
        player: String?,
        after cursor: Recency? = nil,
        in times: Range<Timestamp> = .min..<(.max)
    ) -> RecentPoints {
        RecentPoints(log, player: player, after: cursor, in: times)
    }

    private static let standingStates =
        Tables.stateQuery + "head.id > ?1 AND head.id <= ?2 AND state = 1 ORDER BY head.id"

    /// Returns the states of items whose current point was written by the row `newest` or an
    /// earlier one, by ascending number.
    ///
    /// Also returns the number after which to continue; `nil` after the last ones.
    package func standing(
        after id: ItemID,
        upTo newest: SequenceNumber,
        limit: Int,
        now: Timestamp
    ) throws(StoreError) -> (states: [ItemState], next: ItemID?) {
        let window = 4 * limit
        var states: [ItemState] = []
        return try log.tables.reading { () throws(StoreError) in
            let rows = try log.tables.file.kept(Self.standingStates, id, id + window)
            defer { rows.reset() }
            var stored: ItemID? = try rows.step() ? rows.int(Tables.stateKeyColumn) : nil
            for candidate in (1...window).map({ id + $0 }) {
                var found = log.memtable.state(candidate)
                if stored == candidate {
                    if found == nil { found = try Tables.state(of: rows) }
                    stored = try rows.step() ? rows.int(Tables.stateKeyColumn) : nil
                }
                guard let state = found else { continue }
                if state.sequence <= newest, state.isLive(at: now) {
                    states.append(log.served(state))
                }
                if states.count >= limit { return (states, candidate) }
            }
            return (states, try nextID(after: id + window).map { $0 - 1 })
        }
    }

    /// Returns the state of an item if its number is above `id`, and its current point was written
    /// by the row `newest` or an earlier one.
    package func standing(
        _ name: ExactString,
        after id: ItemID,
        upTo newest: SequenceNumber,
        now: Timestamp
    ) throws(StoreError) -> ItemState? {
        guard let state = try log.state(named: name), state.id > id, state.sequence <= newest,
            state.livePoint(at: now) != nil
        else { return nil }
        return state
    }

    /// The number of a player's items above which reading the items of all players is cheaper.
    private static let playersItems = 1_024

    /// Returns the states of a player's items above `id` whose current point was written by the row
    /// `newest` or an earlier one, in ascending order.
    ///
    /// Returns `nil` if the player has so many items that it is cheaper to read those of all
    /// players.
    package func standing(
        of player: String,
        after id: ItemID,
        upTo newest: SequenceNumber,
        now: Timestamp
    ) throws(StoreError) -> [ItemState]? {
        let select = try log.prepare(
            "SELECT id FROM recent WHERE player = (SELECT number FROM player WHERE name = ?1) "
                + "LIMIT ?2",
            player,
            Self.playersItems + 1
        )
        var ids: Set<ItemID> = Set(try select.integers())
        log.memtable.forEachState { state in
            if state.record.point.player == player { ids.insert(state.id) }
        }
        guard ids.count <= Self.playersItems else { return nil }
        var states: [ItemState] = []
        for id in ids.filter({ $0 > id }).sorted() {
            guard let state = try log.state(id), state.sequence <= newest,
                state.livePoint(at: now) != nil, state.record.point.player == player
            else { continue }
            states.append(state)
        }
        return states
    }

    func nextID(after id: ItemID) throws(StoreError) -> ItemID? {
        let select = try log.prepare("SELECT min(id) FROM head WHERE id > ?1", id)
        let stored: ItemID? = try select.integer()
        var own: ItemID?
        log.memtable.forEachState { state in
            if state.id > id { own = min(own ?? state.id, state.id) }
        }
        return [stored, own].compactMap(\.self).min()
    }
}
