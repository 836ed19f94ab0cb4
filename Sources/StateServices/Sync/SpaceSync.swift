internal import StateModel
internal import StateProtocol
internal import StateStore
internal import StateSync
internal import StateSystem

/// A space's store as sync sees it.
struct SpaceSync: SyncStore {
    let space: Space

    private var store: Store { space.store }

    var origin: Origin { store.origin }
    var label: String { store.devices.label(of: Space.ownDevice) }

    private func read<Value>(
        _ body: () throws(StoreError) -> Value
    ) throws(StateError) -> Value {
        try space.onStore(body)
    }

    var isClockSynchronized: Bool { space.clock.isSynchronized }

    func state() throws -> SyncMemory {
        try read { () throws(StoreError) in try store.syncMemory() }
    }

    func item(_ key: SyncKey) throws -> StoredItem? {
        try read { () throws(StoreError) in try store.syncItem(key) }
    }

    func pendingItems(limit: Int, now: Int) throws -> [StoredItem] {
        try read { () throws(StoreError) in
            try store.pendingSyncItems(limit: limit, now: now)
        }
    }

    func pendingEvents(after sequence: Int, limit: Int) throws -> [PendingEvent] {
        try read { () throws(StoreError) in
            try store.pendingSyncEvents(after: sequence, limit: limit)
        }
    }

    func rows(_ kind: SendRow.Kind, limit: Int) throws -> [SendRow] {
        try read { () throws(StoreError) in try store.syncRows(kind, limit: limit) }
    }

    func rows(of operations: [Operation]) throws -> [SendRow] {
        try read { () throws(StoreError) in try store.syncRows(of: operations) }
    }

    func hasEvent(_ id: String) throws -> Bool {
        try read { () throws(StoreError) in try store.hasEvent(id) }
    }

    func heldEvents(of origin: Origin) throws -> [SyncedEvent] {
        try read { () throws(StoreError) in try store.heldEvents(of: origin) }
    }

    func commit(_ changes: SyncChanges) throws {
        try space.adopt(changes)
    }
}

extension Space {
    /// Does a step of sync; what it came to is told once it is on stable storage.
    func perform(
        _ step: StoreStep,
        _ settings: SyncSettings,
        then done: @escaping @Sendable (Result<StoreResult, SyncStepFailure>) -> Void
    ) {
        let before = (told: told.count, jumps: jumps)
        do {
            try admit()
            store.beginCall()
            let now = clock.now()
            let result = try store.atomically {
                try step.perform(on: SpaceSync(space: self), settings: settings, now: now)
            } orElse: { _ in
                told.removeLast(told.count - before.told)
                jumps = before.jumps
            }
            hold { failure in
                done(failure.map { .failure(SyncStepFailure(why: $0)) } ?? .success(result))
            }
        } catch let error as StateError {
            done(.failure(SyncStepFailure(why: error.summary)))
        } catch {
            done(.failure(SyncStepFailure(why: "\(error)")))
        }
    }
}

extension StateError {
    /// What is wrong, for people.
    var summary: String {
        switch self {
        case .storageUnavailable(let why): why
        case .quotaExceeded(let limit, let value): "the limit \(limit) of \(value) is reached"
        default: "\(self)"
        }
    }
}
