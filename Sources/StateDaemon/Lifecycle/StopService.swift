// SPDX-License-Identifier: Apache-2.0
internal import ServiceLifecycle
internal import UnixSignals

/// A service that ends, and thereby shuts down the daemon, at the first SIGTERM or SIGINT.
struct StopService: Service {
    private let signals: UnixSignalsSequence

    /// Creates the service, and immediately handles both signals.
    ///
    /// A signal that arrives before `run()` is kept.
    init() async {
        signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
    }

    func run() async {
        await cancelWhenGracefulShutdown { for await _ in signals { return } }
    }
}
