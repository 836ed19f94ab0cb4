// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// The rows recovered from a damaged file, and the extent of the loss.
package struct RecoveredRows: Sendable, Equatable {
    package var rows = 0
    package var events = 0
    /// The maximum number of points whose latest value was lost; `nil` if it is unknown.
    package var lostPoints: Int?
    /// The time since which values may be lost; `nil` if the store began empty.
    package var since: Timestamp?

    var uncertain: RecoveredRows {
        var rows = self
        rows.lostPoints = nil
        return rows
    }
}
