// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateSync
internal import SyncModel
internal import SyncTesting

/// A device with a store in memory, optionally with a planted mistake.
final class MemoryHome: DeviceStore {
    /// The store.
    let store: MemoryStore
    private let mutation: Mutation?
    private var backup: MemoryDisk?
    /// The number of incarnations of the device, whatever its store knows of them.
    private var lives = 1

    /// Creates the device with the given number and mutation.
    init(_ number: Int, mutation: Mutation?) {
        let origin = Origin(device: UInt64(number + 1), incarnation: 1)
        store = MemoryStore(origin: origin, label: "device-\(number)")
        store.hesitates = true
        store.disk.trustsClock = mutation == .keysTrustTheClock
        self.mutation = mutation
    }

    /// This device, in its current incarnation.
    var origin: Origin { store.origin }
    /// The name of the device for people.
    var label: String { store.label }
    /// The ids of all events, in order.
    var eventIDs: [String] { store.eventIDs }
    /// The number of changes still to be sent.
    var backlog: Int { store.backlog }
    /// A summary of everything left over, for people.
    var summary: String { store.disk.summary }

    /// Performs a step of sync, changed by the mutation.
    func perform(
        _ step: StoreStep,
        _ settings: SyncSettings,
        at moment: SyncMoment
    ) -> SyncMachine.Event {
        let changed = mutation.map { $0.change(step, on: self.store) } ?? step
        guard let changed else { return .stored(.state(self.store.memory())) }
        let store = MutantStore(store: self.store, mutation: mutation)
        let before = origin
        defer { if origin != before { beginLife() } }
        do {
            return .stored(
                try changed.perform(on: store, settings: settings, now: moment.trusted)
            )
        } catch {
            return .storeFailed("\(error)")
        }
    }

    /// Returns the outlook of the outbox as it is, whatever the mutation says.
    func outlook(at moment: SyncMoment) -> OutboxOutlook? { store.outlook() }

    /// Saves a position that is kept for 90 days; an odd one is that of a playing item.
    func save(
        _ item: String,
        _ position: Double,
        by player: String,
        at moment: SyncMoment
    ) -> OrderKey? {
        store.save(
            item,
            position,
            player: player,
            status: position.truncatingRemainder(dividingBy: 2) == 0 ? .paused : .playing,
            now: moment.trusted,
            ttl: 90 * 86_400_000
        )
    }

    /// Removes a point.
    func clear(_ item: String, at moment: SyncMoment) -> OrderKey? {
        store.clear(item, now: moment.trusted)
    }

    /// Appends an event.
    func append(_ id: String, at moment: SyncMoment) {
        store.append(id, now: moment.trusted)
    }

    /// Returns the newest row of a point.
    func item(_ name: String) -> StoredItem? {
        store.item(SyncKey(kind: .point, name: name))
    }

    /// Does nothing: every committed change survives.
    func crash(at moment: SyncMoment) {}

    /// Keeps a copy of the persistent state.
    func backUp(at moment: SyncMoment) {
        backup = store.disk
    }

    /// Replaces the persistent state with the copy; returns false if there is none.
    func restore(byHand: Bool, at moment: SyncMoment) -> Bool {
        guard let backup else { return false }
        store.disk = backup
        if !byHand, mutation != .oldLifeGoesOn {
            beginLife()
        }
        self.backup = nil
        return true
    }

    private func beginLife() {
        lives += 1
        store.disk.origin = Origin(device: origin.device, incarnation: lives)
    }
}
