internal import StateModel
internal import StateSync
internal import SyncTesting

/// A device whose store is a value in memory, and that may make a mistake on purpose.
final class MemoryHome: DeviceStore {
    let store: MemoryStore
    private let mutation: Mutation?
    private var backup: MemoryDisk?
    /// How many lives the device has lived, whatever its store knows of them.
    private var lives = 1

    init(_ number: Int, mutation: Mutation?) {
        let origin = Origin(device: UInt64(number + 1), incarnation: 1)
        store = MemoryStore(origin: origin, label: "device-\(number)")
        store.disk.trustsClock = mutation == .keysTrustTheClock
        self.mutation = mutation
    }

    var origin: Origin { store.origin }
    var label: String { store.label }
    var eventIDs: [String] { store.eventIDs }
    var backlog: Int { store.backlog }
    var summary: String { store.disk.summary }

    func perform(
        _ step: StoreStep,
        _ settings: SyncSettings,
        at moment: SyncMoment
    ) -> SyncMachine.Event {
        let changed = mutation.map { $0.change(step, on: self.store) } ?? step
        guard let changed else { return .stored(.recovered(retryAt: nil)) }
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

    func save(
        _ item: String,
        _ position: Double,
        by player: String,
        at moment: SyncMoment
    ) -> OrderKey? {
        store.save(item, position, player: player, now: moment.trusted, ttl: 90 * 86_400_000)
    }

    func clear(_ item: String, at moment: SyncMoment) -> OrderKey? {
        store.clear(item, now: moment.trusted)
    }

    func append(_ id: String, at moment: SyncMoment) {
        store.append(id, now: moment.trusted)
    }

    func item(_ name: String) -> StoredItem? {
        store.item(SyncKey(kind: .point, name: name))
    }

    /// Whatever was committed is there.
    func crash(at moment: SyncMoment) {}

    func backUp(at moment: SyncMoment) {
        backup = store.disk
    }

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
