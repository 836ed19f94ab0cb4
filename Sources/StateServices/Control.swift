/// Why a configuration was not taken.
package struct ReloadRefusal: Error, Equatable {
    /// The file at fault; empty: none.
    package var path: String
    /// The key at fault.
    package var key: String
    /// What is wrong with it and what is allowed.
    package var why: String

    /// A refusal with all its members.
    package init(path: String, key: String, why: String) {
        self.path = path
        self.key = key
        self.why = why
    }
}

/// What the services ask of the program that they run in.
package struct Control {
    /// The program's version.
    package var version: String
    /// When the program started, in milliseconds since 1970.
    package var startedAt: Int
    /// The user that the daemon runs as.
    package var uid: UInt32
    /// Whether every user of the machine has a space of its own.
    package var multiUser: Bool
    /// Reads the configuration again; answers with the keys that changed.
    package var reload: () throws(ReloadRefusal) -> [String]

    /// Controls with all their members.
    package init(
        version: String,
        startedAt: Int,
        uid: UInt32,
        multiUser: Bool,
        reload: @escaping () throws(ReloadRefusal) -> [String]
    ) {
        self.version = version
        self.startedAt = startedAt
        self.uid = uid
        self.multiUser = multiUser
        self.reload = reload
    }
}
