// SPDX-License-Identifier: Apache-2.0
internal import ServiceLifecycle

/// A service that announces that the daemon is ready, once its signal handlers are in place.
///
/// The service group traps signals before it starts any service. Therefore the daemon can be
/// stopped without losing pending state as soon as it is announced.
struct ReadyService: Service {
    /// The closure that makes the announcement.
    let announce: @Sendable () -> Void

    /// Makes the announcement, and waits until the daemon shuts down.
    func run() async {
        announce()
        // The task is cancelled, or the daemon shuts down; both end the service.
        try? await gracefulShutdown()
    }
}
