internal import StateModel

/// What has been written since the last commit: seen by what is judged next, by nobody else.
///
/// It enters the ledger once COMMIT has returned; if that fails it is dropped.
struct Batch {
    private(set) var entries: [BatchEntry] = []
    private var heads: [Int: Head] = [:]
    /// The numbers of the items of the names that were written; 0: the name has been taken off.
    private(set) var ids: [Verbatim: Int] = [:]
    private(set) var players: [Verbatim: PlayerRecord] = [:]
    /// The player that was asked for or written last: a Save asks for the same one time and again.
    private var latestPlayer: PlayerRecord?
    private(set) var alerts: [Int: Alert] = [:]
    /// The items of the names that rows about aliases concern; 0: none any more.
    private(set) var aliases: [Verbatim: Int] = [:]
    private(set) var standingDelta = 0
    private(set) var newcomers = 0
    /// The events that were appended.
    var events = EventBatch()
    /// What sync adds up to with what was written; nil: nothing of it changed.
    var sync: SyncFigures?
    /// Whether the remote has to hear of something that was written.
    var isNews = false
    /// This device, if it has begun a new life.
    var origin: Origin?
    /// All devices, those that were met in the batch included; nil: none was.
    var devices: DeviceBook?
    /// The revision of the newest row.
    var revision: Int? { entries.last?.revision }
    private var callStart: Int?

    var isEmpty: Bool { entries.isEmpty }

    /// Forgets everything, but for the room that the next batch will want.
    mutating func reset() {
        guard entries.count <= Self.keptEntries else {
            self = Batch()
            return
        }
        entries.removeAll(keepingCapacity: true)
        heads.removeAll(keepingCapacity: true)
        ids.removeAll(keepingCapacity: true)
        players.removeAll(keepingCapacity: true)
        latestPlayer = nil
        alerts.removeAll()
        aliases.removeAll()
        standingDelta = 0
        newcomers = 0
        events = EventBatch()
        sync = nil
        isNews = false
        origin = nil
        devices = nil
        callStart = nil
    }

    /// Up to how many entries it keeps the room of: emptying it costs as much as it once held.
    private static let keptEntries = 256

    /// Rows from here on belong to one call: they share the revision of the first of them.
    mutating func beginCall() {
        callStart = nil
    }

    /// How many rows of the same call come before a row of that number.
    mutating func offset(of sequence: Int) -> Int {
        let start = callStart ?? sequence
        callStart = start
        return sequence - start
    }

    // Inlined, as in the ledger: the whole of what lies in an object is copied for a call.
    @inline(__always) func head(_ id: Int) -> Head? { heads[id] }

    /// The player of that name: as written in the batch, or else as it was before.
    mutating func player(
        named name: Verbatim,
        before: (Verbatim) -> PlayerRecord?
    ) -> PlayerRecord? {
        if let latestPlayer, latestPlayer.key == name { return latestPlayer }
        let player = players[name] ?? before(name)
        latestPlayer = player
        return player
    }

    private mutating func note(_ player: PlayerRecord) {
        players[player.key] = player
        latestPlayer = player
    }

    /// The number of the item of that name; 0: it has been taken off.
    func id(_ name: Verbatim) -> Int? { ids[name] }

    /// Notes that an entry of that time in the `due` table, or none, will look at the item.
    mutating func setDue(_ due: Int?, of id: Int) {
        guard let head = heads[id] else { return }
        heads[id] = head.noting(due: due)
        for index in entries.indices { entries[index].setDue(due, of: id) }
    }

    /// Takes in a row about an item.
    ///
    /// - Parameters:
    ///   - row: the state that the row makes by itself.
    ///   - context: what is known around the row.
    /// - Returns: the item's newest state.
    mutating func add(_ row: Head, _ context: Ledger.Context) -> Head {
        var head = row
        if row.kind.isAside, let standing = context.standing { head = standing.noting(aside: row) }
        standingDelta += row.record.standingDelta
        if let player = context.player { note(player) }
        if context.isNew { newcomers += 1 }
        heads[row.id] = head
        ids[context.name ?? Verbatim(row.record.point.item)] = row.id
        entries.append(BatchEntry(head, by: row, context))
        return head
    }

    /// Takes in a row about no item.
    mutating func add(_ row: LogRow, _ context: Ledger.Context) {
        entries.append(BatchEntry(row, context))
        switch row.body {
        case .item: break
        case .player(let player): note(player)
        case .alert(let alert): alerts[alert.id] = alert
        case .alias(let alias):
            aliases[Verbatim(alias.name)] = alias.isRemoved ? 0 : row.id
            ids[Verbatim(alias.name)] = alias.isRemoved ? 0 : row.id
        }
    }
}
