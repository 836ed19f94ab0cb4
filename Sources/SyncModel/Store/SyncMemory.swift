// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// The memory that sync keeps of the remote and of the other devices.
package struct SyncMemory: Sendable, Equatable {
    /// A moment by which all known devices had seen all that was sent by some round.
    package struct Floor: Sendable, Equatable {
        /// The number of that round of this device.
        package var round: Int
        /// The time at which this was noticed, in milliseconds since 1970.
        package var at: Timestamp

        /// Creates a floor from its members.
        package init(round: Int, at: Timestamp) {
            self.round = round
            self.at = at
        }
    }

    /// The maximum number of incarnations to remember: other devices may claim any number of them.
    package static let mostOrigins = 4_096

    /// The remote of the last contact.
    package var remote: RemoteIdentity?
    /// The address that led to that remote; `nil` if it is not known.
    package var address: String?
    /// The position up to which that remote has been read; `nil` for its beginning.
    package var cursor: RemoteCursor?
    /// The number of the next operation; it rises with time, too.
    package var nextOperation = 1
    /// The number of reports that this device has made.
    package var round = 0
    /// True if the remote was seen to list this device.
    package var isListed = false
    /// The newest round known of every other device.
    package var seen: [Origin: Int] = [:]
    /// The rounds that all devices have seen, oldest first; there are only a few.
    package var floors: [Floor] = []
    /// The number of the newest event read of each origin.
    package var eventsRead: [Origin: Int] = [:]
    /// The number of the newest event of each origin that the remote is known to have had.
    package var eventsSent: [Origin: Int] = [:]

    /// The differences to the clocks of other devices.
    package var clocks = DeviceClocks()

    /// Creates an empty memory.
    package init() {}

    /// Raises the number that is kept of an origin, unless there is none and enough others have one.
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
