// SPDX-License-Identifier: Apache-2.0
internal import Glibc
import SystemSupport

/// The reason why the daemon cannot start, with advice for the user.
enum StartFailure: Error, CustomStringConvertible {
    /// The directory for the socket is missing and cannot be created.
    case noSocketDirectory(SystemError)

    var description: String {
        switch self {
        case .noSocketDirectory(let error):
            let isUnset = getenv("XDG_RUNTIME_DIR") == nil
            return "\(error)"
                + (isUnset ? "; set XDG_RUNTIME_DIR, or give the socket's path with --socket" : "")
        }
    }
}
