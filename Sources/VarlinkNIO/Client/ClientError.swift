import Glibc
package import Varlink

/// Why a call, or the connection under it, failed.
package enum ClientError: Error, Equatable, Sendable {
    /// Nobody could be reached at that path; see ``connectFailure``.
    case cannotConnect(path: String, errno: Int32)
    /// The connection ended; whether a call that was under way was carried out is not known.
    case closed
    /// The connection failed with that errno; else as ``closed``.
    case failed(errno: Int32)
    /// The server sent what is not Varlink.
    case violation(ProtocolViolation)
    /// The server answered with an error: its qualified name and its parameters, one JSON object.
    case reply(error: String, parameters: [UInt8])
    /// No answer came in the time granted; the connection is ended.
    case timedOut
    /// The task was cancelled; the connection is ended.
    case cancelled
}

extension ClientError {
    /// What stood in the way of a connection.
    package enum ConnectFailure: Equatable, Sendable {
        /// There is no such file.
        case noSuchFile
        /// The file is there, but nobody listens.
        case refused
        /// This user may not connect.
        case denied
        /// The server does not accept connections in time.
        case busy
        /// Something else.
        case other
    }

    /// What stood in the way of a connection; nil: this is no ``cannotConnect(path:errno:)``.
    package var connectFailure: ConnectFailure? {
        guard case .cannotConnect(_, let errno) = self else { return nil }
        return switch errno {
        case ENOENT, ENOTDIR: .noSuchFile
        case ECONNREFUSED: .refused
        case EACCES, EPERM: .denied
        case EAGAIN: .busy
        default: .other
        }
    }
}

extension ClientError: CustomStringConvertible {
    /// One line for people.
    package var description: String {
        switch self {
        case .cannotConnect(let path, let errno): "cannot connect to \(path): \(errorText(errno))"
        case .closed: "the connection was closed"
        case .failed(let errno): "the connection failed: \(errorText(errno))"
        case .violation(let violation): "the server does not speak Varlink: \(violation)"
        case .reply(let error, let parameters):
            "\(error) \(String(decoding: parameters, as: UTF8.self))"
        case .timedOut: "no answer came in time"
        case .cancelled: "cancelled"
        }
    }
}
