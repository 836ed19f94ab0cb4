// SPDX-License-Identifier: Apache-2.0
internal import StateModel
package import StateSync
internal import SyncModel

/// A ``MemoryStore`` that several tasks can use.
package actor MemoryStoreHost: SyncStoreHost {
    private let store: MemoryStore
    private let clock: any SyncClock

    /// Creates the store of the device with the given number, on the given clock.
    package init(_ number: UInt64, clock: any SyncClock) {
        let origin = Origin(device: number, incarnation: 1)
        store = MemoryStore(origin: origin, label: "device-\(number)")
        self.clock = clock
    }

    /// Performs a step on the store at the current time.
    package func perform(_ step: StoreStep, _ settings: SyncSettings) throws -> StoreResult {
        try step.perform(on: store, settings: settings, now: clock.now.trusted)
    }

    /// Saves a position as a player does.
    package func save(_ name: String, _ position: Double) {
        store.save(name, position, now: clock.now.trusted)
    }

    /// Removes a point as a user does.
    package func clear(_ name: String) {
        store.clear(name, now: clock.now.trusted)
    }

    /// Appends an event as a program does.
    package func append(_ id: String) {
        store.append(id, now: clock.now.trusted)
    }

    /// Returns the position of an item, or `nil` if there is none or it was removed.
    package func position(_ name: String) -> Double? { store.position(name) }

    /// The ids of all events, in order.
    package var eventIDs: [String] { store.eventIDs }

    /// The number of items and events still to be sent.
    package var backlog: Int { store.backlog }
}
