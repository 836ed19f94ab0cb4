// SPDX-License-Identifier: Apache-2.0
package import StateModel

package struct SyncMemory: Sendable, Equatable {
    /// A round of this device that all other devices have read.
    package struct Floor: Sendable, Equatable {
        package var round: Int
        /// The trusted time at which this device learned that the others have read the round.
        package var at: Timestamp

        package init(round: Int, at: Timestamp) {
            self.round = round
            self.at = at
        }
    }

    /// The maximum number of origins that are remembered in a table, because the remote's content
    /// could name any number of them.
    package static let maximumOrigins = 4_096

    package var remote: RemoteIdentity?
    /// The address of ``remote``; `nil` if it is unknown.
    package var address: String?
    /// The position after the last record that was read; `nil` to read the remote from the
    /// beginning.
    package var cursor: RemoteCursor?
    /// The number of the next operation; a start raises it to a number that depends on the time, so
    /// that a restored store uses no number twice.
    package var nextOperation = 1
    package var round = 0
    /// True if the remote's list of devices contained this device when it was last read.
    package var isListed = false
    /// The number of each device's newest report; everything that was sent before these reports was
    /// read.
    package var seen: [Origin: Int] = [:]
    /// The rounds whose tombstones are not removed yet, oldest first.
    package var floors: [Floor] = []
    /// The number of the newest event that was read from each origin.
    package var eventsRead: [Origin: Int] = [:]
    /// The number of each origin's newest event that the remote is known to have.
    package var eventsSent: [Origin: Int] = [:]

    package var clocks = DeviceClocks()

    package init() {}

    /// Raises the number of an origin to `number`, unless the number is higher already.
    ///
    /// If the table is full, a new origin is left out.
    package mutating func raise(
        _ numbers: WritableKeyPath<Self, [Origin: Int]>,
        of origin: Origin,
        to number: Int
    ) {
        let known = self[keyPath: numbers][origin]
        guard known != nil || self[keyPath: numbers].count < Self.maximumOrigins else { return }
        self[keyPath: numbers][origin] = max(number, known ?? 0)
    }
}
