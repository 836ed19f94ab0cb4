// SPDX-License-Identifier: Apache-2.0
internal import ServiceLifecycle
internal import UnixSignals

/// A service that ends at the first SIGTERM or SIGINT, which shuts down the daemon.
struct StopService: Service {
    private let signals: UnixSignalsSequence

    /// Creates the service and traps both signals; an early signal is kept until `run()`.
    init() async {
        signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
    }

    /// Waits for a signal, or for the daemon to shut down.
    func run() async {
        await cancelWhenGracefulShutdown { for await _ in signals { return } }
    }
}
