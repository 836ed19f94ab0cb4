// SPDX-License-Identifier: Apache-2.0

struct ConfigurationSource {
    struct Mention {
        /// The key as written.
        let key: String
        /// The key in its canonical spelling.
        let canonicalKey: String
        /// The text of the value; `nil` for a key without a value.
        let text: String?
        let origin: ConfigurationOrigin

        init(key: String, text: String?, origin: ConfigurationOrigin) {
            (self.key, self.text, self.origin) = (key, text, origin)
            canonicalKey = ConfigurationTable.canonicalKey(key)
        }
    }

    /// The keys in the source, including unknown ones, in order.
    var mentions: [Mention]

    /// Returns the spelling, the text and the origin of a canonical key; `nil` if the source does
    /// not set the key.
    func text(for key: String) -> (key: String, text: String, origin: ConfigurationOrigin)? {
        guard let mention = mentions.last(where: { $0.canonicalKey == key }),
            let text = mention.text
        else { return nil }
        return (mention.key, text, mention.origin)
    }

    /// The faults of variables that set the same key as another; a file has none, and the last of
    /// several arguments counts.
    var repetitions: [ConfigurationFault] {
        var names: [String: String] = [:]
        return mentions.compactMap { mention in
            guard case .environment(let name) = mention.origin,
                let first = names.updateValue(name, forKey: mention.canonicalKey)
            else { return nil }
            return ConfigurationFault(
                origin: mention.origin,
                key: mention.key,
                reason: "is already set by \(first)"
            )
        }
    }
}

extension ConfigurationSource {
    /// Creates a source from command-line arguments, such as `--ttl 12h`, `--ttl=12h` or
    /// `--autoplay`.
    ///
    /// - Throws: ``ConfigurationFault`` if an argument is not an option, or an option has no value.
    init(arguments: [String]) throws(ConfigurationFault) {
        mentions = []
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            let parts = argument.split(
                separator: "=",
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            let origin = ConfigurationOrigin.argument(name: String(parts[0]))
            guard argument.hasPrefix("--"), parts[0].count > 2 else {
                throw ConfigurationFault(
                    origin: .argument(name: argument),
                    key: "",
                    reason: "an option is written --KEY VALUE"
                )
            }
            let key = String(parts[0].dropFirst(2))
            let value: String
            if parts.count == 2 {
                value = String(parts[1])
            } else if let next = rest.first, !next.hasPrefix("--") {
                value = next
                rest.removeFirst()
            } else if Self.flags.contains(key) {
                value = "true"
            } else if Self.isKey(key) {
                throw ConfigurationFault(origin: origin, key: key, reason: "needs a value")
            } else {
                throw .unknown(key, at: origin)
            }
            mentions.append(Mention(key: key, text: value, origin: origin))
        }
    }

    static func isKey(_ name: String) -> Bool {
        ConfigurationKey.all.contains { $0.name == name }
            || ConfigurationTable.all.contains { $0.entry(of: name) != nil }
    }

    /// The keys that are set to `true` by an argument without a value.
    private static let flags = Set(
        ConfigurationKey.all.filter { $0.allowed == ConfigurationSyntax.flag.allowed }.map(\.name)
    )

    /// Creates a source from environment variables, such as `STATED_TTL` and
    /// `STATED_LIMITS_POINTS`.
    ///
    /// The name of a table's entry is converted to lower case: `STATED_PLAYERS_MPV_TTL` is for the
    /// player `mpv`.
    init(environment: [String: String]) {
        let known = Dictionary(
            uniqueKeysWithValues: ConfigurationKey.all.map { (Self.variable($0.name), $0.name) }
        )
        mentions = environment.sorted { $0.key < $1.key }.compactMap { name, text in
            guard name.hasPrefix("STATED_"), name != Self.configurationVariable else { return nil }
            let key = known[name] ?? Self.entryKey(ofVariable: name)
            return Mention(
                key: key ?? name,
                text: text,
                origin: .environment(name: name)
            )
        }
    }

    /// The environment variable with the path of the configuration file, which is not a key.
    static let configurationVariable = "STATED_CONFIG"

    /// Returns a key as a source writes it: `ttl`, `--ttl` or `STATED_TTL`.
    static func spelled(_ key: String, at origin: ConfigurationOrigin) -> String {
        switch origin {
        case .file, .standard, .withheld: key
        case .argument: "--" + key
        case .environment: variable(key)
        }
    }

    /// Converts the name of an environment variable to the form of a key; returns other names
    /// unchanged.
    static func plainKey(_ mentioned: String, at origin: ConfigurationOrigin) -> String {
        guard case .environment = origin else { return mentioned }
        return mentioned.dropFirst("STATED_".count).lowercased().replacing("_", with: "-")
    }

    private static func variable(_ key: String) -> String {
        "STATED_" + String(key.uppercased().map { $0 == "-" || $0 == "." ? "_" : $0 })
    }

    private static func entryKey(ofVariable name: String) -> String? {
        for table in ConfigurationTable.all {
            let start = variable(table.name) + "_"
            let end = variable(table.suffix).dropFirst("STATED_".count)
            guard name.hasPrefix(start), name.hasSuffix(end),
                name.count > start.count + end.count
            else { continue }
            return table.key(of: name.dropFirst(start.count).dropLast(end.count).lowercased())
        }
        return nil
    }
}
