// SPDX-License-Identifier: Apache-2.0
import ServiceLifecycle

/// A service that notifies the service manager that the daemon is alive.
///
/// A notification is sent twice within the manager's timeout, but only if the daemon's event loop
/// responds. If the loop hangs, no notification is sent, and the manager restarts the daemon.
struct WatchdogService<Timer: Clock>: Service where Timer.Duration == Duration {
    /// The time without a notification after which the manager restarts the daemon.
    let timeout: Duration
    let clock: Timer
    /// Returns true once the daemon's event loop has responded, or false if the loop has ended; if
    /// the loop hangs, does not return.
    let isAlive: @Sendable () async -> Bool
    let beat: @Sendable () -> Void

    func run() async {
        // The sleep is cancelled when the daemon shuts down, which is not an error.
        try? await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                if await isAlive() { beat() }
                try await clock.sleep(for: timeout / 2)
            }
        }
    }
}
