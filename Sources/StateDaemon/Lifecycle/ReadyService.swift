internal import ServiceLifecycle

/// Says that the daemon is ready, once signals are in good hands.
///
/// The group of services traps its signals before it starts any service: whoever hears of this
/// one may ask the daemon to end, and what it has not stored yet is not lost.
struct ReadyService: Service {
    /// Says it.
    let announce: @Sendable () -> Void

    /// Says it, and stays until the daemon shuts down.
    func run() async {
        announce()
        // Cancelled or asked to: either way this is the end.
        try? await gracefulShutdown()
    }
}
