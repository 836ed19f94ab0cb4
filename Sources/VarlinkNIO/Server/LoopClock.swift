import NIOCore

/// The continuous clock, with sleeps that an event loop times.
///
/// `Task.sleep` takes a thread of the process's pool to end, see ``TaskThread``.
package struct LoopClock: Clock {
    private let schedule: @Sendable (TimeAmount) -> Scheduled<Void>?

    /// A clock of the loop that `schedule` gives nothing to do after a while; nil: it has stopped.
    init(schedule: @escaping @Sendable (TimeAmount) -> Scheduled<Void>?) {
        self.schedule = schedule
    }

    package var now: ContinuousClock.Instant { .now }

    package var minimumResolution: Duration { .milliseconds(1) }

    /// Sleeps until `deadline`, or for a moment more.
    ///
    /// Throws `CancellationError` if the task is cancelled, and once the loop has stopped.
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
