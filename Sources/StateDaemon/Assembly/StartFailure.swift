// SPDX-License-Identifier: Apache-2.0
internal import Glibc
import SystemSupport

enum StartFailure: Error, CustomStringConvertible {
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
