// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// The data that sync stores about the remote and the other devices.
package struct SyncMemory: Sendable, Equatable {
    /// A round of this device that all known devices were found to have read, and the time of that.
    package struct Floor: Sendable, Equatable {
        /// The number of this device's round.
        package var round: Int
        /// The time when this was found, in milliseconds since 1970.
        package var at: Timestamp

        /// Creates a floor from its members.
        package init(round: Int, at: Timestamp) {
            self.round = round
            self.at = at
        }
    }

    /// The maximum number of remembered incarnations, because devices may claim any number.
    package static let mostOrigins = 4_096

    /// The remote of the last contact.
    package var remote: RemoteIdentity?
    /// The address of that remote; `nil` if unknown.
    package var address: String?
    /// The position up to which that remote has been read; `nil` to read it from its beginning.
    package var cursor: RemoteCursor?
    /// The number of the next operation, which also rises with time.
    package var nextOperation = 1
    /// The number of reports that this device has made.
    package var round = 0
    /// True if this device was found in the remote's list of devices.
    package var isListed = false
    /// The newest known round of every other device.
    package var seen: [Origin: Int] = [:]
    /// The rounds that all devices have read, oldest first; only a few are kept.
    package var floors: [Floor] = []
    /// The number of the newest event read from each origin.
    package var eventsRead: [Origin: Int] = [:]
    /// The number of each origin's newest event known to be in the remote.
    package var eventsSent: [Origin: Int] = [:]

    /// The differences from other devices' clocks.
    package var clocks = DeviceClocks()

    /// Creates an empty memory.
    package init() {}

    /// Raises an origin's number to `number`; a new origin is left out if there is no room.
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
