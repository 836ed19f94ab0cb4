// SPDX-License-Identifier: Apache-2.0
import ServiceLifecycle

/// A service that notifies the service manager that the daemon is alive.
///
/// It notifies twice within the manager's timeout, each time only after the daemon's own loop has
/// answered: a daemon that hangs stops notifying, and the manager restarts it.
package struct WatchdogService<Timer: Clock>: Service where Timer.Duration == Duration {
    private let timeout: Duration
    private let clock: Timer
    private let isAlive: @Sendable () async -> Bool
    private let beat: @Sendable () -> Void

    /// Creates a watchdog.
    ///
    /// - Parameters:
    /// - timeout: the time that the manager waits for a notification.
    /// - clock: the clock that times the notifications.
    /// - isAlive: the closure that waits for the daemon's loop, possibly forever.
    /// - beat: the closure that notifies the manager.
    package init(
        timeout: Duration,
        clock: Timer,
        isAlive: @escaping @Sendable () async -> Bool,
        beat: @escaping @Sendable () -> Void
    ) {
        self.timeout = timeout
        self.clock = clock
        self.isAlive = isAlive
        self.beat = beat
    }

    /// Notifies until the daemon shuts down.
    package func run() async {
        // A cancelled sleep is the normal end and not an error.
        try? await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                if await isAlive() { beat() }
                try await clock.sleep(for: timeout / 2)
            }
        }
    }
}
