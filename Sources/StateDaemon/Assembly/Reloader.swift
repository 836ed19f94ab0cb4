internal import Logging
internal import StateServices

/// Reads the configuration again and puts what changed in force; lives on the server's thread.
final class Reloader {
    private let loader: ConfigurationLoader
    private var loaded: LoadedConfiguration
    private let logThreshold: LogThreshold
    private let logger: Logger
    /// Puts a new configuration in force.
    var apply: (Configuration) -> Void = { _ in }

    /// A reloader that compares with what holds now.
    init(
        loader: ConfigurationLoader,
        loaded: LoadedConfiguration,
        logThreshold: LogThreshold,
        logger: Logger
    ) {
        self.loader = loader
        self.loaded = loaded
        self.logThreshold = logThreshold
        self.logger = logger
    }

    /// Reads it again; a fault changes nothing.
    ///
    /// - Returns: the keys that changed, those that wait for a restart included.
    func reload() throws(ReloadRefusal) -> [String] {
        let fresh: LoadedConfiguration
        do throws(ConfigurationFaults) {
            fresh = try loader.load()
        } catch {
            for fault in error.faults {
                logger.error("configuration.fault", metadata: ["what": "\(fault)"])
            }
            let first = error.faults.first
            throw ReloadRefusal(
                path: loader.path,
                key: first?.key ?? "",
                why: first?.why ?? "\(error)"
            )
        }
        let changes = fresh.changes(since: loaded)
        for change in changes {
            let when = change.needsRestart ? "with the next start" : "now"
            logger.notice(
                "configuration.changed",
                metadata: ["key": "\(change.key)", "holds": "\(when)"]
            )
        }
        loaded = fresh
        logThreshold.level = fresh.configuration.logLevel
        apply(fresh.configuration)
        return changes.map(\.key)
    }
}
