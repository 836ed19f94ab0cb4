// SPDX-License-Identifier: Apache-2.0

/// Performs steps on the store, on the store's own thread.
package protocol SyncStoreHost: Sendable {
    /// Performs one step in one transaction.
    ///
    /// - Throws: the errors of the store, after which nothing is written.
    func perform(_ step: StoreStep, _ settings: SyncSettings) async throws -> StoreResult
}

/// A clock that can also wait.
package protocol SyncClock: Sendable {
    /// The current moment.
    var now: SyncMoment { get }

    /// Waits until `elapsed` is reached, or until the task is cancelled.
    func wait(until elapsed: Int) async
}
