// SPDX-License-Identifier: Apache-2.0
internal import Dispatch
package import StateModel

/// The memtable: the newest state of each item that has changed since the last flush.
///
/// Saves enter the active generation. Once that is large enough, it is frozen, flushed to the
/// tables in slices, and discarded. Reads look in the active generation, then in the frozen one,
/// and then in the tables.
package struct Memtable: Sendable {
    package struct Generation: Sendable {
        package fileprivate(set) var states: [ItemID: ItemState] = [:]
        /// The observations of resume points, including points that were displaced since.
        fileprivate var observations: [ItemQueries.Recency] = []
        /// The numbers of the items in `states` and of changed aliases, by name; 0 if removed.
        package fileprivate(set) var ids: [ExactString: ItemID] = [:]
        /// The item of each changed alias; 0 if the alias was removed.
        package fileprivate(set) var aliases: [ExactString: ItemID] = [:]
        package fileprivate(set) var players: [ExactString: PlayerRecord] = [:]
        package fileprivate(set) var alerts: [AlertID: Alert] = [:]
        /// The times at which items in `states` may expire, unless the table `due` has them
        /// already.
        fileprivate(set) var due = DueQueue()
        /// The new items; after a replay, also items that the tables may already have.
        package fileprivate(set) var newcomers: [ItemID] = []
        /// The displaced rows that neither an item state nor the history needs.
        package fileprivate(set) var garbage: [SequenceNumber] = []
        /// The entries of `recent` that later rows made outdated.
        package fileprivate(set) var outdated: [Outdated] = []
        /// The items for which the flush must search for an outdated entry of `recent`.
        package fileprivate(set) var unsettled: [ItemID] = []
        package fileprivate(set) var rows = 0
        package fileprivate(set) var last = SequenceNumber.start

        /// The maximum number of displaced rows that the flush leaves to compaction.
        package var leftBehind: Int { max(0, rows - garbage.count - newcomers.count) }

        /// The approximate cost of flushing the generation, in nanoseconds.
        ///
        /// The estimate is deliberately high, because it does no harm if a flush ends early.
        var flushCost: Int {
            6_000 * states.count + 600 * garbage.count
                + 5_000 * (unsettled.count + aliases.count) + 2_500 * (players.count + alerts.count)
        }

        package init(room: Int = 0) {
            guard room > 0 else { return }
            states.reserveCapacity(room)
            observations.reserveCapacity(room)
            ids.reserveCapacity(room)
        }

        private mutating func note(_ sequence: SequenceNumber, of id: ItemID, _ context: Context) {
            rows += 1
            last = sequence
            if let garbage = context.garbage { self.garbage.append(garbage) }
            if let outdated = context.outdated { self.outdated.append(outdated) }
            if context.isNew { newcomers.append(id) }
            if context.isUnsettled { unsettled.append(id) }
            if let player = context.player { players[player.key] = player }
        }

        fileprivate mutating func apply(_ entry: BatchEntry) {
            switch entry.content {
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
            // The table `due` may have no entry for the expiry of a replayed row.
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
            if !context.isNamed { ids[context.name ?? ExactString(point.item)] = state.id }
        }
    }

    /// An entry of the table `recent` that a later row made outdated.
    package struct Outdated: Sendable, Equatable {
        package var player: String
        package var at: Timestamp
        package var id: ItemID
    }

    package private(set) var active = Generation()
    package private(set) var frozen: Generation?
    package private(set) var flushes = 0
    /// The last row that is in the tables or in the frozen generation.
    private var settled: SequenceNumber

    package init(after flushed: SequenceNumber = .start) {
        settled = flushed
    }

    /// Returns the newest state of an item; `nil` if the item has not changed since the last flush.
    @inline(__always) package func state(_ id: ItemID) -> ItemState? {
        active.states[id] ?? frozen?.states[id]
    }

    /// Returns true if the row is in the tables or in the frozen generation.
    @inline(__always) package func isBeforeActive(_ sequence: SequenceNumber) -> Bool {
        sequence <= settled
    }

    /// The context of a row, which is only partly known for a replayed row.
    package struct Context: Sendable {
        /// The lookup key of the item's name; `nil` to compute it.
        package var name: ExactString?
        /// True if the active generation or the batch has the item's name, so that it need not be
        /// added.
        package var isNamed = false
        /// The item state before the row; needed if the active generation does not have it.
        ///
        /// A history-only row does not replace this state.
        package var standing: ItemState?
        /// The player after the row; `nil` if the row does not change a player.
        package var player: PlayerRecord?
        /// The value of ``ItemState/due`` before the row.
        package var due: Timestamp?
        /// The row that this row displaced and that is no longer needed, if any.
        package var garbage: SequenceNumber?
        /// The entry of `recent` that the row makes outdated, if known.
        package var outdated: Outdated?
        /// True if the flush must search for an entry of `recent` that the row makes outdated.
        package var isUnsettled = false
        /// True if no table has the item, or if that is unknown.
        package var isNew = false

        package init() {}

        /// Returns the value of ``ItemState/due`` after a row of the given kind and expiry.
        ///
        /// An existing time is kept, unless it is later than the expiry.
        func dueAfter(_ kind: RowKind, _ expiresAt: Timestamp) -> Timestamp? {
            guard kind.isLive else { return due }
            return min(due ?? .max, expiresAt)
        }
    }

    /// Applies committed rows, which must be newer than all rows so far.
    mutating func apply(_ entries: [BatchEntry]) {
        let entries = entries.span
        for index in entries.indices { active.apply(entries[index]) }
    }

    package mutating func setDue(_ due: Timestamp?, of id: ItemID) {
        if let state = active.states[id] { active.states[id] = state.noting(due: due) }
        if let state = frozen?.states[id] { frozen?.states[id] = state.noting(due: due) }
    }

    /// Removes up to `limit` entries that are due at `now` from the queues, and returns their
    /// items.
    ///
    /// The items stay in the memtable.
    package mutating func takeDue(by now: Timestamp, limit: Int) -> [ItemID] {
        let first = frozen?.due.take(by: now, limit: limit) ?? []
        return first + active.due.take(by: now, limit: limit - first.count)
    }

    /// The earliest time at which an item in the memtable may expire.
    package var nextDue: Timestamp? {
        [active.due.first?.time, frozen?.due.first?.time].compactMap(\.self).min()
    }

    /// Freezes the active generation and returns it; `nil` if it is empty, or an earlier one is
    /// still frozen.
    package mutating func freeze() -> Generation? {
        guard frozen == nil, active.rows > 0 else { return nil }
        // The next generation is likely to become as large. Growing in steps would delay some
        // Saves.
        let next = Generation(room: active.states.count)
        settled = active.last
        frozen = active
        active = next
        return frozen
    }

    package mutating func dropFrozen() {
        let spent = frozen
        frozen = nil
        flushes += 1
        // Releasing thousands of states takes milliseconds, for which the loop should not wait.
        DispatchQueue.global(qos: .utility).async { withExtendedLifetime(spent) {} }
    }

    /// The number of rows that have not been flushed to the tables.
    package var rows: Int { active.rows + (frozen?.rows ?? 0) }

    /// Calls `body` with the newest state of each item that changed since the last flush.
    package func forEachState(_ body: (ItemState) -> Void) {
        active.states.values.forEach(body)
        guard let frozen else { return }
        for state in frozen.states.values where active.states[state.id] == nil { body(state) }
    }

    /// Calls `body` with each observation since the last flush, the last one stored first.
    ///
    /// An observation is a hint, valid only if the state of its item confirms it. Reading all
    /// observations is faster than reading all states, which are scattered in memory.
    func forEachObservation(_ body: (ItemQueries.Recency) -> Void) {
        active.observations.reversed().forEach(body)
        frozen?.observations.reversed().forEach(body)
    }
}
