// SPDX-License-Identifier: Apache-2.0

/// A clock on which a sleeper sleeps until the test wakes it.
struct GateClock: Clock {
    typealias Instant = ContinuousClock.Instant

    /// How long each sleeper meant to sleep.
    let sleeps: AsyncStream<Duration>.Continuation
    /// Wakes one sleeper for each element.
    let wakes: AsyncStream<Void>

    /// The time stands still.
    let now = ContinuousClock.now
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        sleeps.yield(deadline - now)
        guard await wakes.first(where: { true }) != nil else { throw CancellationError() }
    }
}
