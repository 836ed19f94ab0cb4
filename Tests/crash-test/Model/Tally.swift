/// A change of an item, as both a writer and a subscriber know it.
package struct ItemChange: Hashable, Sendable {
    /// The revision of the call that made it.
    package var revision: Int
    /// The item.
    package var item: String

    /// A change with both its members.
    package init(revision: Int, item: String) {
        self.revision = revision
        self.item = item
    }
}

/// Whether a subscriber that was up to date was told all that came after: each change once, or as
/// one of those that the daemon admits to have passed over.
///
/// Only while the log holds every change: what a fold has dropped is passed over in silence.
struct Tally: Sendable {
    /// The newest revision when it began: the subscriber knew everything up to there.
    private let start: Int
    private var told: Set<ItemChange> = []
    private var admitted = 0

    /// Begins where the subscriber is up to date with revision `start`.
    init(after start: Int) {
        self.start = start
    }

    /// The subscriber was told a change.
    mutating func tell(_ change: ItemChange) {
        told.insert(change)
    }

    /// The daemon admits to have passed over so many.
    mutating func admit(_ skipped: Int) {
        admitted += skipped
    }

    /// Those of the changes that it was neither told nor, perhaps, that were admitted.
    ///
    /// - Parameters:
    ///   - changes: what writers were answered.
    ///   - end: the newest revision that it was told; what bears it may be told in part.
    /// - Returns: those that it should have been told; none, if all may have been passed over.
    func missing(of changes: [ItemChange], before end: Int) -> [ItemChange] {
        let missing = changes.filter { change in
            change.revision > start && change.revision < end && !told.contains(change)
        }
        return missing.count > admitted ? missing : []
    }
}
