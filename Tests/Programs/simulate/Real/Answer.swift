// SPDX-License-Identifier: Apache-2.0
internal import StateServices
internal import StateSync
internal import Synchronization

/// The result of a step, set once by the services.
final class Answer: Sendable {
    private let state = Mutex<Result<StoreResult, SyncStepFailure>?>(nil)

    /// The result; `nil` until it is set.
    var value: Result<StoreResult, SyncStepFailure>? { state.withLock { $0 } }

    /// Sets the result.
    func set(_ value: Result<StoreResult, SyncStepFailure>) {
        state.withLock { $0 = value }
    }
}
