// SPDX-License-Identifier: Apache-2.0
internal import Glibc
import SystemSupport

/// The directory of the socket cannot be created.
struct StartFailure: Error, CustomStringConvertible {
    let error: SystemError

    var description: String {
        let isUnset = getenv("XDG_RUNTIME_DIR") == nil
        return "\(error)"
            + (isUnset ? "; set XDG_RUNTIME_DIR, or give the socket's path with --socket" : "")
    }
}
