// SPDX-License-Identifier: Apache-2.0
import NIOCore

/// A continuous clock whose sleeps are timed by an event loop.
///
/// `Task.sleep` would use the process's thread pool; see ``TaskThread``.
package struct LoopClock: Clock {
    /// Returns `nil` if the loop has stopped.
    let schedule: @Sendable (TimeAmount) -> Scheduled<Void>?

    package var now: ContinuousClock.Instant { .now }

    package var minimumResolution: Duration { .milliseconds(1) }

    /// Sleeps until `deadline`, or slightly longer.
    ///
    /// - Throws: `CancellationError` if the task is cancelled or the loop has stopped.
    package func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        guard let end = schedule(TimeAmount(deadline - now)) else { throw CancellationError() }
        do {
            try await withTaskCancellationHandler {
                try await end.futureResult.get()
            } onCancel: {
                end.cancel()
            }
        } catch {
            throw CancellationError()
        }
    }
}
