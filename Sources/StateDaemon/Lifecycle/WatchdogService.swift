import ServiceLifecycle

/// Tells the service manager that the daemon is alive, as long as it is.
///
/// Beats come twice in the manager's time-out, each only after the daemon's own loop has
/// answered: one that hangs falls silent, and the manager restarts it.
package struct WatchdogService<Timer: Clock>: Service where Timer.Duration == Duration {
    private let timeout: Duration
    private let clock: Timer
    private let isAlive: @Sendable () async -> Bool
    private let beat: @Sendable () -> Void

    /// A watchdog.
    ///
    /// - Parameters:
    ///   - timeout: How long the manager waits for a beat.
    ///   - clock: Waits between beats.
    ///   - isAlive: Asks the daemon's loop; may well wait for ever.
    ///   - beat: Tells the manager.
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

    /// Beats until the daemon shuts down.
    package func run() async {
        // A cancelled sleep is how this ends, and no error.
        try? await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                if await isAlive() { beat() }
                try await clock.sleep(for: timeout / 2)
            }
        }
    }
}
