/// Where the daemon's files are, unless configuration says otherwise.
package struct Places: Equatable, Sendable {
    /// The socket on which it listens.
    package var socket: String
    /// The store's file.
    package var store: String
    /// The configuration file.
    package var configuration: String

    /// Places with all their members.
    package init(socket: String, store: String, configuration: String) {
        self.socket = socket
        self.store = store
        self.configuration = configuration
    }

    /// The places of a system service.
    ///
    /// - Parameter environment: Answers with a variable's value; systemd.exec(5)'s directories
    ///   come before the usual ones.
    /// - Returns: The places.
    package static func system(environment: (String) -> String?) -> Places {
        func directory(_ variable: String, _ usual: String) -> String {
            let first = environment(variable)?.split(separator: ":").first
            return first.map(String.init) ?? usual
        }
        return Places(
            socket: directory("RUNTIME_DIRECTORY", "/run/stated") + "/io.stated",
            store: directory("STATE_DIRECTORY", "/var/lib/stated") + "/state.db",
            configuration: directory("CONFIGURATION_DIRECTORY", "/etc/stated") + "/stated.yaml"
        )
    }

    /// The places of one user, as the XDG Base Directory Specification has them.
    ///
    /// - Parameters:
    ///   - environment: Answers with a variable's value. As the specification asks, a relative
    ///     path counts as none.
    ///   - userID: Whose they are.
    /// - Returns: The places; without `HOME` those below `/`.
    package static func user(environment: (String) -> String?, userID: UInt32) -> Places {
        func directory(_ variable: String, _ usual: String) -> String {
            let value = environment(variable) ?? ""
            return value.hasPrefix("/") ? value : usual
        }
        let home = environment("HOME") ?? ""
        let runtime = directory("XDG_RUNTIME_DIR", "/run/user/\(userID)")
        let state = directory("XDG_STATE_HOME", home + "/.local/state")
        let configuration = directory("XDG_CONFIG_HOME", home + "/.config")
        return Places(
            socket: runtime + "/stated/io.stated",
            store: state + "/stated/state.db",
            configuration: configuration + "/stated/stated.yaml"
        )
    }
}
