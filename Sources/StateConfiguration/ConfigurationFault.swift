// SPDX-License-Identifier: Apache-2.0

/// The source of a value or a fault.
package enum ConfigurationOrigin: Equatable, Sendable {
    case standard
    case file(path: String, line: Int?)
    case environment(name: String)
    case argument(name: String)
    /// A line of the configuration file that is ignored, because the daemon uses another store.
    case withheld(path: String, line: Int?)
}

extension ConfigurationOrigin: CustomStringConvertible {
    /// The source as text, such as `/etc/stated/stated.yaml:3`, `STATED_TTL`, `--ttl` or `default`.
    package var description: String {
        switch self {
        case .standard: "default"
        case .file(let path, let line?): "\(path):\(line)"
        case .file(let path, nil): path
        case .withheld(let path, let line):
            "the value in \(ConfigurationOrigin.file(path: path, line: line)) is for another store; "
                + "--remote sets one for this store"
        case .environment(let name), .argument(let name): name
        }
    }
}

package struct ConfigurationFault: Error, Equatable, Sendable {
    package var origin: ConfigurationOrigin
    /// The key; empty if the fault concerns the whole file.
    package var key: String
    /// The fault, and the allowed values.
    package var reason: String
}

extension ConfigurationFault: CustomStringConvertible {
    /// The description for the user on one line: the source, the key and the reason.
    package var description: String {
        switch origin {
        // The names of arguments and variables already contain the key.
        case .argument, .environment: return "\(origin): \(reason)"
        case .file, .standard, .withheld: break
        }
        return key.isEmpty ? "\(origin): \(reason)" : "\(origin): \(key): \(reason)"
    }
}

/// The faults in the configuration; there is at least one.
package struct ConfigurationFaults: Error, Equatable, CustomStringConvertible {
    /// The faults: first those of reading the sources, then those of values.
    package let faults: [ConfigurationFault]

    /// True if a command-line argument has a fault.
    package var isUsageError: Bool {
        faults.contains { if case .argument = $0.origin { true } else { false } }
    }

    package var description: String {
        faults.map(\.description).joined(separator: "\n")
    }
}

extension ConfigurationFault {
    /// Returns the fault for an unknown key; its reason suggests the most similar key, if there is
    /// one.
    static func unknown(_ key: String, at origin: ConfigurationOrigin) -> Self {
        let plain = ConfigurationSource.plainKey(key, at: origin)
        if let table = ConfigurationTable.all.first(where: { $0.name == plain }) {
            let entry = table.key(of: table.entryPlaceholder)
            let reason = "has nested keys; set '\(ConfigurationSource.spelled(entry, at: origin))'"
            return Self(origin: origin, key: key, reason: reason)
        }
        let meant = Suggestion.nearest(to: plain)
        let advice =
            meant.map { "did you mean '\(ConfigurationSource.spelled($0, at: origin))'?" }
            ?? "stated.yaml(5) lists the keys"
        return Self(origin: origin, key: key, reason: "unknown key; \(advice)")
    }

    static func notAllowed(
        _ text: String,
        for key: String,
        _ reason: String,
        at origin: ConfigurationOrigin
    ) -> Self {
        Self(origin: origin, key: key, reason: "'\(shown(text))' is not allowed: \(reason)")
    }

    /// Returns a value as it appears in messages; a URL is shown without its user name and
    /// password.
    private static func shown(_ text: String) -> String {
        guard let scheme = text.firstRange(of: "://") ?? text.firstRange(of: ":"),
            let end = text.lastIndex(of: "@"), scheme.upperBound <= end
        else { return text }
        return text[..<scheme.upperBound] + "…" + text[end...]
    }
}
