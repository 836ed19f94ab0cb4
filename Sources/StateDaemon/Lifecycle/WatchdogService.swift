// SPDX-License-Identifier: Apache-2.0
import ServiceLifecycle

/// A service that tells the service manager that the daemon is alive.
///
/// A notification is sent twice within the manager's timeout, but only if the daemon's event loop
/// responds. If the loop hangs, the notifications stop, and the manager restarts the daemon.
struct WatchdogService<Timer: Clock>: Service where Timer.Duration == Duration {
    /// The manager's timeout for notifications.
    let timeout: Duration
    /// The clock that times the notifications.
    let clock: Timer
    /// Waits until the daemon's event loop responds, possibly forever.
    let isAlive: @Sendable () async -> Bool
    /// Sends a notification to the manager.
    let beat: @Sendable () -> Void

    /// Sends notifications until the daemon shuts down.
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
