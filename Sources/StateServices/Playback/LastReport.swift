// SPDX-License-Identifier: Apache-2.0
internal import StateModel

/// The last report of a connection, with the state of the item that it led to.
struct LastReport {
    /// The item of the report.
    let item: ExactString
    /// The reported position.
    let position: Double
    let reading: ReadingPlace?
    /// The time of the report, in milliseconds since 1970.
    let at: Timestamp
    /// The sequence number of the item's newest row after the report.
    let sequence: SequenceNumber?
}
