/// Damage that reads have met and that is not mended yet.
///
/// Reads pass damage over and note it here: they write nothing, so that they work on a store that takes
/// no writes, too. ``Store/mend(now:)`` brings the file up to date between commits.
final class DamageNotes {
    /// Numbers of rows of the log that do not verify, or that are gone though something names them.
    private(set) var rows: Set<Int> = []
    /// Items of which the table of heads says something else than their rows.
    private(set) var items: Set<Int> = []
    /// Numbers of events that do not verify.
    private(set) var events: Set<Int> = []
    /// Names under which another item is found than the one that has the name.
    private(set) var names: Set<String> = []
    /// The states that stand in for those of ``items``; `nil` within if no row of the item verifies.
    private(set) var standIns: [Int: Head?] = [:]

    /// True if something in the tables of sync does not verify.
    private(set) var isInSync = false

    /// True if nothing was met.
    var isEmpty: Bool {
        rows.isEmpty && items.isEmpty && events.isEmpty && names.isEmpty && !isInSync
    }

    /// Notes that something in the tables of sync does not verify.
    func noteSync() { isInSync = true }

    /// Notes a row of the log; who found one already has no need to tell of it again.
    func note(row sequence: Int) { rows.insert(sequence) }

    /// Notes an event.
    func note(event sequence: Int) { events.insert(sequence) }

    /// Notes a name.
    func note(name: String) { names.insert(name) }

    /// Notes an item whose head is wrong.
    func note(item id: Int) { items.insert(id) }

    /// Notes what stands in for the head of an item.
    func note(_ standIn: Head?, for id: Int) {
        items.insert(id)
        standIns[id] = .some(standIn)
    }

    /// Forgets rows of the log, because they are mended.
    func forget(rows mended: some Sequence<Int>) { rows.subtract(mended) }

    /// Forgets items, because their heads are mended.
    func forget(items mended: some Sequence<Int>) {
        items.subtract(mended)
        for id in mended { standIns[id] = nil }
    }

    /// Forgets events, because they are mended.
    func forget(events mended: some Sequence<Int>) { events.subtract(mended) }

    /// Forgets all names and what is about sync, because they are mended.
    func forgetRest() {
        names = []
        isInSync = false
    }
}

/// The kinds of rows that are put out of the way, as the table `damaged` numbers them.
enum DamagedKind: Int {
    /// A row of the log.
    case row = 1
    /// An event.
    case event = 2
}
