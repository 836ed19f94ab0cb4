// SPDX-License-Identifier: Apache-2.0
internal import ServiceLifecycle

/// A service that announces that the daemon is ready, once its signals are handled.
///
/// The group of services traps its signals before it starts any service. After this announcement,
/// the daemon can therefore be stopped without losing pending state.
struct ReadyService: Service {
    /// The closure that makes the announcement.
    let announce: @Sendable () -> Void

    /// Announces, and waits until the daemon shuts down.
    func run() async {
        announce()
        // Cancelled or shut down: this is the end in either case.
        try? await gracefulShutdown()
    }
}
