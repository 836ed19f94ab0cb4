import Glibc

/// Where the daemon's socket is looked for.
public enum SocketPath {
    /// The socket of the machine's own daemon.
    public static let system = "/run/stated/io.stated"

    /// The socket that programs use where nobody names one.
    ///
    /// `$STATED_SOCKET`; else the user's own, `$XDG_RUNTIME_DIR/stated/io.stated` or
    /// `/run/user/UID/stated/io.stated`; else, where only that exists, the machine's,
    /// `/run/stated/io.stated`.
    public static func standard() -> String {
        path(
            environment: { name in getenv(name).map { String(cString: $0) } },
            uid: getuid(),
            exists: { access($0, F_OK) == 0 }
        )
    }

    /// The same decision, told what the environment and the file system hold.
    package static func path(
        environment: (String) -> String?,
        uid: UInt32,
        exists: (String) -> Bool
    ) -> String {
        if let named = environment("STATED_SOCKET"), !named.isEmpty { return named }
        // The XDG base directory specification: a path that is not absolute is to be ignored.
        let runtime = environment("XDG_RUNTIME_DIR").flatMap { $0.hasPrefix("/") ? $0 : nil }
        let user = "\(runtime ?? "/run/user/\(uid)")/stated/io.stated"
        return !exists(user) && exists(system) ? system : user
    }
}
