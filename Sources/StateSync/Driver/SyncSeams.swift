/// Does steps on the store, on the store's own thread.
package protocol SyncStoreHost: Sendable {
    /// Does one step, in one transaction.
    ///
    /// - Throws: whatever the store does; nothing is written then.
    func perform(_ step: StoreStep, _ settings: SyncSettings) async throws -> StoreResult
}

/// The time, and waiting for it.
package protocol SyncClock: Sendable {
    /// This moment.
    var now: SyncMoment { get }

    /// Returns when `elapsed` is reached, or when cancelled.
    func wait(until elapsed: Int) async
}
