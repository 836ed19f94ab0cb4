// SPDX-License-Identifier: Apache-2.0
internal import StateModel

/// Damage that reads have found and that is not repaired yet.
///
/// Reads skip damage and note it here. They write nothing, so that they also work on a read-only
/// store. ``Store/mend(now:)`` repairs the file between commits.
final class DamageNotes {
    /// The sequence numbers of log rows that do not verify, or that are referenced but missing.
    private(set) var rows: Set<SequenceNumber> = []
    /// The items whose entry in the table of heads disagrees with their rows.
    private(set) var items: Set<ItemID> = []
    /// The sequence numbers of events that do not verify.
    private(set) var events: Set<SequenceNumber> = []
    /// The names that lead to an item other than the one that has the name.
    private(set) var names: Set<String> = []
    /// The substitutes for the states of ``items``; `nil` within if no row of the item verifies.
    private(set) var standIns: [ItemID: ItemState?] = [:]

    /// True if something in the tables of sync does not verify.
    private(set) var isInSync = false

    /// True if no damage was found.
    var isEmpty: Bool {
        rows.isEmpty && items.isEmpty && events.isEmpty && names.isEmpty && !isInSync
    }

    /// Notes that something in the tables of sync does not verify.
    func noteSync() { isInSync = true }

    /// Notes a row of the log; noting the same row again has no effect.
    func note(row sequence: SequenceNumber) { rows.insert(sequence) }

    /// Notes an event.
    func note(event sequence: SequenceNumber) { events.insert(sequence) }

    /// Notes a name.
    func note(name: String) { names.insert(name) }

    /// Notes an item whose state is wrong.
    func note(item id: ItemID) { items.insert(id) }

    /// Notes the substitute for the state of an item.
    func note(_ standIn: ItemState?, for id: ItemID) {
        items.insert(id)
        standIns[id] = .some(standIn)
    }

    /// Removes rows of the log that are repaired.
    func forget(rows mended: some Sequence<SequenceNumber>) { rows.subtract(mended) }

    /// Removes items whose states are repaired.
    func forget(items mended: some Sequence<ItemID>) {
        items.subtract(mended)
        for id in mended { standIns[id] = nil }
    }

    /// Removes events that are repaired.
    func forget(events mended: some Sequence<SequenceNumber>) { events.subtract(mended) }

    /// Removes all names and the mark for sync, because they are repaired.
    func forgetRest() {
        names = []
        isInSync = false
    }
}

/// The kinds of rows that are moved out of the way, as the table `damaged` numbers them.
enum DamagedKind: Int {
    /// A row of the log.
    case row = 1
    /// An event.
    case event = 2
}
