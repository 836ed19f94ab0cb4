// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// The stored data of sync about the remote and other devices.
package struct SyncMemory: Sendable, Equatable {
    /// A time at which all known devices had read everything sent by a round.
    package struct Floor: Sendable, Equatable {
        /// The number of this device's round.
        package var round: Int
        /// The time of this observation, in milliseconds since 1970.
        package var at: Timestamp

        /// Creates a floor from its members.
        package init(round: Int, at: Timestamp) {
            self.round = round
            self.at = at
        }
    }

    /// The maximum number of remembered incarnations, since other devices may claim any number.
    package static let mostOrigins = 4_096

    /// The remote of the last contact.
    package var remote: RemoteIdentity?
    /// The address of that remote; `nil` if unknown.
    package var address: String?
    /// The position up to which that remote has been read; `nil` for its beginning.
    package var cursor: RemoteCursor?
    /// The number of the next operation, which also rises with time.
    package var nextOperation = 1
    /// The number of reports that this device has made.
    package var round = 0
    /// True if the remote was found to list this device.
    package var isListed = false
    /// The newest known round of every other device.
    package var seen: [Origin: Int] = [:]
    /// The rounds seen by all devices, oldest first; there are only a few.
    package var floors: [Floor] = []
    /// The number of the newest event read from each origin.
    package var eventsRead: [Origin: Int] = [:]
    /// The number of each origin's newest event known to be in the remote.
    package var eventsSent: [Origin: Int] = [:]

    /// The differences from other devices' clocks.
    package var clocks = DeviceClocks()

    /// Creates an empty memory.
    package init() {}

    /// Raises the number of an origin, unless it is new and there is no room.
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
