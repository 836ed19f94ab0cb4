// SPDX-License-Identifier: Apache-2.0

package struct Places: Equatable, Sendable {
    package var socket: String
    package var store: String
    package var configuration: String

    /// The paths of a system service.
    package static let system = Places(
        socket: "/run/stated/io.stated",
        store: "/var/lib/stated/state.db",
        configuration: "/etc/stated/stated.yaml"
    )

    /// Returns the paths of a user's service, as in the XDG Base Directory Specification.
    ///
    /// Relative paths in variables are ignored, as the specification requires. Without `HOME`, the
    /// store and the configuration are below `/`.
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
