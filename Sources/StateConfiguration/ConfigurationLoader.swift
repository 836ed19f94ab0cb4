// SPDX-License-Identifier: Apache-2.0
import StateSystem
import SystemSupport

/// A loader that combines arguments, environment, file and defaults, in this order of precedence.
///
/// A reload uses the same loader again, so that only the file can have changed.
package struct ConfigurationLoader: Sendable {
    package var arguments: [String]
    package var environment: [String: String]
    package var path: String
    /// True if an argument or the environment names the file, which must then exist.
    package var isPathGiven: Bool
    /// True if the file is the one that a daemon reads by default.
    private let isUsualFile: Bool
    package var defaults: Configuration
    /// Returns the reason why a text is not the URL of a remote store; `nil` if it is one.
    private let remoteComplaint: @Sendable (String) -> String?

    /// Creates a loader with the sources as they are when the program starts.
    ///
    /// `arguments` set keys, such as `--ttl 12h`. `path` is the path of the configuration file that
    /// an argument names; `nil` if none does.
    package init(
        arguments: [String],
        environment: [String: String],
        path: String?,
        isSystem: Bool,
        remoteComplaint: @escaping @Sendable (String) -> String? = { _ in nil }
    ) {
        let places =
            isSystem
            ? Places.system
            : Places.user(environment: { environment[$0] }, userID: Machine.userID)
        let variable = environment[ConfigurationSource.configurationVariable] ?? ""
        let named = path ?? (variable.isEmpty ? nil : variable)
        self.arguments = arguments
        self.environment = environment
        self.remoteComplaint = remoteComplaint
        self.path = named ?? places.configuration
        isPathGiven = named != nil
        isUsualFile = self.path == places.configuration
        defaults = Configuration(places: places, hostName: Machine.hostName)
    }

    /// Loads the configuration from all sources; throws ``ConfigurationFaults`` with all faults.
    ///
    /// `read` returns the text of the file at a path.
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

    /// Returns true if the remote in the default file must be ignored.
    ///
    /// This is the case if an argument or the environment selects another store than the file, or
    /// than the default if the file selects none.
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
