package import StateModel

/// What changed since the tables were last brought up to date: the newest state per item.
///
/// Saves enter the active generation. When that has grown enough it is frozen, carried into the
/// tables in slices, and dropped as a whole; reads look active → frozen → tables.
package struct Ledger: Sendable {
    /// The states that a stretch of the log made.
    package struct Generation: Sendable {
        /// The newest state of each item, by the item's number.
        package fileprivate(set) var heads: [Int: Head] = [:]
        /// The numbers of the items in `heads`, by name, and those of aliases that changed; 0: the
        /// name has been taken off.
        package fileprivate(set) var ids: [Verbatim: Int] = [:]
        /// The items of the aliases that changed; 0: none any more.
        package fileprivate(set) var aliases: [Verbatim: Int] = [:]
        /// The players that changed, by name.
        package fileprivate(set) var players: [Verbatim: PlayerRecord] = [:]
        /// The alerts that changed, by number.
        package fileprivate(set) var alerts: [Int: Alert] = [:]
        /// The times at which something in `heads` may expire, as far as no table holds them.
        package fileprivate(set) var due = DueQueue()
        /// The items that no table knows yet.
        package fileprivate(set) var newcomers: [Int] = []
        /// Rows that were displaced and that nobody needs: neither heads nor history.
        package fileprivate(set) var garbage: [Int] = []
        /// Entries of `recent` that no longer hold, by the row that displaced them.
        package fileprivate(set) var outdated: [Outdated] = []
        /// Items whose tables may hold entries of `recent` that a replayed row makes wrong.
        package fileprivate(set) var unsettled: [Int] = []
        /// How many rows went in.
        package fileprivate(set) var rows = 0
        /// The last row that went in; 0: none.
        package fileprivate(set) var last = 0

        /// How many older rows its rows left in the log, for the sweep to judge, at most.
        package var leftBehind: Int { max(0, rows - garbage.count - newcomers.count) }

        /// A generation of no rows, with room for so many items.
        package init(room: Int = 0) {
            guard room > 0 else { return }
            heads.reserveCapacity(room)
            ids.reserveCapacity(room)
        }

        /// Takes in what is known around a row.
        private mutating func note(_ sequence: Int, of id: Int, _ context: Context) {
            rows += 1
            last = sequence
            if let garbage = context.garbage { self.garbage.append(garbage) }
            if let outdated = context.outdated { self.outdated.append(outdated) }
            if context.isNew { newcomers.append(id) }
            if context.isUnsettled { unsettled.append(id) }
            if let player = context.player { players[player.key] = player }
        }

        /// Takes in what `row` says.
        fileprivate mutating func apply(_ row: LogRow, _ context: Context) {
            note(row.sequence, of: row.id, context)
            switch row.body {
            case .player(let player): players[player.key] = player
            case .alert(let alert): alerts[alert.id] = alert
            case .alias(let alias):
                aliases[Verbatim(alias.name)] = alias.isRemoved ? 0 : row.id
                ids[Verbatim(alias.name)] = alias.isRemoved ? 0 : row.id
            case .item:
                guard let made = Head(row) else { return }
                if row.kind.isAside, let head = heads[row.id] {
                    heads[row.id] = head.noting(aside: made)
                } else {
                    set(made, context)
                }
            }
        }

        /// Takes in the state that a row about an item made.
        fileprivate mutating func apply(_ head: Head, _ entry: BatchEntry) {
            note(entry.sequence, of: head.id, entry.context)
            if !entry.isAside {
                set(head, entry.context)
            } else if heads.updateValue(head, forKey: head.id) == nil {
                ids[Verbatim(head.record.point.item)] = head.id
            }
        }

        private mutating func set(_ head: Head, _ context: Context) {
            let point = head.record.point
            let entry = context.dueAfter(head.kind, point.expiresAt)
            if let entry, entry != context.due {
                due.insert(DueQueue.Entry(time: entry, id: head.id))
            }
            heads[head.id] = head.noting(due: entry)
            ids[context.name ?? Verbatim(point.item)] = head.id
        }

        /// Takes in a state that a row stands aside of, as the tables have it; one that no entry is sure
        /// to look at gets an entry of its own.
        fileprivate mutating func take(_ standing: Head) {
            var standing = standing
            if standing.kind.isLive, standing.due == nil {
                let expiry = standing.record.point.expiresAt
                due.insert(DueQueue.Entry(time: expiry, id: standing.id))
                standing = standing.noting(due: expiry)
            }
            heads[standing.id] = standing
            ids[Verbatim(standing.record.point.item)] = standing.id
        }

        /// Takes the entries that are due by `now` out of the queue, `limit` of them at most.
        fileprivate mutating func takeDue(by now: Int, limit: Int) -> [Int] {
            due.take(by: now, limit: limit)
        }
    }

    /// An entry of the table `recent` that a later observation has made wrong.
    package struct Outdated: Sendable, Equatable {
        /// The player of the older observation.
        package var player: String
        /// When that was.
        package var at: Int
        /// The item's number.
        package var id: Int
    }

    /// The generation that Saves enter.
    package private(set) var active = Generation()
    /// The generation that is being carried into the tables.
    package private(set) var frozen: Generation?
    /// What was the newest state of items, and is in the tables now.
    package private(set) var spent: [Head] = []
    /// The last row that the tables hold, or will once the frozen generation is in them.
    private var settled: Int

    /// A ledger that knows nothing of what came after row `folded` yet.
    package init(after folded: Int = 0) {
        settled = folded
    }

    /// The newest state of the item of that number, if it changed since the tables did.
    @inline(__always) package func head(_ id: Int) -> Head? {
        active.heads[id] ?? frozen?.heads[id]
    }

    /// Whether the tables hold the row, or will when the frozen generation is carried into them.
    @inline(__always) package func isBeforeActive(_ sequence: Int) -> Bool {
        sequence <= settled
    }

    /// The number of the item of that name, if it changed since the tables did; 0: the name has
    /// been taken off.
    package func id(_ name: Verbatim) -> Int? {
        active.ids[name] ?? frozen?.ids[name]
    }

    /// What is known around a row when it is written, and only partly when it is replayed.
    package struct Context: Sendable {
        /// The item's name, where somebody has made a key of it already.
        package var name: Verbatim?
        /// The item's head before the row, where the active generation does not hold it: what a
        /// row that stands aside leaves as it was.
        package var standing: Head?
        /// The row's player after it, where a row about an item says something of one.
        package var player: PlayerRecord?
        /// The time of an entry that will look at the item, if one is sure to.
        package var due: Int?
        /// The row that this one displaced for good, if it is known.
        package var garbage: Int?
        /// The entry of `recent` that the row makes wrong, if it is known.
        package var outdated: Outdated?
        /// Whether a fold must look for entries of `recent` that the row makes wrong.
        package var isUnsettled = false
        /// Whether no table knows the item; true where that is not known.
        package var isNew = false

        /// A context of which nothing is known.
        package init() {}

        /// The time of the entry that looks at the item once a row of that kind was taken in, whose
        /// point expires then: one more is made where the one there is comes too late.
        func dueAfter(_ kind: RowKind, _ expiresAt: Int) -> Int? {
            guard kind.isLive else { return due }
            return min(due ?? .max, expiresAt)
        }
    }

    /// Takes in one committed row, later than any before it.
    package mutating func apply(_ row: LogRow, _ context: Context) {
        if row.kind.isAside, active.heads[row.id] == nil, let standing = context.standing {
            active.take(standing)
        }
        active.apply(row, context)
    }

    /// Takes in the rows of a batch that was committed.
    mutating func apply(_ entries: [BatchEntry]) {
        for index in entries.indices {
            switch entries[index].what {
            case .item(let head, _): active.apply(head, entries[index])
            case .other(let other): active.apply(other.row, entries[index].context)
            }
        }
    }

    /// Notes that an entry of that time in the `due` table, or none, will look at the item.
    package mutating func setDue(_ due: Int?, of id: Int) {
        if let head = active.heads[id] { active.heads[id] = head.noting(due: due) }
        if let head = frozen?.heads[id] { frozen?.heads[id] = head.noting(due: due) }
    }

    /// Takes out up to `limit` items whose time may have come by `now`; the caller looks.
    package mutating func takeDue(by now: Int, limit: Int) -> [Int] {
        let first = frozen?.takeDue(by: now, limit: limit) ?? []
        return first + active.takeDue(by: now, limit: limit - first.count)
    }

    /// The earliest time at which something here may expire.
    package var nextDue: Int? {
        [active.due.first?.time, frozen?.due.first?.time].compactMap(\.self).min()
    }

    /// Freezes the active generation, if nothing is frozen and there is something to freeze.
    ///
    /// - Returns: the generation to be carried into the tables.
    package mutating func freeze() -> Generation? {
        guard frozen == nil, active.rows > 0 else { return nil }
        // The next is likely to hold as many, and growing step by step makes some Saves wait.
        let next = Generation(room: active.heads.count)
        settled = active.last
        frozen = active
        active = next
        return frozen
    }

    /// Forgets the frozen generation, once the tables hold all of it.
    ///
    /// - Returns: what it cost, in nanoseconds.
    @discardableResult
    package mutating func dropFrozen() -> Int {
        if let heads = frozen?.heads.values { spent = Array(heads) }
        frozen = nil
        return spent.count * Self.retiring
    }

    /// What putting one state aside costs, in nanoseconds.
    private static let retiring = 80

    /// What forgetting one state costs, in nanoseconds.
    private static let forgetting = 400

    /// Forgets states that the tables hold until that costs `budget` nanoseconds.
    ///
    /// All at once they would keep a turn waiting.
    ///
    /// - Returns: what it cost.
    package mutating func letGo(budget: Int) -> Int {
        let count = min(spent.count, budget / Self.forgetting + 1)
        guard count > 0 else { return 0 }
        spent.removeLast(count)
        if spent.isEmpty { spent = [] }
        return count * Self.forgetting
    }

    /// How many rows the tables do not hold yet.
    package var rows: Int { active.rows + (frozen?.rows ?? 0) }

    /// Calls `body` with the newest state of each item that changed since the tables did.
    package func forEachHead(_ body: (Head) -> Void) {
        active.heads.values.forEach(body)
        guard let frozen else { return }
        for head in frozen.heads.values where active.heads[head.id] == nil { body(head) }
    }
}
