import StateSystem

/// Makes a configuration out of arguments, environment, file and defaults, in this order.
///
/// A value: a reload asks the same loader again, and only the file may have changed.
package struct ConfigurationLoader: Sendable {
    /// The program's arguments that are keys.
    package var arguments: [String]
    /// The environment.
    package var environment: [String: String]
    /// The configuration file.
    package var path: String
    /// Whether somebody named the file, so that it has to exist.
    package var isPathGiven: Bool
    /// What holds where nobody says anything.
    package var defaults: Configuration

    /// The loader of a program's start.
    ///
    /// - Parameters:
    ///   - arguments: The arguments that are keys: `--ttl 12h`.
    ///   - environment: The environment.
    ///   - path: The configuration file, if an argument named one.
    ///   - isSystem: Whether this is the system's daemon, not one user's.
    package init(
        arguments: [String],
        environment: [String: String],
        path: String?,
        isSystem: Bool
    ) {
        let places =
            isSystem
            ? Places.system { environment[$0] }
            : Places.user(environment: { environment[$0] }, userID: Machine.userID)
        let named = path ?? environment[ConfigurationSource.configurationVariable]
        self.arguments = arguments
        self.environment = environment
        self.path = named ?? places.configuration
        isPathGiven = named != nil
        defaults = Configuration(places: places, hostName: Machine.hostName)
    }

    /// Reads everything.
    ///
    /// - Parameter read: Reads the file: the file system unless a test says otherwise.
    /// - Returns: The configuration.
    /// - Throws: ``ConfigurationFaults`` with everything that is wrong.
    package func load(
        read: (String) throws -> String = TextFile.read
    ) throws(ConfigurationFaults) -> LoadedConfiguration {
        var resolution = ConfigurationResolution(defaults: defaults)
        resolution.add { () throws(ConfigurationFault) in
            try ConfigurationSource(arguments: arguments)
        }
        resolution.add { () throws(ConfigurationFault) in
            ConfigurationSource(environment: environment)
        }
        resolution.add { () throws(ConfigurationFault) in try file(read: read) }
        return try resolution.resolved()
    }

    private func file(
        read: (String) throws -> String
    ) throws(ConfigurationFault) -> ConfigurationSource? {
        let text: String
        do {
            text = try read(path)
        } catch {
            if let error = error as? SystemError, error.isMissing, !isPathGiven { return nil }
            throw ConfigurationFault(
                origin: .file(path: path, line: nil),
                key: "",
                why: "\(error)"
            )
        }
        return try ConfigurationSource(file: path, text: text)
    }
}
