// SPDX-License-Identifier: Apache-2.0
internal import ServiceLifecycle

/// A service that announces that the daemon is ready, after its signal handlers were installed.
///
/// The service group installs the handlers before it starts any service. Once the daemon is
/// announced, it can therefore be stopped without losing data.
struct ReadyService: Service {
    let announce: @Sendable () -> Void

    func run() async {
        announce()
        // The task is cancelled or the daemon shuts down; in both cases the service ends.
        try? await gracefulShutdown()
    }
}
