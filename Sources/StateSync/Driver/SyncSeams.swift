// SPDX-License-Identifier: Apache-2.0

/// A host of the store, which performs steps on the store's own thread.
package protocol SyncStoreHost: Sendable {
    /// Performs one step in one transaction.
    ///
    /// - Throws: The errors of the store; nothing is written in that case.
    func perform(_ step: StoreStep, _ settings: SyncSettings) async throws -> StoreResult
}

/// A clock that can also wait for a moment.
package protocol SyncClock: Sendable {
    /// The current moment.
    var now: SyncMoment { get }

    /// Waits until the clock reads `elapsed`, or the task is cancelled.
    func wait(until elapsed: Int) async
}
