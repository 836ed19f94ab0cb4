// SPDX-License-Identifier: Apache-2.0
internal import Dispatch
package import StateModel

/// The memtable: the newest state of each item that changed since the last flush.
///
/// Saves enter the active generation. Once it is large enough, it is frozen, flushed to the tables
/// in slices, and dropped. Reads look in the active generation, then in the frozen one, then in the
/// tables.
package struct Memtable: Sendable {
    /// The item states from one part of the log.
    package struct Generation: Sendable {
        /// The newest state of each item, by the item's number.
        package fileprivate(set) var states: [ItemID: ItemState] = [:]
        /// The observations of resume points in `states` and of those that they displaced.
        fileprivate var observations: [ItemQueries.Recency] = []
        /// The numbers of the items in `states` and of changed aliases, by name; 0 if removed.
        package fileprivate(set) var ids: [ExactString: ItemID] = [:]
        /// The items of the aliases that changed; 0 if the alias was removed.
        package fileprivate(set) var aliases: [ExactString: ItemID] = [:]
        /// The players that changed, by name.
        package fileprivate(set) var players: [ExactString: PlayerRecord] = [:]
        /// The alerts that changed, by number.
        package fileprivate(set) var alerts: [AlertID: Alert] = [:]
        /// The times at which items in `states` may expire, except those that the tables have.
        package fileprivate(set) var due = DueQueue()
        /// The new items, which are in no table yet.
        package fileprivate(set) var newcomers: [ItemID] = []
        /// Displaced rows that neither an item state nor the history needs.
        package fileprivate(set) var garbage: [SequenceNumber] = []
        /// The entries of `recent` that later rows have invalidated.
        package fileprivate(set) var outdated: [Outdated] = []
        /// Items for which a replayed row may have invalidated an entry of `recent`.
        package fileprivate(set) var unsettled: [ItemID] = []
        /// The number of rows added.
        package fileprivate(set) var rows = 0
        /// The last row added; 0 if there is none.
        package fileprivate(set) var last = SequenceNumber.start

        /// The maximum number of rows that the flush leaves for compaction to examine.
        package var leftBehind: Int { max(0, rows - garbage.count - newcomers.count) }

        /// The approximate cost of flushing the generation, in nanoseconds.
        ///
        /// The estimate is high on purpose, because an early flush is harmless.
        var flushCost: Int {
            6_000 * states.count + 600 * garbage.count
                + 5_000 * (unsettled.count + aliases.count) + 2_500 * (players.count + alerts.count)
        }

        /// Creates an empty generation with capacity for `room` items.
        package init(room: Int = 0) {
            guard room > 0 else { return }
            states.reserveCapacity(room)
            observations.reserveCapacity(room)
            ids.reserveCapacity(room)
        }

        /// Records the context of a row.
        private mutating func note(_ sequence: SequenceNumber, of id: ItemID, _ context: Context) {
            rows += 1
            last = sequence
            if let garbage = context.garbage { self.garbage.append(garbage) }
            if let outdated = context.outdated { self.outdated.append(outdated) }
            if context.isNew { newcomers.append(id) }
            if context.isUnsettled { unsettled.append(id) }
            if let player = context.player { players[player.key] = player }
        }

        /// Applies a committed row that is newer than all previous ones.
        fileprivate mutating func apply(_ entry: BatchEntry) {
            switch entry.what {
            case .item(let state, _): apply(state, entry)
            case .other(let row):
                note(row.sequence, of: row.id, entry.context)
                switch row.body {
                case .player(let player): players[player.key] = player
                case .alert(let alert): alerts[alert.id] = alert
                case .alias(let alias):
                    aliases[ExactString(alias.name)] = alias.isRemoved ? .absent : row.id
                    ids[ExactString(alias.name)] = alias.isRemoved ? .absent : row.id
                case .item: break
                }
            }
        }

        private mutating func apply(_ state: ItemState, _ entry: BatchEntry) {
            note(entry.sequence, of: state.id, entry.context)
            // The tables may have no entry for the expiry of a replayed row.
            if !entry.isHistoryOnly || entry.context.isUnsettled {
                set(state, entry.context)
            } else if states.updateValue(state, forKey: state.id) == nil {
                ids[ExactString(state.record.point.item)] = state.id
            }
        }

        private mutating func set(_ state: ItemState, _ context: Context) {
            let point = state.record.point
            let entry = context.dueAfter(state.kind, point.expiresAt)
            if let entry, entry != context.due {
                due.insert(DueQueue.Entry(time: entry, id: state.id))
            }
            if state.kind.isLive { observations.append(.init(at: point.at, id: state.id)) }
            states[state.id] = state.noting(due: entry)
            ids[context.name ?? ExactString(point.item)] = state.id
        }

        /// Removes up to `limit` entries that are due by `now`, and returns their items.
        fileprivate mutating func takeDue(by now: Timestamp, limit: Int) -> [ItemID] {
            due.take(by: now, limit: limit)
        }
    }

    /// An entry of the table `recent` that a later observation invalidated.
    package struct Outdated: Sendable, Equatable {
        /// The player of the older observation.
        package var player: String
        /// The time of the older observation, in milliseconds since 1970.
        package var at: Timestamp
        /// The item's number.
        package var id: ItemID
    }

    /// The generation to which Saves are added.
    package private(set) var active = Generation()
    /// The generation that is being flushed to the tables.
    package private(set) var frozen: Generation?
    /// The number of completed flushes.
    package private(set) var flushes = 0
    /// The last row that is in the tables or the frozen generation.
    private var settled: SequenceNumber

    /// Creates an empty memtable for rows after `flushed`.
    package init(after flushed: SequenceNumber = .start) {
        settled = flushed
    }

    /// Returns the newest state of an item; `nil` if it has not changed since the last flush.
    @inline(__always) package func state(_ id: ItemID) -> ItemState? {
        active.states[id] ?? frozen?.states[id]
    }

    /// Returns true if the row is in the tables or in the frozen generation.
    @inline(__always) package func isBeforeActive(_ sequence: SequenceNumber) -> Bool {
        sequence <= settled
    }

    /// The context of a row, which is only partly known for a replayed row.
    package struct Context: Sendable {
        /// The lookup key of the item's name, if already made.
        package var name: ExactString?
        /// The item state before the row, if the active generation does not have it.
        ///
        /// A history-only row leaves this state unchanged.
        package var standing: ItemState?
        /// The player after the row, if the row affects a player.
        package var player: PlayerRecord?
        /// The time of an entry that is certain to check the item, if any.
        package var due: Timestamp?
        /// The row that this row displaced and that nothing needs, if known.
        package var garbage: SequenceNumber?
        /// The entry of `recent` that the row invalidates, if known.
        package var outdated: Outdated?
        /// True if the flush must search for entries of `recent` that the row invalidates.
        package var isUnsettled = false
        /// True if the item is in no table, or if that is unknown.
        package var isNew = false

        /// Creates an empty context.
        package init() {}

        /// Returns the time of the entry that checks the item after a row of the given kind and
        /// expiry.
        ///
        /// If the existing entry is too late, an earlier one is needed.
        func dueAfter(_ kind: RowKind, _ expiresAt: Timestamp) -> Timestamp? {
            guard kind.isLive else { return due }
            return min(due ?? .max, expiresAt)
        }
    }

    /// Applies committed rows that are newer than all earlier ones.
    mutating func apply(_ entries: [BatchEntry]) {
        for index in entries.indices { active.apply(entries[index]) }
    }

    /// Sets the time of the `due` entry that will check the item; `nil` for no entry.
    package mutating func setDue(_ due: Timestamp?, of id: ItemID) {
        if let state = active.states[id] { active.states[id] = state.noting(due: due) }
        if let state = frozen?.states[id] { frozen?.states[id] = state.noting(due: due) }
    }

    /// Removes up to `limit` items that may have expired by `now`, for the caller to check.
    package mutating func takeDue(by now: Timestamp, limit: Int) -> [ItemID] {
        let first = frozen?.takeDue(by: now, limit: limit) ?? []
        return first + active.takeDue(by: now, limit: limit - first.count)
    }

    /// The earliest time at which an item in the memtable may expire.
    package var nextDue: Timestamp? {
        [active.due.first?.time, frozen?.due.first?.time].compactMap(\.self).min()
    }

    /// Freezes the active generation, unless it is empty or another one is frozen.
    ///
    /// - Returns: The generation to flush to the tables.
    package mutating func freeze() -> Generation? {
        guard frozen == nil, active.rows > 0 else { return nil }
        // The next generation is likely to be as large, and growing in steps would delay some
        // Saves.
        let next = Generation(room: active.states.count)
        settled = active.last
        frozen = active
        active = next
        return frozen
    }

    /// Drops the frozen generation after its flush.
    package mutating func dropFrozen() {
        let spent = frozen
        frozen = nil
        flushes += 1
        // Releasing thousands of states takes milliseconds, which would delay the turn.
        DispatchQueue.global(qos: .utility).async { withExtendedLifetime(spent) {} }
    }

    /// The number of rows that are not yet in the tables.
    package var rows: Int { active.rows + (frozen?.rows ?? 0) }

    /// Calls `body` with the newest state of each item that changed since the last flush.
    package func forEachState(_ body: (ItemState) -> Void) {
        active.states.values.forEach(body)
        guard let frozen else { return }
        for state in frozen.states.values where active.states[state.id] == nil { body(state) }
    }

    /// Calls `body` with each observation since the last flush, the latest first.
    ///
    /// An observation is a hint, valid only if the state of its item confirms it. Reading all
    /// observations is faster than reading all states, which are scattered in memory.
    func forEachObservation(_ body: (ItemQueries.Recency) -> Void) {
        active.observations.reversed().forEach(body)
        frozen?.observations.reversed().forEach(body)
    }
}
