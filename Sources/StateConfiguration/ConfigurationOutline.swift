// SPDX-License-Identifier: Apache-2.0

/// The keys of a configuration file, with their values and line numbers.
struct ConfigurationOutline: Equatable {
    struct Entry: Equatable {
        /// The key; dots separate the parts of a nested key.
        var key: String
        /// The text of the value; `nil` for a key without a value.
        var text: String?
        var line: Int
    }

    /// The maximum number of parts of a nested key.
    private static let depth = 8

    /// The keys that are not mappings, in the order of the file.
    private(set) var entries: [Entry] = []

    /// Parses a YAML text.
    ///
    /// - Throws: ``ConfigurationOutlineError`` if the text is not YAML, contains anything except
    ///   mappings and scalars, sets a key twice, or is nested too deeply.
    init(yaml: String) throws(ConfigurationOutlineError) {
        let events = YAMLEvents(yaml)
        guard try events.next() == .document else { return }
        switch try events.next() {
        case .scalar(nil): break
        case .mapping: try addMapping(events, path: [])
        default: throw try Self.fault("the file must have keys with values", events, path: [])
        }
        guard try events.next() == .over else {
            throw try Self.fault("the file must be one YAML document", events, path: [])
        }
    }

    private mutating func addMapping(
        _ events: YAMLEvents,
        path: [String]
    ) throws(ConfigurationOutlineError) {
        var lines: [String: Int] = [:]
        while true {
            let event = try events.next()
            if event == .end { return }
            guard case .scalar(let name?) = event, !name.isEmpty else {
                throw try Self.fault("a key must be plain text", events, path: path)
            }
            let line = events.line
            if let first = lines.updateValue(line, forKey: name) {
                throw try Self.fault("is already set on line \(first)", events, path: [name])
            }
            let inner = path + [name]
            switch try events.next() {
            case .scalar(let text):
                entries.append(Entry(key: inner.joined(separator: "."), text: text, line: line))
            case .mapping where inner.count < Self.depth: try addMapping(events, path: inner)
            default:
                throw try Self.fault(
                    "must be one value, not a list or an alias",
                    events,
                    path: inner
                )
            }
        }
    }

    /// Returns the fault for the last event.
    ///
    /// - Throws: ``ConfigurationOutlineError`` if the rest of the text is not YAML, as in `ttl: [`.
    private static func fault(
        _ reason: String,
        _ events: YAMLEvents,
        path: [String]
    ) throws(ConfigurationOutlineError) -> ConfigurationOutlineError {
        let line = events.line
        while try events.next() != .over {}
        return ConfigurationOutlineError(
            key: path.joined(separator: "."),
            line: line,
            reason: reason
        )
    }
}

struct ConfigurationOutlineError: Error, Equatable {
    /// The key; empty if the fault concerns the whole text.
    var key: String
    /// The line number, counted from 1; `nil` if it is unknown.
    var line: Int?
    var reason: String
}
