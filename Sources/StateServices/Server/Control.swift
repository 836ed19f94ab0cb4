// SPDX-License-Identifier: Apache-2.0
package import StateModel

/// The reason why a configuration was refused.
package struct ReloadRefusal: Error, Equatable {
    /// The path of the configuration file, which may be missing.
    package var path: String
    /// The invalid key; empty if the fault concerns the whole file.
    package var key: String
    /// The reason, with the allowed values.
    package var reason: String

    package init(path: String, key: String, reason: String) {
        self.path = path
        self.key = key
        self.reason = reason
    }
}

package struct ConfigurationChange: Equatable, Sendable {
    package var key: String
    package var needsRestart: Bool

    package init(key: String, needsRestart: Bool) {
        self.key = key
        self.needsRestart = needsRestart
    }
}

/// The facts about the program, and the functions that it provides to the services.
package struct Control {
    package var version: String
    package var startedAt: Timestamp
    package var uid: UInt32
    /// True if each user of the machine has a separate tenant.
    package var multiUser: Bool
    /// A function that reloads the configuration, and returns the keys that have changed.
    package var reload: () throws(ReloadRefusal) -> [ConfigurationChange]
    /// The path of the configuration file, which may be missing; `nil` if there is none to read.
    package var configurationPath: String?

    package init(
        version: String,
        startedAt: Timestamp,
        uid: UInt32,
        multiUser: Bool,
        reload: @escaping () throws(ReloadRefusal) -> [ConfigurationChange]
    ) {
        self.version = version
        self.startedAt = startedAt
        self.uid = uid
        self.multiUser = multiUser
        self.reload = reload
    }
}
