// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import SyncModel

/// The rows written since the last commit, visible only to the calls that follow in the same batch.
///
/// The batch enters the memtable once COMMIT has returned. If COMMIT fails, the batch is dropped.
struct Batch {
    /// The rows in the order of writing.
    private(set) var entries: [BatchEntry] = []
    private var states: [ItemID: ItemState] = [:]
    /// The item numbers of names that the batch wrote; 0 for removed names.
    private(set) var ids: [ExactString: ItemID] = [:]
    /// The written players, by name.
    private(set) var players: [ExactString: PlayerRecord] = [:]
    /// The player that was read or written last, which the next Save is likely to need.
    private var latestPlayer: PlayerRecord?
    /// The players whose rows wait for the end of the call; `nil` if rows are written immediately.
    private(set) var heldPlayers: Set<ExactString>?
    /// The written alerts, by number.
    private(set) var alerts: [AlertID: Alert] = [:]
    /// The item of each alias written in this batch; 0 if the alias was removed.
    private(set) var aliases: [ExactString: ItemID] = [:]
    /// The change in the number of current resume points.
    private(set) var standingDelta = 0
    /// The number of new items.
    private(set) var newcomers = 0
    /// The events that were appended.
    var events = EventBatch()
    /// The statistics of sync after the batch; `nil` if unchanged.
    var sync: SyncStatistics?
    /// True if the batch contains changes for the remote.
    var isNews = false
    /// The new origin of this device, if it has begun a new incarnation.
    var origin: Origin?
    /// All devices including new ones; `nil` if there is no new one.
    var devices: DeviceRegistry?
    private var callStart: SequenceNumber?

    /// Empties the batch, but keeps its capacity for the next one unless it was large.
    mutating func reset() {
        guard entries.count <= Self.keptEntries else {
            self = Batch()
            return
        }
        entries.removeAll(keepingCapacity: true)
        states.removeAll(keepingCapacity: true)
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
        heldPlayers = nil
    }

    /// The maximum number of entries for which capacity is kept.
    ///
    /// The cost of emptying a collection grows with its capacity.
    private static let keptEntries = 256

    /// Starts a new call; all rows of a call share the revision of its first row.
    mutating func beginCall() {
        callStart = nil
    }

    /// Returns the number of rows of the same call before the row with the given sequence number.
    mutating func offset(of sequence: SequenceNumber) -> Int {
        let start = callStart ?? sequence
        callStart = start
        return sequence - start
    }

    // Inlined, as in the memtable: otherwise the call would copy everything stored in the object.
    /// Returns the newest state of the item with the given number, if the batch changed it.
    @inline(__always) func state(_ id: ItemID) -> ItemState? { states[id] }

    /// Returns the player with the given name, including changes in the batch.
    mutating func player(
        named name: ExactString,
        before: (ExactString) -> PlayerRecord?
    ) -> PlayerRecord? {
        if latestPlayer?.key == name { return latestPlayer }
        let player = players[name] ?? before(name)
        latestPlayer = player
        return player
    }

    /// Delays the rows of players until the end of the call, because each contains the whole queue.
    mutating func holdPlayers() { heldPlayers = [] }

    /// Records a player whose row is delayed.
    mutating func hold(_ player: PlayerRecord) {
        note(player)
        heldPlayers?.insert(player.key)
    }

    /// Removes and returns the players whose rows were delayed, by name.
    mutating func takeHeldPlayers() -> [PlayerRecord] {
        defer { heldPlayers = nil }
        return (heldPlayers ?? []).compactMap { players[$0] }.sorted { $0.name < $1.name }
    }

    private mutating func note(_ player: PlayerRecord) {
        players[player.key] = player
        latestPlayer = player
    }

    /// Sets the time of the `due` entry that will check the item; `nil` for no entry.
    mutating func setDue(_ due: Timestamp?, of id: ItemID) {
        guard let state = states[id] else { return }
        states[id] = state.noting(due: due)
        for index in entries.indices { entries[index].setDue(due, of: id) }
    }

    /// Adds a row about an item.
    ///
    /// - Parameters:
    ///   - row: The item state produced by the row alone.
    ///   - context: The context of the row.
    /// - Returns: The item's newest state.
    mutating func add(_ row: ItemState, _ context: consuming Memtable.Context) -> ItemState {
        let entry = BatchEntry(row, context)
        guard case .item(let state, let delta) = entry.what else { return row }
        standingDelta += delta
        if let player = entry.context.player { note(player) }
        if entry.context.isNew { newcomers += 1 }
        states[row.id] = state
        ids[entry.context.name ?? ExactString(row.record.point.item)] = row.id
        entries.append(entry)
        return state
    }

    /// Adds a row that is not about an item.
    mutating func add(_ row: LogRow, _ context: Memtable.Context) {
        entries.append(BatchEntry(row, context))
        switch row.body {
        case .item: break
        case .player(let player): note(player)
        case .alert(let alert): alerts[alert.id] = alert
        case .alias(let alias):
            aliases[ExactString(alias.name)] = alias.isRemoved ? .absent : row.id
            ids[ExactString(alias.name)] = alias.isRemoved ? .absent : row.id
        }
    }
}
