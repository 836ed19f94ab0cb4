// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The possible paths of the daemon's socket.
public enum SocketPath {
    /// The socket of the system-wide daemon.
    public static let system = "/run/stated/io.stated"

    /// Returns the default socket of programs.
    ///
    /// The default is the first of these: `$STATED_SOCKET`; the user's socket,
    /// `$XDG_RUNTIME_DIR/stated/io.stated` or `/run/user/UID/stated/io.stated`; the system-wide
    /// socket, `/run/stated/io.stated`, if it is the only one that exists.
    public static func standard() -> String {
        path(
            environment: { name in getenv(name).map { String(cString: $0) } },
            uid: getuid(),
            // With EACCES the socket may exist; the attempt to connect then reports the error.
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
        // The XDG base directory specification says that a relative path must be ignored.
        let runtime = environment("XDG_RUNTIME_DIR").flatMap { $0.hasPrefix("/") ? $0 : nil }
        let user = "\(runtime ?? "/run/user/\(uid)")/stated/io.stated"
        return !exists(user) && exists(system) ? system : user
    }
}
