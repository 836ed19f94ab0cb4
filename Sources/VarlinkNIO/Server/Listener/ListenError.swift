// SPDX-License-Identifier: Apache-2.0
import SystemSupport

/// The reason why a server cannot listen.
package enum ListenError: Error, Equatable, Sendable {
    /// Another process already listens on the socket at the path.
    case inUse(path: String)
    /// There is a file at the path that is not a socket.
    case notSocket(path: String)
    /// The path with the temporary name is longer than a socket address allows, 107 bytes.
    case pathTooLong(path: String)
    /// The inherited descriptor is not a listening Unix stream socket.
    case notListening(descriptor: Int32)
    /// A system call failed.
    case system(call: String, path: String, errno: Int32)
}

extension ListenError: CustomStringConvertible {
    /// The description for the user, on one line.
    package var description: String {
        switch self {
        case .inUse(let path): "another process listens on \(path)"
        case .notSocket(let path): "\(path) exists and is not a socket"
        case .pathTooLong(let path): "the path is too long for a socket: \(path)"
        case .notListening(let descriptor):
            "file descriptor \(descriptor) is not a listening Unix stream socket"
        case .system(let call, let path, let errno): "\(call) \(path): \(errorText(errno))"
        }
    }
}
