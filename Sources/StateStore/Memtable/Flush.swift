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
    private var hasBegun = false
    private var isBroken = false
    private var players: ArraySlice<PlayerRecord> = []
    private var alerts: ArraySlice<Alert> = []
    private var aliases: ArraySlice<ExactString> = []
    private var outdated: ArraySlice<Memtable.Outdated> = []
    private var due: ArraySlice<DueQueue.Entry> = []
    private var garbage: ArraySlice<SequenceNumber> = []
    /// The items that the stage still has to process.
    private var ids: ArraySlice<ItemID> = []
    private var states: [ItemID] = []
    private var names = Heap<ItemName>()
    private var places = Heap<RecentPlace>()

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
        // A flush does not keep the rows of a failed slice, so only a new flush can write them.
        guard !isBroken else { throw StoreError(.other, "a flush cannot continue") }
        isBroken = true
        var spent = 0
        while spent < budget, let stage = stages.first {
            if !hasBegun { begin(stage, generation) }
            let carried = try carry(stage, generation, tables, meta)
            spent += carried * stage.cost
            hasBegun = carried > 0 && stage != .seal
            if !hasBegun { stages.removeFirst() }
        }
        isBroken = false
        return spent
    }

    private mutating func begin(_ stage: FlushStage, _ generation: Memtable.Generation) {
        switch stage {
        case .players: players = Array(generation.players.values)[...]
        case .alerts: alerts = Array(generation.alerts.values)[...]
        case .sortNames: ids = generation.newcomers[...]
        case .aliases: aliases = Array(generation.aliases.keys)[...]
        case .unsettled: ids = generation.unsettled.sorted()[...]
        case .sortOutdated: outdated = generation.outdated[...]
        case .states:
            states = generation.states.keys.sorted()
            ids = states[...]
        case .sortRecent: ids = states[...]
        // Some entries may be removed before they are written; the extra entries do no harm.
        case .due: due = generation.due.entries[...]
        case .garbage: garbage = generation.garbage.sorted()[...]
        case .names, .outdated, .recent, .seal: break
        }
    }

    /// Processes the next entries of the stage, as many as fit into one statement, and returns their
    /// number; 0 if there are none left.
    private mutating func carry(
        _ stage: FlushStage,
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
            let next = ids.popFirst(RowStatement.maximumRows)
            try statements.put(next.compactMap { generation.states[$0] })
            return next.count
        case .recent:
            let next = places.popMin(RowStatement.maximumRows)
            try statements.putRecent(next)
            return next.count
        case .due:
            let next = Array(due.popFirst(RowStatement.maximumRows))
            try statements.putDue(next)
            return next.count
        case .garbage:
            guard let first = garbage.first else { return 0 }
            let count = garbage.popFirst(garbage.firstRun(FlushStatements.longestRun)).count
            try statements.dropRows(first...first + count - 1)
            return count
        default: return try carryOne(stage, generation, tables, meta) ? 1 : 0
        }
    }

    /// Processes the next entry of the stage; returns false if there is none left.
    private mutating func carryOne(
        _ stage: FlushStage,
        _ generation: Memtable.Generation,
        _ tables: Tables,
        _ meta: Meta
    ) throws(StoreError) -> Bool {
        let statements = tables.flushing
        switch stage {
        case .players:
            guard let player = players.popFirst() else { return false }
            try statements.put(player)
        case .alerts:
            guard let alert = alerts.popFirst() else { return false }
            try statements.put(alert)
        case .aliases:
            guard let alias = aliases.popFirst() else { return false }
            try carry(alias, generation, statements)
        case .sortOutdated:
            guard let entry = outdated.popFirst() else { return false }
            let number = try statements.number(of: entry.player)
            places.insert(RecentPlace(player: number, at: entry.at, id: entry.id))
        case .seal: try seal(generation, meta)
        default:
            guard let id = ids.popFirst() else { return false }
            if stage == .unsettled { try settle(id, tables) }
            guard let state = generation.states[id] else { return true }
            if stage == .sortNames { sortName(of: state, generation) }
            if stage == .sortRecent { try sort(state, statements) }
        }
        return true
    }

    private mutating func sortName(of state: ItemState, _ generation: Memtable.Generation) {
        let name = state.record.point.item
        // The name may have become an alias of another item.
        if generation.aliases.isEmpty || generation.ids[ExactString(name)] == state.id {
            names.insert(ItemName(text: name, id: state.id))
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

extension ArraySlice {
    fileprivate mutating func popFirst(_ limit: Int) -> ArraySlice {
        defer { removeFirst(Swift.min(limit, count)) }
        return prefix(limit)
    }
}

extension ArraySlice<SequenceNumber> {
    /// Returns the length of the longest run of consecutive numbers at the front, at most `limit`.
    ///
    /// The collection must be in ascending order and not empty.
    fileprivate func firstRun(_ limit: Int) -> Int {
        let pairs = zip(self, dropFirst()).prefix(limit - 1)
        return 1 + pairs.prefix { $1 == $0 + 1 }.count
    }
}
