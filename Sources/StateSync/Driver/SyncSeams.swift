// SPDX-License-Identifier: Apache-2.0

/// An object that performs steps of sync on the store's thread.
package protocol SyncStoreHost: Sendable {
    /// Performs a step in one transaction.
    ///
    /// - Throws: The errors of the store; nothing is written then.
    func perform(_ step: StoreStep, _ settings: SyncSettings) async throws -> StoreResult
}

/// A clock that can also wait until a given time.
package protocol SyncClock: Sendable {
    /// The current time on both clocks.
    var now: SyncMoment { get }

    /// Waits until the time `elapsed` is reached, or the task is cancelled.
    func wait(until elapsed: Int) async
}
