// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The possible paths of the daemon's socket.
public enum SocketPath {
    /// The socket of the machine's own daemon.
    public static let system = "/run/stated/io.stated"

    /// Returns the socket that programs use if none is given.
    ///
    /// It is `$STATED_SOCKET`; else the user's own, `$XDG_RUNTIME_DIR/stated/io.stated` or
    /// `/run/user/UID/stated/io.stated`; else, if only that exists, the machine's,
    /// `/run/stated/io.stated`.
    public static func standard() -> String {
        path(
            environment: { name in getenv(name).map { String(cString: $0) } },
            uid: getuid(),
            // EACCES: it may exist, and the attempt to connect reports the error.
            exists: { access($0, F_OK) == 0 || errno == EACCES }
        )
    }

    /// Returns the socket for the given environment and file system.
    package static func path(
        environment: (String) -> String?,
        uid: UInt32,
        exists: (String) -> Bool
    ) -> String {
        if let named = environment("STATED_SOCKET"), !named.isEmpty { return named }
        // The XDG base directory specification: a path that is not absolute must be ignored.
        let runtime = environment("XDG_RUNTIME_DIR").flatMap { $0.hasPrefix("/") ? $0 : nil }
        let user = "\(runtime ?? "/run/user/\(uid)")/stated/io.stated"
        return !exists(user) && exists(system) ? system : user
    }
}
