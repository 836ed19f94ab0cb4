// SPDX-License-Identifier: Apache-2.0
internal import HeapModule
internal import StateModel

/// The flush of a frozen generation to the tables, in slices.
///
/// Each stage writes its rows in the order of one table, so that neighbouring rows share pages. A
/// slice is a transaction that is not synced. If a slice is lost, the log still has all rows since
/// the last complete flush, and the flush can be repeated. Displaced rows are removed only after
/// the seal has recorded that everything is in the tables, so that the log can still be replayed.
/// Entries of `recent` are removed while the stored item states still lead to them.
struct Flush {
    private let statistics: StoreStatistics
    private var stages = FlushStage.allCases[...]
    /// The number of rows of the stage that are finished, out of `count`; `nil` before the stage
    /// begins.
    private var index: Int?
    private var count = 0
    private var garbage: [SequenceNumber] = []
    private var states: [ItemID] = []
    private var players: [PlayerRecord] = []
    private var alerts: [Alert] = []
    private var unsettled: [ItemID] = []
    private var names = Heap<ItemName>()
    private var aliases: [ExactString] = []
    private var places = Heap<RecentPlace>()
    private var due: [DueQueue.Entry] = []

    /// Creates the flush of a generation, with the statistics at the time when it was frozen.
    init(statistics: StoreStatistics) {
        self.statistics = statistics
    }

    var isDone: Bool { stages.isEmpty }

    /// Flushes rows of the frozen generation, up to a cost of `budget` nanoseconds, and returns the
    /// cost.
    ///
    /// At least one row is flushed. The caller begins and commits the transaction.
    mutating func step(
        _ generation: Memtable.Generation,
        _ tables: Tables,
        meta: Meta,
        budget: Int
    ) throws(StoreError) -> Int {
        var spent = 0
        while spent < budget, let stage = stages.first {
            if index == nil {
                count = begin(stage, generation)
                index = 0
            }
            var next = index ?? 0
            while next < count, spent < budget {
                let carried = try carry(stage, next, generation, tables, meta)
                // A flush does not keep the rows of a failed slice, so only a new flush can write
                // them.
                guard carried > 0 else { throw StoreError(.other, "a flush cannot continue") }
                next += carried
                spent += carried * stage.cost
            }
            index = next
            if next >= count {
                stages.removeFirst()
                index = nil
            }
        }
        return spent
    }

    private mutating func begin(_ stage: FlushStage, _ generation: Memtable.Generation) -> Int {
        switch stage {
        case .players:
            players = Array(generation.players.values)
            return players.count
        case .alerts:
            alerts = Array(generation.alerts.values)
            return alerts.count
        case .sortNames: return generation.newcomers.count
        case .names: return names.count
        case .aliases:
            aliases = Array(generation.aliases.keys)
            return aliases.count
        case .unsettled:
            unsettled = generation.unsettled.sorted()
            return unsettled.count
        case .sortOutdated: return generation.outdated.count
        case .outdated, .recent: return places.count
        case .states:
            states = generation.states.keys.sorted()
            return states.count
        // `states` has the numbers for two stages.
        case .sortRecent: return states.count
        case .due:
            // Some entries may be removed before they are written; the extra entries do no harm.
            due = generation.due.entries
            return due.count
        case .seal: return 1
        case .garbage:
            garbage = generation.garbage.sorted()
            return garbage.count
        }
    }

    /// Processes the next entries of the stage, as many as fit into one statement, and returns their
    /// number; `place` is the number of those already processed.
    private mutating func carry(
        _ stage: FlushStage,
        _ place: Int,
        _ generation: Memtable.Generation,
        _ tables: Tables,
        _ meta: Meta
    ) throws(StoreError) -> Int {
        let statements = tables.flushing
        switch stage {
        case .names:
            let next = names.popMin(RowStatement.maximumRows)
            try statements.put(next)
            return next.count
        case .outdated:
            let next = places.popMin(RowStatement.maximumRows)
            for place in next { try statements.drop(place) }
            return next.count
        case .states:
            let next = states[place...].prefix(RowStatement.maximumRows)
            try statements.put(next.compactMap { generation.states[$0] })
            return next.count
        case .recent:
            let next = places.popMin(RowStatement.maximumRows)
            try statements.putRecent(next)
            return next.count
        case .due:
            let next = Array(due[place...].prefix(RowStatement.maximumRows))
            try statements.putDue(next)
            return next.count
        case .garbage:
            let rows = garbage[place...].firstRun(FlushStatements.longestRun)
            try statements.dropRows(rows)
            return rows.upperBound - rows.lowerBound + 1
        default:
            try carryOne(stage, place, generation, tables, meta)
            return 1
        }
    }

    private mutating func carryOne(
        _ stage: FlushStage,
        _ place: Int,
        _ generation: Memtable.Generation,
        _ tables: Tables,
        _ meta: Meta
    ) throws(StoreError) {
        let statements = tables.flushing
        switch stage {
        case .players: try statements.put(players[place])
        case .alerts: try statements.put(alerts[place])
        case .sortNames:
            let id = generation.newcomers[place]
            guard let state = generation.states[id] else { return }
            let name = state.record.point.item
            // The name may have become an alias of another item.
            if generation.aliases.isEmpty || generation.ids[ExactString(name)] == id {
                names.insert(ItemName(text: name, id: id))
            }
        case .aliases: try carry(aliases[place], generation, statements)
        case .unsettled: try settle(unsettled[place], tables)
        case .sortOutdated:
            let entry = generation.outdated[place]
            let number = try statements.number(of: entry.player)
            places.insert(RecentPlace(player: number, at: entry.at, id: entry.id))
        case .sortRecent:
            if let state = generation.states[states[place]] { try sort(state, statements) }
        case .seal: try seal(generation, meta)
        case .names, .outdated, .states, .recent, .due, .garbage: break
        }
    }

    private func carry(
        _ alias: ExactString,
        _ generation: Memtable.Generation,
        _ statements: FlushStatements
    ) throws(StoreError) {
        let id = generation.aliases[alias] ?? .absent
        if id != .absent, generation.ids[alias] == id {
            try statements.put(alias: alias.text, id: id)
        } else {
            try statements.drop(alias: alias.text, withName: generation.ids[alias] == ItemID.absent)
        }
    }

    private mutating func sort(_ state: ItemState, _ statements: FlushStatements) throws(StoreError)
    {
        guard state.kind.isLive else { return }
        let point = state.record.point
        let number = try statements.number(of: point.player)
        places.insert(RecentPlace(player: number, at: point.at, id: state.id))
    }

    /// Removes the entry of `recent` for an item's stored point, if the point is current.
    private func settle(_ id: ItemID, _ tables: Tables) throws(StoreError) {
        guard let state = try tables.state(id), state.kind.isLive else { return }
        let point = state.record.point
        let player = try tables.flushing.number(of: point.player)
        try tables.flushing.drop(RecentPlace(player: player, at: point.at, id: id))
    }

    private func seal(_ generation: Memtable.Generation, _ meta: Meta) throws(StoreError) {
        try meta.set(.flushed, generation.last)
        try meta.set(.last, statistics.lastSequence)
        try meta.set(.nextID, statistics.nextID)
        try meta.set(.standing, statistics.standing)
    }
}

extension Heap {
    fileprivate mutating func popMin(_ limit: Int) -> [Element] {
        var first: [Element] = []
        while first.count < limit, let next = popMin() { first.append(next) }
        return first
    }
}

extension ArraySlice<SequenceNumber> {
    /// Returns the longest run of consecutive numbers at the front, at most `limit` numbers.
    ///
    /// The collection must be in ascending order and not empty.
    fileprivate func firstRun(_ limit: Int) -> ClosedRange<SequenceNumber> {
        var end = startIndex
        while end + 1 < endIndex, end + 1 - startIndex < limit, self[end + 1] == self[end] + 1 {
            end += 1
        }
        return self[startIndex]...self[end]
    }
}
