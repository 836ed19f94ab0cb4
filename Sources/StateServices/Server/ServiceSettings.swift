// SPDX-License-Identifier: Apache-2.0
package import StateModel
package import StateStore

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
    /// The settings of every user's store; ``store(of:)`` decides about sync.
    package var store = Store.Settings()
    /// The maximum number of players per user.
    package var players = 10_000
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

    /// Returns the settings of one user's store.
    package func store(of uid: UInt32) -> Store.Settings {
        var settings = store
        settings.syncs = uid == syncOwner
        settings.keepsUnsyncedEvents = settings.syncs
        if !settings.syncs {
            // Events are kept at least for as long as older values, for a remote that is set up
            // later.
            settings.eventRetentionMilliseconds = max(
                settings.eventRetentionMilliseconds,
                settings.historyRetentionMilliseconds
            )
        }
        return settings
    }
}
