internal import StateServices
internal import StateSync
internal import Synchronization

/// What a step came to.
final class Answer: Sendable {
    private let state = Mutex<Result<StoreResult, SyncStepFailure>?>(nil)

    /// What it came to; nil: nobody has said yet.
    var value: Result<StoreResult, SyncStepFailure>? { state.withLock { $0 } }

    func set(_ value: Result<StoreResult, SyncStepFailure>) {
        state.withLock { $0 = value }
    }
}
