// SPDX-License-Identifier: Apache-2.0
import Glibc
import SystemSupport
package import Varlink

/// The reason why a call, or the connection under it, failed.
package enum ClientError: Error, Equatable, Sendable {
    /// No connection to a server at the path was possible; see ``connectFailure``.
    case cannotConnect(path: String, errno: Int32)
    /// The connection was closed, by either side, before all replies arrived.
    case closed
    /// The connection failed with the given errno; otherwise the same as ``closed``.
    case failed(errno: Int32)
    /// The connection ended before the call was sent, so a new connection may be used.
    case notSent
    /// The server violated the Varlink protocol.
    case violation(ProtocolViolation)
    /// The server replied with an error: its qualified name, and its parameters as one JSON object.
    case reply(error: String, parameters: [UInt8])
    /// No reply arrived before the timeout; the connection is closed.
    case timedOut
    /// The task was cancelled; the connection is closed.
    case cancelled
}

extension ClientError {
    /// The reason why a connection could not be made.
    package enum ConnectFailure: Equatable, Sendable {
        /// The socket file does not exist.
        case noSuchFile
        /// The socket file exists, but no process listens on it.
        case refused
        /// This user is not permitted to connect.
        case denied
        /// The path is too long for a socket address; see unix(7).
        case pathTooLong
        /// The server did not accept the connection in time.
        case busy
        /// Any other reason.
        case other
    }

    /// The reason why a connection could not be made; `nil` for any other error.
    package var connectFailure: ConnectFailure? {
        guard case .cannotConnect(_, let errno) = self else { return nil }
        return switch errno {
        case ENOENT, ENOTDIR: .noSuchFile
        case ECONNREFUSED: .refused
        case EACCES, EPERM: .denied
        case ENAMETOOLONG: .pathTooLong
        case EAGAIN: .busy
        default: .other
        }
    }
}

extension ClientError: CustomStringConvertible {
    /// A one-line description for the user.
    package var description: String {
        switch self {
        case .cannotConnect(let path, let errno): "cannot connect to \(path): \(errorText(errno))"
        case .closed, .notSent: "the connection was closed"
        case .failed(let errno): "the connection failed: \(errorText(errno))"
        case .violation(let violation): "the server does not speak Varlink: \(violation)"
        case .reply(let error, let parameters):
            "\(error) \(String(decoding: parameters, as: UTF8.self))"
        case .timedOut: "no reply arrived in time"
        case .cancelled: "cancelled"
        }
    }
}
