// SPDX-License-Identifier: Apache-2.0
package import StateModel
package import StateSync
package import SyncModel

/// A device's store, with the operations of sync and of players.
package protocol DeviceStore: AnyObject {
    /// This device, in its current incarnation.
    var origin: Origin { get }
    /// The name of the device for people.
    var label: String { get }
    /// The ids of all events, in order.
    var eventIDs: [String] { get }
    /// The number of changes still to be sent.
    var backlog: Int { get }
    /// A summary of everything left over that should be gone once all is acknowledged, for people.
    var summary: String { get }

    /// Performs a step of sync.
    func perform(
        _ step: StoreStep,
        _ settings: SyncSettings,
        at moment: SyncMoment
    )
        -> SyncMachine.Event
    /// Returns the entries of the outbox that wait or have failed, in sum.
    func outlook(at moment: SyncMoment) -> OutboxOutlook?
    /// Saves a position as a player does; returns the key of the row, or `nil` if it was not
    /// written.
    func save(
        _ item: String,
        _ position: Double,
        by player: String,
        at moment: SyncMoment
    ) -> OrderKey?
    /// Removes a point as a user does; returns the key of the row, or `nil` if there was none.
    func clear(_ item: String, at moment: SyncMoment) -> OrderKey?
    /// Appends an event as a program does.
    func append(_ id: String, at moment: SyncMoment)
    /// Returns the newest row of an item, or `nil` if there is none.
    func item(_ name: String) -> StoredItem?
    /// Cuts the device's power.
    func crash(at moment: SyncMoment)
    /// Keeps a copy of everything on disk.
    func backUp(at moment: SyncMoment)
    /// Replaces the data on disk with the copy; returns false if there is none.
    ///
    /// If it is done by hand, the copy is put into place unchanged, and nothing in it marks it as a
    /// copy.
    func restore(byHand: Bool, at moment: SyncMoment) -> Bool
}

extension DeviceStore {
    /// Returns the entries of the outbox that wait or have failed, as a step of sync finds them.
    package func outlook(at moment: SyncMoment) -> OutboxOutlook? {
        guard case .stored(.outlook(let outlook)) = perform(.survey, SyncSettings(), at: moment)
        else { return nil }
        return outlook
    }

    /// Saves a position as mpv does; returns the key of the row, or `nil` if it was not written.
    package func save(_ item: String, _ position: Double, at moment: SyncMoment) -> OrderKey? {
        save(item, position, by: "mpv", at: moment)
    }

    /// Returns the position of an item, or `nil` if there is none or it was removed.
    func position(_ name: String) -> Double? {
        guard case .point(let point) = item(name)?.value else { return nil }
        return point.position
    }
}
