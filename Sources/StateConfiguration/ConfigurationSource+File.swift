// SPDX-License-Identifier: Apache-2.0

extension ConfigurationSource {
    /// The maximum number of parts of a nested key.
    private static let depth = 8

    /// Creates a source from the YAML text of the file at `path`.
    ///
    /// - Throws: ``ConfigurationFault`` if the text is not YAML, contains anything except mappings
    ///   and scalars, sets a key twice, or is nested too deeply.
    init(file path: String, text: String) throws(ConfigurationFault) {
        mentions = []
        let events = YAMLEvents(text, path: path)
        guard try events.next() == .document else { return }
        switch try events.next() {
        case .scalar(nil): break
        case .mapping:
            var values: [String: Int] = [:]
            try addMapping(events, path: [], &values)
        default: throw try events.fault("the file must have keys with values")
        }
        guard try events.next() == .over else {
            throw try events.fault("the file must be one YAML document")
        }
    }

    /// Adds the keys of a mapping.
    ///
    /// `values` has the lines of all canonical keys with a value: `vlc.2` and `2` below `vlc` are
    /// two spellings of the same key, as are the ages `1h` and `60m`.
    private mutating func addMapping(
        _ events: YAMLEvents,
        path: [String],
        _ values: inout [String: Int]
    ) throws(ConfigurationFault) {
        var lines: [String: Int] = [:]
        while true {
            let event = try events.next()
            if event == .end { return }
            guard case .scalar(let name?) = event, !name.isEmpty else {
                let section = path.joined(separator: ".")
                throw try events.fault("a key must be plain text", key: section)
            }
            let (origin, line) = (events.origin, events.line)
            if let first = lines.updateValue(line, forKey: name) {
                throw try events.fault("is already set on line \(first)", key: name)
            }
            let inner = path + [name]
            let key = inner.joined(separator: ".")
            switch try events.next() {
            case .scalar(let text):
                let mention = Mention(key: key, text: text, origin: origin)
                if let first = values.updateValue(line, forKey: mention.canonicalKey) {
                    throw try events.fault("is already set on line \(first)", key: key)
                }
                mentions.append(mention)
            case .mapping where inner.count < Self.depth:
                try addMapping(events, path: inner, &values)
            default: throw try events.fault("must be one value, not a list or an alias", key: key)
            }
        }
    }
}
