// SPDX-License-Identifier: Apache-2.0
/// A valid configuration, with the source of each value.
package struct LoadedConfiguration: Equatable, Sendable {
    package var configuration: Configuration
    /// The sources of the values that are not defaults, by key.
    package var origins: [String: ConfigurationOrigin]

    /// Uses the remote that was ignored because of the store, if there is one.
    package mutating func useWithheldRemote() {
        guard case .withheld(let path, let line)? = origins["remote"] else { return }
        origins["remote"] = .file(path: path, line: line)
        configuration.remote = configuration.withheldRemote
        configuration.withheldRemote = nil
    }

    /// The origin of the setting `remote`: the path of a file, an argument or a variable.
    ///
    /// It is `nil` if the setting has its default, or is ignored.
    package var remoteSource: String? {
        switch origins["remote"] {
        case .argument(let source), .environment(let source), .file(let source, _): source
        case .standard, .withheld, nil: nil
        }
    }

    /// The configuration in the form of a file, with a comment at each value that names its origin.
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
        for name in ConfigurationTable.names { lines += table(name) }
        return lines.joined(separator: "\n")
    }

    private func table(_ name: String) -> [String] {
        var entries: [String: [String]] = [:]
        for table in ConfigurationTable.all where table.name == name {
            for entry in table.entries(configuration) {
                let origin = origins[table.key(of: entry.name)]
                let member = table.suffix.dropFirst()
                let place = member.isEmpty ? "  \(quoted(entry.name))" : "    \(member)"
                let head = member.isEmpty ? [] : ["  \(quoted(entry.name)):"]
                entries[entry.name, default: head].append(line(place, entry.text, origin))
            }
        }
        guard !entries.isEmpty else { return ["\(name): {}"] }
        let inOrder = ConfigurationTable.all.filter { $0.name == name }
            .flatMap { $0.entries(configuration) }.map(\.name)
        var lines = ["\(name):"]
        for entry in inOrder { lines += entries.removeValue(forKey: entry) ?? [] }
        return lines
    }

    private func line(_ name: String, _ text: String, _ origin: ConfigurationOrigin?) -> String {
        "\(name): \(quoted(text))  # \(origin ?? .standard)"
    }

    /// Returns a YAML scalar whose value is exactly the given text.
    private func quoted(_ text: String) -> String {
        let isPlain = text.allSatisfy { letter in
            letter.isASCII && (letter.isLetter || letter.isNumber || "/._-+".contains(letter))
        }
        let isSafe =
            isPlain && text.first.map { !"-.".contains($0) } ?? false
            && text.lowercased() != "null"
        if isSafe { return text }
        // Between single quotes, a line break would be read as a space.
        let isVisible = text.unicodeScalars.allSatisfy { scalar in
            ![.control, .format, .lineSeparator, .paragraphSeparator, .unassigned]
                .contains(scalar.properties.generalCategory)
        }
        let letters = text.unicodeScalars.map { scalar in
            if isVisible { return scalar == "'" ? "''" : String(scalar) }
            let digits = String(scalar.value, radix: 16)
            return "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
        }
        let quote = isVisible ? "'" : "\""
        return quote + letters.joined() + quote
    }
}
