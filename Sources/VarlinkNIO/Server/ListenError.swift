/// Why a server cannot listen.
package enum ListenError: Error, Equatable, Sendable {
    /// Another process answers on the socket of that path.
    case inUse(path: String)
    /// Something other than a socket has that path; it is left alone.
    case notSocket(path: String)
    /// The path does not fit a socket's address, 107 bytes with the name used on the way.
    case pathTooLong(path: String)
    /// The inherited descriptor is no Unix stream socket that listens.
    case notListening(descriptor: Int32)
    /// A system call failed.
    case system(call: String, path: String, errno: Int32)
}

extension ListenError: CustomStringConvertible {
    /// One line for people.
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
