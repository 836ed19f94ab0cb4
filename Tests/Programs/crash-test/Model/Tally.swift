// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// A change of an item, in the form that writers and subscribers both know.
package struct ItemChange: Hashable, Sendable {
    /// The revision of the call that made the change.
    package var revision: Revision
    /// The item.
    package var item: String

    /// Creates a change from its members.
    package init(revision: Revision, item: String) {
        self.revision = revision
        self.item = item
    }
}

/// A count of the changes that a subscriber has received since it was up to date.
///
/// Each change must be delivered once or be one of those that the daemon reports as skipped. This
/// holds only while the log contains every change: changes dropped by a flush are skipped without a
/// report.
struct Tally: Sendable {
    /// The newest revision when the count began, with which the subscriber was up to date.
    private let start: Revision
    private var delivered: Set<ItemChange> = []
    private var admitted = 0

    /// Creates a count that begins at revision `start`.
    init(after start: Revision) {
        self.start = start
    }

    /// Records that the subscriber received a change.
    mutating func receive(_ change: ItemChange) {
        delivered.insert(change)
    }

    /// Records that the daemon reported a number of skipped changes.
    mutating func admit(_ skipped: Int) {
        admitted += skipped
    }

    /// Returns the changes that were neither received nor, possibly, reported as skipped.
    ///
    /// - Parameters:
    /// - changes: the changes that answers reported.
    /// - end: the newest revision received; its changes may have been received in part.
    /// - Returns: the missing changes; empty if all of them may have been skipped.
    func missing(of changes: [ItemChange], before end: Revision) -> [ItemChange] {
        let missing = changes.filter { change in
            change.revision > start && change.revision < end && !delivered.contains(change)
        }
        return missing.count > admitted ? missing : []
    }
}
