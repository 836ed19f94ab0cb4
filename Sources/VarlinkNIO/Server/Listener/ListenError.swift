// SPDX-License-Identifier: Apache-2.0
import SystemSupport

package enum ListenError: Error, Equatable, Sendable {
    case inUse(path: String)
    case notSocket(path: String)
    /// The path, or the temporary name beside it, is longer than a socket address allows (107
    /// bytes).
    case pathTooLong(path: String)
    case notListening(descriptor: Int32)
    case system(call: String, path: String, errno: Int32)
}

extension ListenError: CustomStringConvertible {
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
