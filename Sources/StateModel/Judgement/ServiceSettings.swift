// SPDX-License-Identifier: Apache-2.0

/// The settings of the services.
package struct ServiceSettings: Sendable, Equatable {
    /// The settings for judging snapshots and for resuming.
    package var policy = PolicySettings()
    /// The longest delay before a tick is stored, which is the time that a crash can lose, in
    /// milliseconds.
    package var tickIntervalMilliseconds = 2_000
    /// The maximum number of open streams per user.
    package var streamsPerUser = 1_024
    /// The time without a change after which a subscriber is sent its token again, in milliseconds.
    package var keepAliveMilliseconds = 15_000
    /// The settings of every user's store; ``store(of:)`` decides about sync.
    package var store = StoreSettings()
    /// The maximum number of players per user.
    package var players = 10_000
    /// The interval between automatic backups, in milliseconds; 0 for none.
    package var backupIntervalMilliseconds = 3_600_000
    /// The number of automatic backups kept.
    package var backupsKept = 3
    /// The directories to search for a file that has another path on another device.
    package var roots: [String] = []
    /// The user whose store syncs with the remote; `nil` if no remote is configured.
    package var syncOwner: UInt32?
    /// True if the configured remote store is unused, because it belongs to another store.
    package var isRemoteWithheld = false
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

/// The settings of a store that may change while it is open.
package struct StoreSettings: Sendable, Equatable {
    /// The maximum number of older values kept per item.
    package var historyPerItem = 50
    /// The time for which older values are kept, in milliseconds.
    package var historyRetentionMilliseconds = 30 * 86_400_000
    /// The approximate maximum size of all older values, in bytes.
    package var historyBytes = 256 << 20
    /// The maximum number of current resume points.
    package var points = 2_000_000
    /// The maximum number of events held.
    package var events = 1_000_000
    /// The time for which events are kept, in milliseconds.
    package var eventRetentionMilliseconds = 86_400_000
    /// The settings of topics, by name.
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
