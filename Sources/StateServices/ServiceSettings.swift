package import StateModel

/// What a person may set about the services.
package struct ServiceSettings: Sendable, Equatable {
    /// How snapshots are judged and resumed.
    package var policy = PolicySettings()
    /// How long a tick may wait until it is stored, in milliseconds.
    package var tickInterval = 2_000
    /// How many streams one user may have open.
    package var streamsPerUser = 1024
    /// After how many milliseconds without a change a subscriber hears the token again.
    package var keepAlive = 15_000
    /// How many older values of an item are kept.
    package var historyPerItem = 50
    /// For how many milliseconds older values are kept.
    package var historyRetention = 30 * 86_400_000
    /// How many bytes of older values are kept in all.
    package var historyBytes = 256 << 20
    /// How many resume points one user may have.
    package var points = 2_000_000
    /// The number of players that one user may have.
    package var players = 10_000
    /// How many events one user may have.
    package var events = 1_000_000
    /// For how many milliseconds events are kept.
    package var eventRetention = 86_400_000
    /// How many bytes one user's store may have.
    package var bytesPerUser = 2 << 30
    /// How often the store is backed up by itself, in milliseconds; 0: never.
    package var backupInterval = 3_600_000
    /// How many of those backups are kept.
    package var backupsKept = 3
    /// The user whose store syncs with the remote; `nil` if no remote is configured.
    package var syncOwner: UInt32?
    /// Whether a store's whole file is looked over once it is open.
    package var checksFile = false

    /// The defaults.
    package init() {}
}
