// SPDX-License-Identifier: Apache-2.0
import ServiceLifecycle

/// A service that notifies the service manager that the daemon is alive.
///
/// It notifies twice within the manager's timeout, each time only after the daemon's own loop has
/// answered: a daemon that hangs stops notifying, and the manager restarts it.
struct WatchdogService<Timer: Clock>: Service where Timer.Duration == Duration {
    /// The time that the manager waits for a notification.
    let timeout: Duration
    /// The clock that times the notifications.
    let clock: Timer
    /// Waits for the daemon's loop, possibly forever.
    let isAlive: @Sendable () async -> Bool
    /// Notifies the manager.
    let beat: @Sendable () -> Void

    /// Notifies until the daemon shuts down.
    func run() async {
        // A cancelled sleep is the normal end and not an error.
        try? await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                if await isAlive() { beat() }
                try await clock.sleep(for: timeout / 2)
            }
        }
    }
}
