// SPDX-License-Identifier: Apache-2.0

/// The settings of the services.
package struct ServiceSettings: Sendable, Equatable {
    /// The settings for judging snapshots and for resuming.
    package var policy = PolicySettings()
    /// The maximum delay before a tick is stored, in milliseconds; a crash can lose that much.
    package var tickIntervalMilliseconds = 2_000
    /// The maximum number of open streams per user.
    package var streamsPerUser = 1_024
    /// The time without changes, in milliseconds, after which a subscriber is sent its token again.
    package var keepAliveMilliseconds = 15_000
    /// The settings that all stores share; ``store(of:)`` adds whether a store syncs.
    package var store = StoreSettings()
    /// The maximum number of players per user.
    package var players = 10_000
    /// The interval between automatic backups, in milliseconds; 0 for none.
    package var backupIntervalMilliseconds = 3_600_000
    /// The number of automatic backups kept.
    package var backupsKept = 3
    /// The directories to search for a file that has a different path on another device.
    package var roots: [String] = []
    /// The user whose store syncs with the remote; `nil` if no remote is configured.
    package var syncOwner: UInt32?
    /// True if the configured remote store is unused, because it belongs to another store.
    package var isRemoteWithheld = false
    /// The path of the file, the argument or the variable that sets the remote; `nil` if none does.
    package var remoteSource: String?
    /// True if the whole file of a store is checked after opening.
    package var checksFile = false

    /// Creates the defaults of `stated.yaml`.
    package init() {}

    /// Returns the settings of one user's store.
    package func store(of uid: UInt32) -> StoreSettings {
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

/// The settings of a store that can be changed while it is open.
package struct StoreSettings: Sendable, Equatable {
    /// The maximum number of older values kept per item.
    package var historyPerItem = 50
    /// The retention time of older values, in milliseconds.
    package var historyRetentionMilliseconds = 30 * 86_400_000
    /// The approximate maximum total size of older values, in bytes.
    package var historyBytes = 256 << 20
    /// The maximum number of current resume points.
    package var points = 2_000_000
    /// The maximum number of stored events.
    package var events = 1_000_000
    /// The retention time of events, in milliseconds.
    package var eventRetentionMilliseconds = 86_400_000
    /// The settings of topics, by topic name.
    package var topics: [String: TopicSettings] = [:]
    /// The maximum size of the file, in bytes.
    package var bytes = 2 << 30
    /// True if there is a remote store, for which changes are queued.
    package var syncs = false
    /// True if events are kept until they are synced, however long that takes.
    package var keepsUnsyncedEvents = false

    /// Creates the defaults of `stated.yaml`.
    package init() {}
}
