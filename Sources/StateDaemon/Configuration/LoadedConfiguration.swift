/// A configuration without faults, and where each of its values comes from.
package struct LoadedConfiguration: Equatable, Sendable {
    /// The values.
    package var configuration: Configuration
    /// Where the values come from that are not the defaults, by key.
    package var origins: [String: ConfigurationOrigin]

    /// Every key with its value and origin, as a configuration file that says the same.
    package var text: String {
        var lines: [String] = []
        var section = ""
        for key in ConfigurationKey.all {
            let parts = key.name.split(separator: ".", maxSplits: 1)
            if parts.count == 2, section != parts[0] {
                section = String(parts[0])
                lines.append("\(section):")
            }
            let name = parts.count == 2 ? "  \(parts[1])" : key.name
            lines.append(line(name, key.text(configuration), origins[key.name]))
        }
        for table in ConfigurationTable.all {
            let entries = table.entries(configuration)
            lines.append(entries.isEmpty ? "\(table.name): {}" : "\(table.name):")
            for entry in entries {
                let origin = origins[table.key(of: entry.name)]
                let nested = table.suffix.dropFirst()
                if nested.isEmpty {
                    lines.append(line("  \(entry.name)", entry.text, origin))
                } else {
                    lines.append("  \(entry.name):")
                    lines.append(line("    \(nested)", entry.text, origin))
                }
            }
        }
        return lines.joined(separator: "\n")
    }

    private func line(_ name: String, _ text: String, _ origin: ConfigurationOrigin?) -> String {
        "\(name): \(quoted(text))  # \(origin ?? .standard)"
    }

    /// A text as YAML that means exactly it.
    private func quoted(_ text: String) -> String {
        let isPlain = text.allSatisfy { letter in
            letter.isASCII && (letter.isLetter || letter.isNumber || "/._-+".contains(letter))
        }
        let isSafe = isPlain && text.first.map { !"-.".contains($0) } ?? false
        return isSafe ? text : "'" + text.replacing("'", with: "''") + "'"
    }
}

/// A key whose value a reload changed.
package struct ConfigurationChange: Equatable, Sendable {
    /// The key, or the name of the table.
    package var key: String
    /// Whether it holds only after a restart.
    package var needsRestart: Bool

    /// A change with all its members.
    package init(key: String, needsRestart: Bool) {
        self.key = key
        self.needsRestart = needsRestart
    }
}

extension LoadedConfiguration {
    /// What is different from an older configuration, in the manual's order.
    package func changes(since older: LoadedConfiguration) -> [ConfigurationChange] {
        let (new, old) = (configuration, older.configuration)
        let keys = ConfigurationKey.all
            .filter { $0.text(new) != $0.text(old) }
            .map { ConfigurationChange(key: $0.name, needsRestart: $0.needsRestart) }
        let tables = ConfigurationTable.all
            .filter { !$0.entries(new).elementsEqual($0.entries(old), by: ==) }
            .map { ConfigurationChange(key: $0.name, needsRestart: false) }
        return keys + tables
    }
}
