package import StateModel
package import StateSync

/// A device's store, and what players do to it.
package protocol DeviceStore: AnyObject {
    /// This device, in its present life.
    var origin: Origin { get }
    /// What people call it.
    var label: String { get }
    /// The ids of all events, in order.
    var eventIDs: [String] { get }
    /// How much is still to be sent.
    var backlog: Int { get }
    /// What is not as it should be once all is told, for people.
    var summary: String { get }

    /// Does a step of sync.
    func perform(
        _ step: StoreStep,
        _ settings: SyncSettings,
        at moment: SyncMoment
    )
        -> SyncMachine.Event
    /// A player says where it is: the row's key; nil: it was not written.
    func save(
        _ item: String,
        _ position: Double,
        by player: String,
        at moment: SyncMoment
    ) -> OrderKey?
    /// Somebody removes a point: the row's key; nil: there was none.
    func clear(_ item: String, at moment: SyncMoment) -> OrderKey?
    /// Somebody appends an event.
    func append(_ id: String, at moment: SyncMoment)
    /// The item's newest row; nil: there is none.
    func item(_ name: String) -> StoredItem?
    /// The device loses its power.
    func crash(at moment: SyncMoment)
    /// Keeps a copy of all that is on disk.
    func backUp(at moment: SyncMoment)
    /// The copy takes the place of what is on disk; false: there is none.
    ///
    /// By hand it is put there as it is, and nothing in it says that it is one.
    func restore(byHand: Bool, at moment: SyncMoment) -> Bool
}

extension DeviceStore {
    /// mpv says where it is: the row's key; nil: it was not written.
    package func save(_ item: String, _ position: Double, at moment: SyncMoment) -> OrderKey? {
        save(item, position, by: "mpv", at: moment)
    }

    /// The position that stands for the item; nil: none, or it was removed.
    func position(_ name: String) -> Double? {
        guard case .point(let point) = item(name)?.value else { return nil }
        return point.position
    }
}
