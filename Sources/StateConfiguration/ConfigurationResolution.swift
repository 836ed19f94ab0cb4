// SPDX-License-Identifier: Apache-2.0

/// A configuration that is being combined from its sources, and the faults of all sources.
struct ConfigurationResolution {
    private var loaded: LoadedConfiguration
    private var sources: [ConfigurationSource] = []
    private var faults: [ConfigurationFault] = []
    private let remoteComplaint: (String) -> String?

    init(defaults: Configuration, _ remoteComplaint: @escaping (String) -> String?) {
        self.remoteComplaint = remoteComplaint
        loaded = LoadedConfiguration(configuration: defaults, origins: [:])
    }

    /// Adds a source with a lower precedence than the sources before it, and the faults of its
    /// unknown keys; or the fault that `source` throws.
    mutating func add(_ source: () throws(ConfigurationFault) -> ConfigurationSource?) {
        do throws(ConfigurationFault) {
            guard let source = try source() else { return }
            sources.append(source)
            faults += source.mentions
                .filter { !ConfigurationSource.isKey($0.key) }
                .map { .unknown($0.key, at: $0.origin) }
            faults += source.repetitions
        } catch {
            faults.append(error)
        }
    }

    /// Returns the configuration that results from all sources.
    ///
    /// - Throws: ``ConfigurationFaults`` with all faults.
    consuming func resolved() throws(ConfigurationFaults) -> LoadedConfiguration {
        for key in ConfigurationKey.all { resolve(key) }
        for table in ConfigurationTable.all { resolve(table) }
        if !faults.isEmpty { throw ConfigurationFaults(faults: faults) }
        return loaded
    }

    private mutating func resolve(_ key: ConfigurationKey) {
        guard let (_, text, origin) = strongest(key.name) else { return }
        let reason =
            key.set(text, &loaded.configuration)
            ? key.name == "remote" && text != "none" ? remoteComplaint(text) : nil
            : "expects \(key.allowed)"
        if let reason {
            faults.append(.notAllowed(text, for: key.name, reason, at: origin))
        } else {
            loaded.origins[key.name] = origin
        }
    }

    private mutating func resolve(_ table: ConfigurationTable) {
        var names: [String] = []
        // An entry without a value does not replace the default entries.
        for mention in sources.flatMap(\.mentions) where mention.text != nil {
            guard let name = table.entry(of: mention.canonicalKey), !names.contains(name)
            else { continue }
            names.append(name)
        }
        if !names.isEmpty { table.clear(&loaded.configuration) }
        for name in names { resolve(name, of: table) }
    }

    private mutating func resolve(_ name: String, of table: ConfigurationTable) {
        let key = table.key(of: name)
        guard let (written, text, origin) = strongest(key) else { return }
        if !table.takes(name) {
            faults.append(.notAllowed(name, for: key, "expects \(table.allowedName)", at: origin))
        } else if table.set(name, text, &loaded.configuration) {
            loaded.origins[key] = origin
        } else {
            faults.append(.notAllowed(text, for: written, "expects \(table.allowed)", at: origin))
        }
    }

    private func strongest(
        _ key: String
    ) -> (key: String, text: String, origin: ConfigurationOrigin)? {
        sources.lazy.compactMap { $0.text(for: key) }.first
    }
}
