// SPDX-License-Identifier: Apache-2.0
internal import StateConfiguration
internal import StateSync

/// The sync settings that a user can change.
struct SyncOptions: Sendable, Equatable {
    /// The handling of conflicts.
    var settings = SyncSettings()
    /// The schedule of the rounds.
    var schedule = SyncSchedule.Settings()
    /// The timeout of a call to the remote, in milliseconds.
    var timeoutMilliseconds = 25_000

    /// Creates the sync settings from a configuration.
    init(_ configuration: Configuration) {
        // Each is one turn of the loop, for which a player that calls waits: 100 records that are
        // read take 2 to 4 ms, the outcomes of 100 that were sent and the choice of the next 3 to 8.
        settings.pageRecords = 100
        settings.pushRecords = 100
        settings.strategy = configuration.conflict
        settings.strategies = configuration.players.compactMapValues(\.conflict)
        schedule.activeIntervalMilliseconds = configuration.activeInterval.wholeMilliseconds
        timeoutMilliseconds = configuration.syncTimeout.wholeMilliseconds
    }
}
