/// Where a value, or a fault, comes from.
package enum ConfigurationOrigin: Equatable, Sendable {
    /// Nobody said anything.
    case standard
    /// A line of the configuration file.
    case file(path: String, line: Int?)
    /// An environment variable.
    case environment(name: String)
    /// An argument of the program.
    case argument(name: String)
}

extension ConfigurationOrigin: CustomStringConvertible {
    /// For people: `/etc/stated/stated.yaml:3`, `STATED_TTL`, `--ttl`, `default`.
    package var description: String {
        switch self {
        case .standard: "default"
        case .file(let path, let line?): "\(path):\(line)"
        case .file(let path, nil): path
        case .environment(let name), .argument(let name): name
        }
    }
}

/// One thing that is wrong with the configuration.
package struct ConfigurationFault: Error, Equatable, Sendable {
    /// Where it stands.
    package var origin: ConfigurationOrigin
    /// The key it concerns; empty: the file as a whole.
    package var key: String
    /// What is wrong, and what is allowed.
    package var why: String
}

extension ConfigurationFault: CustomStringConvertible {
    /// One line for people: where, which key, what is wrong.
    package var description: String {
        switch origin {
        // Their names say the key already.
        case .argument, .environment: return "\(origin): \(why)"
        case .file, .standard: break
        }
        return key.isEmpty ? "\(origin): \(why)" : "\(origin): \(key): \(why)"
    }
}

/// Everything that is wrong with the configuration; never empty.
package struct ConfigurationFaults: Error, Equatable, CustomStringConvertible {
    /// The faults, by source.
    package let faults: [ConfigurationFault]

    /// One line each.
    package var description: String {
        faults.map(\.description).joined(separator: "\n")
    }
}

extension ConfigurationFault {
    /// A key that is none.
    static func unknown(_ key: String, at origin: ConfigurationOrigin) -> Self {
        let meant = Suggestion.nearest(to: ConfigurationSource.plainKey(key, at: origin))
        let advice =
            meant.map { "did you mean '\(ConfigurationSource.spelled($0, at: origin))'?" }
            ?? "stated.yaml(5) lists the keys"
        return Self(origin: origin, key: key, why: "unknown key; \(advice)")
    }

    /// A text that its key does not allow, and why.
    static func notAllowed(
        _ text: String,
        for key: String,
        _ why: String,
        at origin: ConfigurationOrigin
    ) -> Self {
        Self(origin: origin, key: key, why: "'\(text)' is not allowed: \(why)")
    }
}
