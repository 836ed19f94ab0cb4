// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import SyncModel

/// The rows written since the last commit, visible only to later calls in the same batch.
///
/// After a successful COMMIT, the rows are moved to the memtable. If COMMIT fails, they are
/// discarded.
struct Batch {
    private(set) var entries: [BatchEntry] = []
    private var states: [ItemID: ItemState] = [:]
    /// The numbers of the items that the batch wrote, by name; 0 for removed names.
    private(set) var ids: [ExactString: ItemID] = [:]
    private(set) var players: [ExactString: PlayerRecord] = [:]
    /// The player read or written last, which the next Save is likely to need.
    private var latestPlayer: PlayerRecord?
    /// The players whose rows are delayed until the end of the call; `nil` if rows are written
    /// immediately.
    private(set) var heldPlayers: Set<ExactString>?
    private(set) var alerts: [AlertID: Alert] = [:]
    /// The item of each alias that the batch wrote; 0 if the alias was removed.
    private(set) var aliases: [ExactString: ItemID] = [:]
    private(set) var currentDelta = 0
    private(set) var newcomers = 0
    var events = EventBatch()
    /// The statistics of sync after the batch; `nil` if unchanged.
    var sync: SyncStatistics?
    /// True if the batch contains changes that the remote needs.
    var needsPush = false
    /// This device's new origin; `nil` unless the batch begins a new incarnation.
    var origin: Origin?
    /// All devices; `nil` unless the batch adds or renames one.
    var devices: DeviceRegistry?
    private var callStart: SequenceNumber?

    /// Empties the batch.
    ///
    /// The capacity is kept for the next batch, unless it has become large.
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
        currentDelta = 0
        newcomers = 0
        events = EventBatch()
        sync = nil
        needsPush = false
        origin = nil
        devices = nil
        callStart = nil
        heldPlayers = nil
    }

    /// The maximum number of entries for which the capacity is kept.
    ///
    /// The larger the capacity of a collection, the longer it takes to empty the collection.
    private static let keptEntries = 256

    /// Starts a new call; all rows of a call share the revision of its first row.
    mutating func beginCall() {
        callStart = nil
    }

    /// Returns the number of earlier rows of the same call, for the row with the given sequence
    /// number.
    mutating func offset(of sequence: SequenceNumber) -> Int {
        let start = callStart ?? sequence
        callStart = start
        return sequence - start
    }

    // Inlined like the functions of the memtable. Otherwise each call would copy the whole batch.
    @inline(__always) func state(_ id: ItemID) -> ItemState? { states[id] }

    /// Returns the player with the given name, including changes in the batch.
    ///
    /// `before` returns the player without these changes.
    mutating func player(
        named name: ExactString,
        before: (ExactString) -> PlayerRecord?
    ) -> PlayerRecord? {
        if latestPlayer?.key == name { return latestPlayer }
        let player = players[name] ?? before(name)
        latestPlayer = player
        return player
    }

    /// Delays the rows of players until the end of the call.
    ///
    /// Each row contains the whole queue, so a call writes only one for each player.
    mutating func holdPlayers() { heldPlayers = [] }

    mutating func hold(_ player: PlayerRecord) {
        note(player)
        heldPlayers?.insert(player.key)
    }

    /// Removes and returns the players whose rows were delayed, ordered by name.
    mutating func takeHeldPlayers() -> [PlayerRecord] {
        defer { heldPlayers = nil }
        return (heldPlayers ?? []).compactMap { players[$0] }.sorted { $0.name < $1.name }
    }

    private mutating func note(_ player: PlayerRecord) {
        players[player.key] = player
        latestPlayer = player
    }

    /// Sets the time at which the expiry schedule checks the item next; `nil` for never.
    mutating func setDue(_ due: Timestamp?, of id: ItemID) {
        guard let state = states[id] else { return }
        states[id] = state.noting(due: due)
        for index in entries.indices { entries[index].setDue(due, of: id) }
    }

    /// Adds a row about an item, given the state that the row alone produces, and returns the
    /// item's newest state.
    mutating func add(_ row: ItemState, _ context: consuming Memtable.Context) -> ItemState {
        let entry = BatchEntry(row, consume context)
        guard case .item(let state, let delta) = entry.content else { return row }
        currentDelta += delta
        if let player = entry.context.player { note(player) }
        if entry.context.isNew { newcomers += 1 }
        states[row.id] = state
        if !entry.context.isNamed {
            ids[entry.context.name ?? ExactString(row.record.point.item)] = row.id
        }
        entries.append(entry)
        return state
    }

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
