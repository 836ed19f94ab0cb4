// SPDX-License-Identifier: Apache-2.0
import ServiceLifecycle
import StateSystem
import UnixSignals

/// A service that reloads the configuration on SIGHUP.
package struct ReloadService: Service {
    private let signals: UnixSignalsSequence
    private let reload: @Sendable () async -> Void

    /// Creates the service, and immediately handles SIGHUP, which would otherwise end the process.
    package init(reload: @escaping @Sendable () async -> Void) async {
        signals = await UnixSignalsSequence(trapping: .sighup)
        self.reload = reload
    }

    package func run() async {
        await cancelWhenGracefulShutdown {
            for await _ in signals {
                ServiceManager.notify(.reloading)
                await reload()
                ServiceManager.notify(.ready)
            }
        }
    }
}
