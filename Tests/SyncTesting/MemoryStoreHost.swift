internal import StateModel
package import StateSync

/// A ``MemoryStore`` that several tasks may ask.
package actor MemoryStoreHost: SyncStoreHost {
    private let store: MemoryStore
    private let clock: any SyncClock

    /// A store of the device of that number, on that clock.
    package init(_ number: UInt64, clock: any SyncClock) {
        let origin = Origin(device: number, incarnation: 1)
        store = MemoryStore(origin: origin, label: "device-\(number)")
        self.clock = clock
    }

    package func perform(_ step: StoreStep, _ settings: SyncSettings) throws -> StoreResult {
        try step.perform(on: store, settings: settings, now: clock.now.trusted)
    }

    /// A player says where it is.
    package func save(_ name: String, _ position: Double) {
        store.save(name, position, now: clock.now.trusted)
    }

    /// Somebody removes a point.
    package func clear(_ name: String) {
        store.clear(name, now: clock.now.trusted)
    }

    /// Somebody appends an event.
    package func append(_ id: String) {
        store.append(id, now: clock.now.trusted)
    }

    /// The position that stands for the item; nil: none, or it was removed.
    package func position(_ name: String) -> Double? { store.position(name) }

    /// The ids of all events, in order.
    package var eventIDs: [String] { store.eventIDs }

    /// What is still to be sent.
    package var backlog: Int { store.backlog }
}
