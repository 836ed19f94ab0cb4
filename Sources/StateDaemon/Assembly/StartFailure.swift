// SPDX-License-Identifier: Apache-2.0
internal import Glibc
import SystemSupport

/// A reason why the daemon cannot start, with advice for the user.
enum StartFailure: Error, CustomStringConvertible {
    /// There is no directory for the socket, and it cannot be created.
    case noSocketDirectory(SystemError)

    /// The reason, with advice for the user.
    var description: String {
        switch self {
        case .noSocketDirectory(let error):
            let isUnset = getenv("XDG_RUNTIME_DIR") == nil
            return "\(error)" + (isUnset ? "; set XDG_RUNTIME_DIR, or name it with --socket" : "")
        }
    }
}
