// SPDX-License-Identifier: Apache-2.0
internal import Dispatch
internal import Synchronization

/// A queue that runs blocking operations on a separate thread.
///
/// If the calling task is cancelled, the call returns immediately, but the operation continues.
/// Until the operation ends, the queue refuses further calls.
package final class BlockingQueue: Sendable {
    private let queue: DispatchQueue
    /// The number of cancelled calls whose operations have not ended.
    private let cancelled = Mutex(0)
    private let refusal: any Error

    package init(label: String, refusal: any Error) {
        queue = DispatchQueue(label: label, qos: .utility)
        self.refusal = refusal
    }

    /// Runs `body` on the queue's thread and returns its result.
    ///
    /// - Throws: The error of `body`, `CancellationError` if the calling task is cancelled, or the
    ///   refusal if a cancelled operation has not ended.
    package func run<Value: Sendable>(
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        guard cancelled.withLock({ $0 <= 0 }) else { throw refusal }
        let promise = Promise<Value>()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                promise.wait(continuation)
                queue.async { [self] in
                    // Either this call or the cancellation sets the result. The order in which they
                    // count does not matter.
                    if !promise.settle(Result { try body() }) { cancelled.withLock { $0 -= 1 } }
                }
            }
        } onCancel: {
            if promise.settle(.failure(CancellationError())) { cancelled.withLock { $0 += 1 } }
        }
    }
}

/// A result that can be set once, before or after the caller begins to wait for it.
private final class Promise<Value: Sendable>: Sendable {
    private enum State {
        case empty
        case awaited(CheckedContinuation<Value, any Error>)
        case settled(Result<Value, any Error>)
        case over
    }

    private let state = Mutex(State.empty)

    func wait(_ continuation: CheckedContinuation<Value, any Error>) {
        let result = state.withLock { state -> Result<Value, any Error>? in
            if case .settled(let result) = state {
                state = .over
                return result
            }
            state = .awaited(continuation)
            return nil
        }
        if let result { continuation.resume(with: result) }
    }

    /// Sets the result; returns false if it was already set.
    @discardableResult
    func settle(_ result: Result<Value, any Error>) -> Bool {
        let (isFirst, waiting) = state.withLock {
            state -> (Bool, CheckedContinuation<Value, any Error>?) in
            switch state {
            case .empty:
                state = .settled(result)
                return (true, nil)
            case .awaited(let continuation):
                state = .over
                return (true, continuation)
            case .settled, .over: return (false, nil)
            }
        }
        waiting?.resume(with: result)
        return isFirst
    }
}
