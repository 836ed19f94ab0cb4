// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// The settings of the services that a user may change.
package struct ServiceSettings: Sendable, Equatable {
    /// The settings for judging snapshots and for resuming.
    package var policy = PolicySettings()
    /// The time within which a tick is stored, in milliseconds.
    package var tickIntervalMilliseconds = 2_000
    /// The maximum number of open streams per user.
    package var streamsPerUser = 1024
    /// The time without a change after which a subscriber is sent its token again, in milliseconds.
    package var keepAliveMilliseconds = 15_000
    /// The number of older values kept per item.
    package var historyPerItem = 50
    /// The time for which older values are kept, in milliseconds.
    package var historyRetentionMilliseconds = 30 * 86_400_000
    /// The number of bytes of older values kept in all.
    package var historyBytes = 256 << 20
    /// The maximum number of resume points per user.
    package var points = 2_000_000
    /// The maximum number of players per user.
    package var players = 10_000
    /// The maximum number of events per user.
    package var events = 1_000_000
    /// The time for which events are kept, in milliseconds.
    package var eventRetentionMilliseconds = 86_400_000
    /// The maximum size of one user's store, in bytes.
    package var bytesPerUser = 2 << 30
    /// The interval between automatic backups, in milliseconds; 0 for none.
    package var backupIntervalMilliseconds = 3_600_000
    /// The number of automatic backups kept.
    package var backupsKept = 3
    /// The directories in which clients look for a file that lies elsewhere on another device.
    package var roots: [String] = []
    /// The user whose store syncs with the remote; `nil` if no remote is configured.
    package var syncOwner: UInt32?
    /// True if the configuration names a remote store that is not used, because it is for another
    /// store than this daemon's.
    package var isRemoteWithheld = false
    /// True if the whole file of a store is checked after opening.
    package var checksFile = false

    /// Creates the default settings.
    package init() {}
}
