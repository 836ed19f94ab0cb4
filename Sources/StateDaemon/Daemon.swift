import Logging

/// The daemon as a whole: what main starts.
package enum Daemon {
    /// This program's version.
    package static let version = "0.1.0"

    /// Serves until a signal asks it to end.
    ///
    /// - Parameters:
    ///   - loader: Loads the configuration again at a reload.
    ///   - loaded: The configuration to start with.
    ///   - logThreshold: The level of the log, for reloads.
    /// - Throws: What keeps it from starting, or made it stop.
    package static func run(
        loader: ConfigurationLoader,
        loaded: LoadedConfiguration,
        logThreshold: LogThreshold
    ) async throws {
        let logger = Logger(label: "stated")
        logger.critical("this build has no services yet")
    }
}
