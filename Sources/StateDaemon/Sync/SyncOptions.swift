// SPDX-License-Identifier: Apache-2.0
internal import StateConfiguration
internal import StateSync

/// The sync settings that the configuration can change.
struct SyncOptions: Sendable, Equatable {
    /// The handling of conflicts.
    var settings = SyncSettings()
    /// The schedule of the rounds.
    var schedule = SyncSchedule.Settings()
    /// The timeout of a call to the remote, in milliseconds.
    var timeoutMilliseconds = 25_000

    /// Creates the sync settings from a configuration.
    init(_ configuration: Configuration) {
        // Each page occupies the loop for one turn, during which calls wait: reading 100 records
        // takes 2 to 4 ms; storing the outcomes of 100 sent records and choosing the next ones
        // takes 3 to 8 ms.
        settings.pageRecords = 100
        settings.pushRecords = 100
        settings.strategy = configuration.conflict
        settings.strategies = configuration.players.compactMapValues(\.conflict)
        schedule.activeIntervalMilliseconds = configuration.activeInterval.wholeMilliseconds
        timeoutMilliseconds = configuration.syncTimeout.wholeMilliseconds
    }
}
