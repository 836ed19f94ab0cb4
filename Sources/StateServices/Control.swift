package import StateProtocol

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
    package var reload: () throws(StateError) -> [String]

    /// Controls with all their members.
    package init(
        version: String, startedAt: Int, uid: UInt32, multiUser: Bool,
        reload: @escaping () throws(StateError) -> [String]
    ) {
        self.version = version
        self.startedAt = startedAt
        self.uid = uid
        self.multiUser = multiUser
        self.reload = reload
    }
}
