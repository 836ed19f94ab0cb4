// SPDX-License-Identifier: Apache-2.0
internal import StateConfiguration
internal import StateSync

/// The settings of sync that the configuration can change.
struct SyncOptions: Sendable, Equatable {
    /// The settings for steps on the store, such as the conflict strategy.
    var settings = SyncSettings()
    var schedule = SyncSchedule.Settings()
    /// The maximum duration of a call to the remote, in milliseconds.
    var timeoutMilliseconds = 25_000

    init(_ configuration: Configuration) {
        // Each page takes one turn of the loop, while calls wait. Reading 100 records takes 2 to 4
        // ms. Storing the outcomes of 100 sent records, and choosing the next ones, takes 3 to 8
        // ms.
        settings.pageRecords = 100
        settings.pushRecords = 100
        settings.strategy = configuration.conflict
        settings.strategies = configuration.players.compactMapValues(\.conflict)
        schedule.activeIntervalMilliseconds = configuration.activeInterval.wholeMilliseconds
        timeoutMilliseconds = configuration.syncTimeout.wholeMilliseconds
    }
}
