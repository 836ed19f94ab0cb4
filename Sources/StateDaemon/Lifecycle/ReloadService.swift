import ServiceLifecycle
import StateSystem
import UnixSignals

/// Reads the configuration again on SIGHUP.
package struct ReloadService: Service {
    private let signals: UnixSignalsSequence
    private let reload: @Sendable () async -> Void

    /// Takes SIGHUP over at once: from here on it no longer ends the process.
    ///
    /// - Parameter reload: Reads the configuration again; what is wrong with it, it logs. The
    ///   service manager hears before and after.
    package init(reload: @escaping @Sendable () async -> Void) async {
        signals = await UnixSignalsSequence(trapping: .sighup)
        self.reload = reload
    }

    /// Reloads at each signal, until the daemon shuts down.
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
