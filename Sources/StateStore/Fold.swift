internal import StateModel

/// A frozen generation on its way into the tables, slice by slice.
///
/// Each stage goes through its rows in the order of its table, so that neighbours share pages.
/// A slice is a transaction of its own that is not synced: should it be lost, the log still
/// holds everything after the last whole fold, and folding twice changes nothing. For the log to
/// say it all again, displaced rows go only once the seal says that the tables hold the rest,
/// and entries of `recent` go while the heads still tell which they are.
struct Fold {
    private enum Stage: CaseIterable {
        case players, names, unsettled, outdated, heads, recent, due, seal, garbage
    }

    private let generation: Ledger.Generation
    private var stages = Stage.allCases[...]
    private var names: [(name: String, id: Int)]?
    private var order: [Int] = []
    private var recents: [(player: Int, at: Int, id: Int)] = []
    private var index = 0
    private let figures: StoreFigures

    /// Begins to fold `generation`, with the figures as they stood when it was frozen.
    init(_ generation: Ledger.Generation, figures: StoreFigures) {
        self.generation = generation
        self.figures = figures
    }

    /// Whether everything is in the tables.
    var isDone: Bool { stages.isEmpty }

    /// Carries about `limit` rows into the tables; the transaction is the caller's.
    mutating func step(
        _ tables: Tables,
        meta: Meta,
        limit: Int
    ) throws(StoreError) {
        guard let stage = stages.first else { return }
        let count = try prepare(stage, tables.folding)
        let end = min(index + limit, count)
        for place in index..<max(index, end) {
            if stage == .unsettled {
                try settle(order[place], tables)
            } else {
                try carry(stage, place, tables.folding)
            }
        }
        index = end
        if stage == .seal { try seal(meta) }
        if index >= count {
            if stage == .outdated { recents = [] }
            stages.removeFirst()
            index = 0
        }
    }

    /// Sorts what the stage goes through, when it begins; answers how much that is.
    private mutating func prepare(
        _ stage: Stage,
        _ statements: FoldStatements
    ) throws(StoreError) -> Int {
        switch stage {
        case .players:
            if index == 0 {
                for player in generation.players.values { try statements.put(player) }
                for alert in generation.alerts.values { try statements.put(alert) }
            }
            return 0
        case .names:
            if names == nil { sortNames() }
            return names?.count ?? 0
        case .unsettled:
            if index == 0 { order = generation.unsettled.sorted() }
            return order.count
        case .heads:
            if index == 0 { order = generation.heads.keys.sorted() }
            return order.count
        case .recent:
            // `order` still holds the heads' numbers.
            if index == 0 { try sortRecents(statements) }
            return recents.count
        case .outdated:
            if index == 0 { try sortOutdated(statements) }
            return recents.count
        case .due:
            return generation.due.entries.count
        case .seal:
            return 0
        case .garbage:
            if index == 0 { order = generation.garbage.sorted() }
            return order.count
        }
    }

    private mutating func sortNames() {
        names = generation.newcomers
            .compactMap { id in generation.heads[id].map { ($0.record.point.item, id) } }
            .sorted { $0.0 < $1.0 }
            .map { (name: $0.0, id: $0.1) }
    }

    private mutating func sortRecents(_ statements: FoldStatements) throws(StoreError) {
        recents = []
        recents.reserveCapacity(order.count)
        for id in order {
            guard let head = generation.heads[id], head.kind.isLive else { continue }
            let player = try statements.number(of: head.record.point.player)
            recents.append((player, head.record.point.at, id))
        }
        recents.sort { ($0.player, $0.at, $0.id) < ($1.player, $1.at, $1.id) }
    }

    private mutating func sortOutdated(_ statements: FoldStatements) throws(StoreError) {
        recents = []
        for entry in generation.outdated {
            recents.append((try statements.number(of: entry.player), entry.at, entry.id))
        }
        recents.sort { ($0.player, $0.at, $0.id) < ($1.player, $1.at, $1.id) }
    }

    private func carry(
        _ stage: Stage,
        _ place: Int,
        _ statements: FoldStatements
    ) throws(StoreError) {
        switch stage {
        case .names:
            if let entry = names?[place] { try statements.put(name: entry.name, id: entry.id) }
        case .heads:
            if let head = generation.heads[order[place]] { try statements.put(head) }
        case .recent:
            let entry = recents[place]
            try statements.putRecent(player: entry.player, at: entry.at, id: entry.id)
        case .outdated:
            let entry = recents[place]
            try statements.dropRecent(player: entry.player, at: entry.at, id: entry.id)
        case .due:
            let entry = generation.due.entries[place]
            try statements.putDue(entry.time, id: entry.id)
        case .garbage:
            try statements.dropRow(order[place])
        case .players, .unsettled, .seal:
            break
        }
    }

    /// Drops the entry of `recent` that the tables hold of an item, if it stands in them.
    private func settle(_ id: Int, _ tables: Tables) throws(StoreError) {
        guard let head = try tables.head(id), head.kind.isLive else { return }
        let point = head.record.point
        let player = try tables.folding.number(of: point.player)
        try tables.folding.dropRecent(player: player, at: point.at, id: id)
    }

    private func seal(_ meta: Meta) throws(StoreError) {
        try meta.set(.folded, generation.last)
        try meta.set(.last, figures.lastSequence)
        try meta.set(.nextID, figures.nextID)
        try meta.set(.standing, figures.standing)
    }
}
