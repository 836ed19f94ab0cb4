// SPDX-License-Identifier: Apache-2.0

package protocol SyncStoreHost: Sendable {
    /// Performs a step in one transaction.
    ///
    /// - Throws: The errors of the store; the transaction is then rolled back.
    func perform(_ step: StoreStep, _ settings: SyncSettings) async throws -> StoreResult
}

package protocol SyncClock: Sendable {
    var now: SyncMoment { get }

    /// Waits until the time `elapsed` is reached, or the task is cancelled.
    func wait(until elapsed: Int) async
}
