// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// The data that sync remembers about the remote and the other devices.
package struct SyncMemory: Sendable, Equatable {
    /// A round of this device that all known devices have read, and the time at which this became
    /// known.
    package struct Floor: Sendable, Equatable {
        package var round: Int
        /// The time at which it became known that all devices have read the round, in milliseconds
        /// since 1970.
        package var at: Timestamp

        package init(round: Int, at: Timestamp) {
            self.round = round
            self.at = at
        }
    }

    /// The maximum number of incarnations that are remembered, because devices may claim any
    /// number.
    package static let mostOrigins = 4_096

    /// The identity of the remote with which this device has last synced.
    package var remote: RemoteIdentity?
    /// The address of that remote; `nil` if it is unknown.
    package var address: String?
    /// The position up to which that remote was read; `nil` to read it from the beginning.
    package var cursor: RemoteCursor?
    /// The number of the next operation; it also rises with time.
    package var nextOperation = 1
    /// The number of presences that this device has written.
    package var round = 0
    /// True if the remote's list of devices has contained this device.
    package var isListed = false
    /// The newest known round of each other device.
    package var seen: [Origin: Int] = [:]
    /// The rounds of this device that all devices have read, oldest first; only a few are kept.
    package var floors: [Floor] = []
    /// The number of the newest event that was read from each origin.
    package var eventsRead: [Origin: Int] = [:]
    /// The number of each origin's newest event that the remote is known to have.
    package var eventsSent: [Origin: Int] = [:]

    /// The differences between this device's clock and those of other devices.
    package var clocks = DeviceClocks()

    package init() {}

    /// Raises the number of an origin to `number`.
    ///
    /// If there is no room for another origin, a new origin is left out.
    package mutating func raise(
        _ numbers: WritableKeyPath<Self, [Origin: Int]>,
        of origin: Origin,
        to number: Int
    ) {
        let known = self[keyPath: numbers][origin]
        guard known != nil || self[keyPath: numbers].count < Self.mostOrigins else { return }
        self[keyPath: numbers][origin] = max(number, known ?? 0)
    }
}
