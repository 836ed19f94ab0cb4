// SPDX-License-Identifier: Apache-2.0
internal import Logging
internal import StateConfiguration
internal import StateServices
internal import StateSystem

/// The component that reloads the configuration and applies the changes.
///
/// It is used only on the server's thread.
final class Reloader {
    private let loader: ConfigurationLoader
    private var loaded: LoadedConfiguration
    /// The configuration with which the daemon started.
    private let initial: LoadedConfiguration
    private let logThreshold: LogThreshold
    private let logger: Logger
    /// True if the last reload failed; the status for the service manager then says so.
    private var isRefused = false
    var apply: (LoadedConfiguration) -> Void = { _ in }
    var path: String { loader.path }

    init(
        loader: ConfigurationLoader,
        loaded: LoadedConfiguration,
        logThreshold: LogThreshold,
        logger: Logger
    ) {
        self.loader = loader
        self.loaded = loaded
        initial = loaded
        self.logThreshold = logThreshold
        self.logger = logger
    }

    /// Starts to use the configured remote, which was withheld because it may belong to another
    /// store.
    func useWithheldRemote() {
        loaded.useWithheldRemote()
        apply(loaded)
    }

    /// Reloads the configuration; if it has a fault, nothing changes.
    ///
    /// - Returns: The changed keys, including those that take effect only after a restart.
    func reload() throws(ReloadRefusal) -> [ConfigurationChange] {
        var fresh = try load()
        // The user has changed the remote and reloaded this daemon, so the remote is intended for
        // this store.
        if fresh.configuration.withheldRemote != loaded.configuration.withheldRemote {
            fresh.useWithheldRemote()
        }
        // A key whose first value is set again needs no restart.
        let pending = Set(fresh.changes(since: initial).filter(\.needsRestart).map(\.key))
        let changes = fresh.changes(since: loaded).map {
            ConfigurationChange(key: $0.key, needsRestart: pending.contains($0.key))
        }
        for change in changes {
            logger.notice(
                change.needsRestart
                    ? "configuration changed, restart required"
                    : "configuration changed",
                metadata: ["key": "\(change.key)"]
            )
        }
        if isRefused { ServiceManager.notify(.status("")) }
        isRefused = false
        loaded = fresh
        logThreshold.level = fresh.configuration.logLevel
        apply(fresh)
        return changes
    }

    private func load() throws(ReloadRefusal) -> LoadedConfiguration {
        do throws(ConfigurationFaults) {
            return try loader.load()
        } catch {
            for fault in error.faults {
                logger.error(
                    "configuration not reloaded; the previous settings stay in effect",
                    metadata: ["reason": "\(fault)"]
                )
            }
            let first = error.faults.first
            isRefused = true
            let reason = error.faults.first.map { "\($0)" } ?? "\(error)"
            ServiceManager.notify(.status("reload failed: \(reason)"))
            throw ReloadRefusal(
                path: loader.path,
                key: first?.key ?? "",
                reason: first?.reason ?? "\(error)"
            )
        }
    }
}
