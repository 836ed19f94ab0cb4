// SPDX-License-Identifier: Apache-2.0
import StateDaemon

/// A clock on which a sleeper sleeps until the test wakes it.
struct GateClock: Clock {
    typealias Instant = ContinuousClock.Instant

    /// How long each sleeper meant to sleep.
    let sleeps: AsyncStream<Duration>.Continuation
    /// Wakes one sleeper for each element.
    let wakes: AsyncStream<Void>

    var now: Instant { ContinuousClock.now }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        sleeps.yield(.seconds(((deadline - now).inSeconds).rounded()))
        guard await wakes.first(where: { true }) != nil else { throw CancellationError() }
    }
}
