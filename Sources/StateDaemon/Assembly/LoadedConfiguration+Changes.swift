// SPDX-License-Identifier: Apache-2.0
package import StateConfiguration
package import StateServices

extension LoadedConfiguration {
    /// Returns the keys whose values differ from those of an older configuration, in the order of
    /// the manual.
    package func changes(since older: LoadedConfiguration) -> [ConfigurationChange] {
        let (new, old) = (configuration, older.configuration)
        let keys = ConfigurationKey.all
            .filter { $0.text(new) != $0.text(old) }
            .map { ConfigurationChange(key: $0.name, needsRestart: $0.needsRestart) }
        let changed = ConfigurationTable.all
            .filter { !$0.entries(new).elementsEqual($0.entries(old), by: ==) }
        let tables = ConfigurationTable.names.compactMap { name in
            let members = changed.filter { $0.name == name }
            guard !members.isEmpty else { return ConfigurationChange?.none }
            let isLater = members.contains(where: \.needsRestart)
            return ConfigurationChange(key: name, needsRestart: isLater)
        }
        return keys + tables
    }
}
