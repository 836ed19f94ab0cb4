// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The paths of daemons' sockets.
public enum SocketPath {
    /// The path of the system-wide daemon's socket.
    public static let system = "/run/stated/io.stated"

    /// Returns the path of the socket that programs use by default.
    ///
    /// This is `$STATED_SOCKET` if it is set. Otherwise it is the user's socket,
    /// `$XDG_RUNTIME_DIR/stated/io.stated` or `/run/user/UID/stated/io.stated`. If only the
    /// system-wide socket exists, it is ``system``.
    public static func standard() -> String {
        path(
            environment: { name in getenv(name).map { String(cString: $0) } },
            uid: getuid(),
            // With EACCES, the socket may exist; connecting will report the error.
            exists: { access($0, F_OK) == 0 || errno == EACCES }
        )
    }

    package static func path(
        environment: (String) -> String?,
        uid: UInt32,
        exists: (String) -> Bool
    ) -> String {
        if let named = environment("STATED_SOCKET"), !named.isEmpty { return named }
        // The XDG Base Directory Specification requires that a relative path be ignored.
        let runtime = environment("XDG_RUNTIME_DIR").flatMap { $0.hasPrefix("/") ? $0 : nil }
        let user = "\(runtime ?? "/run/user/\(uid)")/stated/io.stated"
        return !exists(user) && exists(system) ? system : user
    }
}
