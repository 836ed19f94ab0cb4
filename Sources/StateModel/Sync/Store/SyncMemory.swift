/// What sync remembers of the remote and of the other devices.
package struct SyncMemory: Sendable, Equatable {
    /// A moment up to which all known devices had seen all that was told by some round.
    package struct Floor: Sendable, Equatable {
        /// That round of ours.
        package var round: Int
        /// When it was noticed, in milliseconds since 1970.
        package var at: Int

        /// A floor with both its members.
        package init(round: Int, at: Int) {
            self.round = round
            self.at = at
        }
    }

    /// The remote that it was last in touch with.
    package var remote: RemoteIdentity?
    /// The address that led to it; `nil` if it is not known.
    package var address: String?
    /// Up to where that one has been read; nil: from its beginning.
    package var cursor: RemoteCursor?
    /// The number of the next operation; it rises with time, too.
    package var nextOperation = 1
    /// How many reports this device has made.
    package var round = 0
    /// Whether the remote was seen to list this device.
    package var isListed = false
    /// The newest round known of every other device.
    package var seen: [Origin: Int] = [:]
    /// The rounds that all devices have seen, oldest first; few.
    package var floors: [Floor] = []
    /// The number of the newest event read of each origin.
    package var eventsRead: [Origin: Int] = [:]
    /// The number of the newest event of each origin that the remote is known to have had.
    package var eventsSent: [Origin: Int] = [:]

    /// What is known of the clocks of other devices.
    package var clocks = DeviceClocks()

    /// Nothing is known.
    package init() {}
}
