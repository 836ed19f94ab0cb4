// SPDX-License-Identifier: Apache-2.0
internal import StateModel

/// The last report of a connection, and the newest row of the item after the report; `nil` if the
/// report was stale, so that it was not about that row.
struct LastReport {
    let item: ExactString
    let position: Double
    let reading: ReadingPlace?
    let isPaused: Bool
    let at: Timestamp
    let sequence: SequenceNumber?
}
