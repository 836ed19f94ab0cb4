internal import StateModel
internal import StateSync

/// What a person may set about sync.
struct SyncOptions: Sendable, Equatable {
    /// What is done with conflicts.
    var settings = SyncSettings()
    /// How often it is looked for news.
    var schedule = SyncSchedule.Settings()
    /// How long the remote may take to answer a call, in milliseconds.
    var timeout = 25_000

    /// Sync's share of a configuration.
    init(_ configuration: Configuration) {
        // A page is one turn of the loop, for which every player waits: 100 records take 2 to 4 ms.
        settings.pageRecords = 100
        settings.pushRecords = 100
        settings.strategy = configuration.conflict
        settings.strategies = configuration.players.compactMapValues(\.conflict)
        schedule.activeInterval = configuration.activeInterval.wholeMilliseconds
        timeout = configuration.syncTimeout.wholeMilliseconds
    }
}
