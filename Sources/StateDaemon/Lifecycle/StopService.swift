internal import ServiceLifecycle
internal import UnixSignals

/// Ends, and so asks the daemon to end, at the first SIGTERM or SIGINT.
struct StopService: Service {
    private let signals: UnixSignalsSequence

    /// Takes both signals over at once: one that comes before anything runs is kept until then.
    init() async {
        signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
    }

    /// Waits for a signal, or for the daemon to shut down.
    func run() async {
        await cancelWhenGracefulShutdown { for await _ in signals { return } }
    }
}
