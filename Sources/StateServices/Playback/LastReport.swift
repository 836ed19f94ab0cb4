// SPDX-License-Identifier: Apache-2.0
internal import StateModel
internal import StateStore

/// The last report of a connection, with the resulting state of the item.
final class LastReport {
    /// The item of the report.
    private(set) var item: ExactString
    /// The reported position.
    private(set) var position: Double
    /// The time of the report, in milliseconds since 1970.
    private(set) var at: Timestamp
    /// The sequence number of the item's newest row after the report.
    private(set) var sequence: SequenceNumber?

    /// Creates a report from a snapshot of `item`, whose state is now `state`.
    init(_ snapshot: Snapshot, _ item: ExactString, _ state: ItemState?, now: Timestamp) {
        self.item = item
        position = snapshot.position
        at = now
        sequence = state?.sequence
    }

    /// Replaces the report with a newer one.
    func note(_ snapshot: Snapshot, _ item: ExactString, _ state: ItemState?, now: Timestamp) {
        self.item = item
        position = snapshot.position
        at = now
        sequence = state?.sequence
    }
}
