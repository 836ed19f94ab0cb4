// SPDX-License-Identifier: Apache-2.0
import StateSystem
import SystemSupport

/// A loader that builds a configuration from arguments, environment, file and defaults, in this
/// order of precedence.
///
/// A reload uses the same loader again, so only the file can differ.
package struct ConfigurationLoader: Sendable {
    /// The command-line arguments that set keys.
    package var arguments: [String]
    package var environment: [String: String]
    /// The path of the configuration file.
    package var path: String
    /// True if an argument or the environment names the file, so that it must exist.
    package var isPathGiven: Bool
    /// True if the file is the default one, which configures the default daemon.
    private let isUsualFile: Bool
    /// The default values.
    package var defaults: Configuration
    /// Returns the reason why a URL is not that of a remote store; `nil` if it is.
    private let remoteComplaint: @Sendable (String) -> String?

    /// Creates the loader when the program starts.
    ///
    /// - Parameters:
    ///   - arguments: The arguments that set keys, such as `--ttl 12h`.
    ///   - environment: The environment variables.
    ///   - path: The configuration file that an argument names; `nil` if none does.
    ///   - isSystem: True for the system-wide daemon, false for a user's daemon.
    ///   - remoteComplaint: Returns the reason why a URL is not that of a remote store; `nil` if it
    ///     is.
    package init(
        arguments: [String],
        environment: [String: String],
        path: String?,
        isSystem: Bool,
        remoteComplaint: @escaping @Sendable (String) -> String? = { _ in nil }
    ) {
        let places =
            isSystem
            ? Places.system { environment[$0] }
            : Places.user(environment: { environment[$0] }, userID: Machine.userID)
        let named = path ?? environment[ConfigurationSource.configurationVariable]
        self.arguments = arguments
        self.environment = environment
        self.remoteComplaint = remoteComplaint
        self.path = named ?? places.configuration
        isPathGiven = named != nil
        isUsualFile = self.path == places.configuration
        defaults = Configuration(places: places, hostName: Machine.hostName)
    }

    /// Loads the configuration from all sources.
    ///
    /// - Parameter read: The function that reads the file; tests replace it.
    /// - Returns: The configuration.
    /// - Throws: ``ConfigurationFaults`` with all errors.
    package func load(
        read: (String) throws -> String = TextFile.read
    ) throws(ConfigurationFaults) -> LoadedConfiguration {
        var resolution = ConfigurationResolution(defaults: defaults, remoteComplaint)
        resolution.add { () throws(ConfigurationFault) in
            try ConfigurationSource(arguments: arguments)
        }
        resolution.add { () throws(ConfigurationFault) in
            ConfigurationSource(environment: environment)
        }
        resolution.add { () throws(ConfigurationFault) in try file(read: read) }
        var loaded = try resolution.resolved()
        if case .file(let path, let line)? = loaded.origins["remote"], isStray(loaded, read: read) {
            loaded.configuration.withheldRemote = loaded.configuration.remote
            loaded.configuration.remote = nil
            loaded.origins["remote"] = .withheld(path: path, line: line)
        }
        return loaded
    }

    /// Returns true if an argument or the environment selects another store than the default file
    /// does, so that the remote in that file does not apply.
    private func isStray(_ loaded: LoadedConfiguration, read: (String) throws -> String) -> Bool {
        guard isUsualFile, loaded.configuration.remote != nil else { return false }
        switch loaded.origins["store"] {
        case .argument, .environment: break
        case .file, .standard, .withheld, nil: return false
        }
        var usual = ConfigurationResolution(defaults: defaults, remoteComplaint)
        usual.add { () throws(ConfigurationFault) in try file(read: read) }
        return (try? usual.resolved())?.configuration.store != loaded.configuration.store
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
                reason: "\(error)"
            )
        }
        return try ConfigurationSource(file: path, text: text)
    }
}
