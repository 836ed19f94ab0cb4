// SPDX-License-Identifier: Apache-2.0
internal import ServiceLifecycle
internal import UnixSignals

/// A service whose end, at the first SIGTERM or SIGINT, shuts down the daemon.
struct StopService: Service {
    private let signals: UnixSignalsSequence

    /// Creates the service, and traps both signals immediately; a signal before `run()` is kept.
    init() async {
        signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
    }

    /// Waits for a signal, or for the daemon to shut down.
    func run() async {
        await cancelWhenGracefulShutdown { for await _ in signals { return } }
    }
}
