internal import StateModel

/// A frozen generation on its way into the tables, slice by slice.
///
/// Each stage goes through its rows in the order of its table, so that neighbours share pages.
/// A slice is a transaction of its own that is not synced: should it be lost, the log still
/// holds everything after the last whole fold, and folding twice changes nothing. For the log to
/// say it all again, displaced rows go only once the seal says that the tables hold the rest,
/// and entries of `recent` go while the heads still tell which they are.
struct Fold {
    private let figures: StoreFigures
    private var stages = FoldStage.allCases[...]
    /// How far the stage has come, of how many rows; nil: it has not begun.
    private var index: Int?
    private var count = 0
    private var order: [Int] = []
    private var heads: [Int] = []
    private var players: [PlayerRecord] = []
    private var alerts: [Alert] = []
    private var names = SortedRuns<ItemName>()
    private var aliases: [Verbatim] = []
    private var places = SortedRuns<RecentPlace>()
    private var due: [DueQueue.Entry] = []

    /// Begins to fold a generation, with the figures as they stood when it was frozen.
    init(figures: StoreFigures) {
        self.figures = figures
    }

    /// Whether everything is in the tables.
    var isDone: Bool { stages.isEmpty }

    /// Carries rows of the frozen generation into the tables until that costs `budget`
    /// nanoseconds, one row at least; the transaction is the caller's.
    ///
    /// - Returns: what it cost.
    mutating func step(
        _ generation: Ledger.Generation,
        _ tables: Tables,
        meta: Meta,
        budget: Int
    ) throws(StoreError) -> Int {
        var spent = 0
        while spent < budget, let stage = stages.first {
            if index == nil {
                count = begin(stage, generation)
                index = 0
                spent += count * stage.preparation
            }
            var next = index ?? 0
            while next < count, spent < budget {
                let carried = try carry(stage, next, generation, tables, meta)
                // Rows that a failed slice took along are gone from here: only a new fold has them.
                guard carried > 0 else { throw StoreError(.other, "a fold lost its rows") }
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

    /// Sets out on a stage; answers how many rows it goes through.
    private mutating func begin(_ stage: FoldStage, _ generation: Ledger.Generation) -> Int {
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
        case .unsettled: order = generation.unsettled.sorted()
        case .sortOutdated: return generation.outdated.count
        case .outdated, .recent: return places.count
        case .heads:
            heads = generation.heads.keys.sorted()
            return heads.count
        // The heads' numbers serve two stages.
        case .sortRecent: return heads.count
        case .due:
            // Some are taken meanwhile: one entry too many does no harm.
            due = generation.due.entries
            return due.count
        case .seal: return 1
        case .garbage: order = generation.garbage.sorted()
        }
        return order.count
    }

    /// Carries the row at `place` into the tables, and as many after it as go with it; answers how
    /// many that were.
    private mutating func carry(
        _ stage: FoldStage,
        _ place: Int,
        _ generation: Ledger.Generation,
        _ tables: Tables,
        _ meta: Meta
    ) throws(StoreError) -> Int {
        let statements = tables.folding
        switch stage {
        case .names:
            let next = names.popFirst(RowStatement.most)
            try statements.put(next)
            return next.count
        case .outdated:
            let next = places.popFirst(RowStatement.most)
            for place in next { try statements.drop(place) }
            return next.count
        case .heads:
            let next = heads[place...].prefix(RowStatement.most)
            try statements.put(next.compactMap { generation.heads[$0] })
            return next.count
        case .recent:
            let next = places.popFirst(RowStatement.most)
            try statements.putRecent(next)
            return next.count
        case .due:
            let next = Array(due[place...].prefix(RowStatement.most))
            try statements.putDue(next)
            return next.count
        case .garbage:
            let rows = order[place...].firstRun(FoldStatements.longestRun)
            try statements.dropRows(rows)
            return rows.count
        default:
            try carryOne(stage, place, generation, tables, meta)
            return 1
        }
    }

    private mutating func carryOne(
        _ stage: FoldStage,
        _ place: Int,
        _ generation: Ledger.Generation,
        _ tables: Tables,
        _ meta: Meta
    ) throws(StoreError) {
        let statements = tables.folding
        switch stage {
        case .players: try statements.put(players[place])
        case .alerts: try statements.put(alerts[place])
        case .sortNames:
            let id = generation.newcomers[place]
            guard let head = generation.heads[id] else { return }
            let name = head.record.point.item
            // One that has become a further name of another item is none of its own.
            if generation.aliases.isEmpty || generation.ids[Verbatim(name)] == id {
                names.insert(ItemName(text: name, id: id))
            }
        case .aliases: try carry(aliases[place], generation, statements)
        case .unsettled: try settle(order[place], tables)
        case .sortOutdated:
            let entry = generation.outdated[place]
            let number = try statements.number(of: entry.player)
            places.insert(RecentPlace(player: number, at: entry.at, id: entry.id))
        case .sortRecent:
            if let head = generation.heads[heads[place]] { try sort(head, statements) }
        case .seal: try seal(generation, meta)
        case .names, .outdated, .heads, .recent, .due, .garbage: break
        }
    }

    private func carry(
        _ alias: Verbatim,
        _ generation: Ledger.Generation,
        _ statements: FoldStatements
    ) throws(StoreError) {
        let id = generation.aliases[alias] ?? 0
        if id != 0, generation.ids[alias] == id {
            try statements.put(alias: alias.text, id: id)
        } else {
            try statements.drop(alias: alias.text, withName: generation.ids[alias] == 0)
        }
    }

    private mutating func sort(_ head: Head, _ statements: FoldStatements) throws(StoreError) {
        guard head.kind.isLive else { return }
        let point = head.record.point
        let number = try statements.number(of: point.player)
        places.insert(RecentPlace(player: number, at: point.at, id: head.id))
    }

    /// Drops the entry of `recent` that the tables hold of an item, if it stands in them.
    private func settle(_ id: Int, _ tables: Tables) throws(StoreError) {
        guard let head = try tables.head(id), head.kind.isLive else { return }
        let point = head.record.point
        let player = try tables.folding.number(of: point.player)
        try tables.folding.drop(RecentPlace(player: player, at: point.at, id: id))
    }

    private func seal(_ generation: Ledger.Generation, _ meta: Meta) throws(StoreError) {
        try meta.set(.folded, generation.last)
        try meta.set(.last, figures.lastSequence)
        try meta.set(.nextID, figures.nextID)
        try meta.set(.standing, figures.standing)
    }
}

extension ArraySlice<Int> {
    /// The numbers at the front that follow one another, `limit` of them at most; for ascending
    /// numbers, of which there is one at least.
    fileprivate func firstRun(_ limit: Int) -> ClosedRange<Int> {
        var end = startIndex
        while end + 1 < endIndex, end + 1 - startIndex < limit, self[end + 1] == self[end] + 1 {
            end += 1
        }
        return self[startIndex]...self[end]
    }
}
