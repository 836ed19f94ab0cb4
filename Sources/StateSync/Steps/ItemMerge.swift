// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import SyncModel

struct ItemMerge<Store: SyncStore> {
    /// The store as it is before the changes of the step are written.
    let store: Store
    let settings: SyncSettings
    /// The number of this device's next presence.
    let round: Int
    let now: Timestamp
    /// All changes of the step so far.
    var changes = SyncChanges()
    private(set) var items: [SyncKey: StoredItem] = [:]

    /// Returns an item, including the changes of the step.
    func item(_ key: SyncKey) throws -> StoredItem? {
        try items[key] ?? store.reads.item(key)
    }

    func version(of item: StoredItem) -> ItemVersion {
        let strategy = settings.strategy(for: item.player)
        return item.version(by: store.origin, strategy: strategy, now: now)
    }

    /// Returns the number for ``SyncMark/round``; 0 if the version must not be removed.
    ///
    /// Once a tombstone is removed, later writes do not include it. They must still win against the
    /// tombstone and all versions before it, because the remote may deliver these once more.
    func round(of version: ItemVersion) -> Int {
        version.yields(toWritesAfter: now + settings.tombstoneLifeMilliseconds) ? round : 0
    }

    mutating func mark(_ item: StoredItem, _ mark: SyncMark) {
        var item = item
        item.mark = mark
        items[item.key] = item
        changes.marks[item.key] = mark
    }

    mutating func write(_ row: SyncChanges.ItemState, _ mark: SyncMark) {
        changes.heads.append(row)
        changes.marks[row.key] = mark
        changes.acknowledged[row.key] = nil
        changes.unacknowledged.remove(row.key)
        items[row.key] = StoredItem(
            key: row.key,
            value: row.value,
            rowKey: row.rowKey,
            isPending: row.isPending,
            mark: mark
        )
    }

    mutating func setPending(_ isPending: Bool, _ key: SyncKey) throws {
        guard var item = try item(key), item.isPending != isPending else { return }
        item.isPending = isPending
        items[key] = item
        changes.acknowledged[key] = isPending ? nil : item.rowKey
        if isPending {
            changes.unacknowledged.insert(key)
        } else {
            changes.unacknowledged.remove(key)
        }
    }

    mutating func note(
        _ version: ItemVersion,
        _ outcome: SyncStep.Outcome,
        _ reason: String
    ) {
        changes.steps.append(
            SyncStep(version: version, outcome: outcome, reason: reason, at: now)
        )
    }

    /// Adds a conflict to the list, unless a user sees no difference between the two versions.
    mutating func list(
        _ local: ItemVersion,
        _ arrived: ItemVersion,
        _ decision: Resolution.Winner,
        _ reason: String,
        _ strategy: ConflictStrategy
    ) {
        if local.value.means(arrived.value) { return }
        let isLost = decision == .remote
        changes.conflicts.append(
            DecidedConflict(
                strategy: strategy,
                winner: isLost ? arrived : local,
                loser: isLost ? local : arrived,
                reason: reason,
                at: now
            )
        )
    }
}
