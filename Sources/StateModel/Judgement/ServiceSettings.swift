// SPDX-License-Identifier: Apache-2.0

package struct ServiceSettings: Sendable, Equatable {
    package var policy = PolicySettings()
    /// The maximum time until a tick is stored, in milliseconds; a crash can lose the ticks of that
    /// time.
    package var tickIntervalMilliseconds = 2_000
    package var streamsPerUser = 1_024
    /// The time without changes after which a subscriber receives its token again, in milliseconds.
    package var keepAliveMilliseconds = 15_000
    /// The settings that all stores share; ``store(of:)`` returns those of one user's store.
    package var store = StoreSettings()
    package var players = 10_000
    /// The interval between automatic backups, in milliseconds; 0 for none.
    package var backupIntervalMilliseconds = 3_600_000
    /// The number of automatic backups to keep, and the maximum number of further ones that are
    /// protected for longer.
    package var backupsKept = 3
    /// The directories in which to search for a file that has a different path on another device.
    package var roots: [String] = []
    /// The ID of the user whose store syncs; `nil` if no remote is configured.
    package var syncOwner: UInt32?
    /// True if the configured remote is not used, because it belongs to another store.
    package var isRemoteWithheld = false
    /// The origin of the setting `remote`: the path of a file, an argument or a variable.
    ///
    /// It is `nil` if the setting has its default.
    package var remoteSource: String?
    /// True if a background thread checks the whole file of a store after the store is opened.
    package var checksFile = false

    package init() {}

    package func store(of uid: UInt32) -> StoreSettings {
        var settings = store
        settings.syncs = uid == syncOwner
        settings.keepsUnsyncedEvents = settings.syncs
        if !settings.syncs {
            // Events are kept at least as long as older values, so that a remote that is configured
            // later receives them.
            settings.eventRetentionMilliseconds = max(
                settings.eventRetentionMilliseconds,
                settings.historyRetentionMilliseconds
            )
        }
        return settings
    }
}

package struct StoreSettings: Sendable, Equatable {
    package var historyPerItem = 50
    package var historyRetentionMilliseconds = 30 * 86_400_000
    /// The approximate maximum total size of all older values, in bytes.
    package var historyBytes = 256 << 20
    package var points = 2_000_000
    package var events = 1_000_000
    package var eventRetentionMilliseconds = 86_400_000
    package var topics: [String: TopicSettings] = [:]
    /// The maximum size of the database and its write-ahead log, not counting free pages, in bytes.
    package var bytes = 2 << 30
    /// True if there is a remote store, so that changes are queued for it.
    package var syncs = false
    /// True if an event is kept until it is synced, however long that takes.
    package var keepsUnsyncedEvents = false

    package init() {}
}
