// SPDX-License-Identifier: Apache-2.0
import SystemSupport
package import Varlink

package enum ClientError: Error, Equatable, Sendable {
    /// The connection failed with the given errno; EAGAIN if the server did not accept it in time.
    case cannotConnect(path: String, errno: Int32)
    /// One of the two sides closed the connection before all replies arrived.
    case closed
    /// The connection failed with the given errno before all replies arrived.
    case failed(errno: Int32)
    /// The connection ended before the call was sent, so the call can be repeated on a new
    /// connection.
    case notSent
    case violation(ProtocolViolation)
    /// The server replied with an error: its qualified name, and its parameters as a JSON object.
    case reply(error: String, parameters: [UInt8])
    /// No reply arrived within the timeout, and the connection was closed.
    case timedOut
    /// The task was cancelled; a connection on which it waited for a reply was closed.
    case cancelled
}

extension ClientError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .cannotConnect(let path, let errno): "cannot connect to \(path): \(errorText(errno))"
        case .closed, .notSent: "the connection was closed"
        case .failed(let errno): "the connection failed: \(errorText(errno))"
        case .violation(let violation): "the server does not speak Varlink: \(violation)"
        case .reply(let error, let parameters):
            "\(error) \(String(decoding: parameters, as: UTF8.self))"
        case .timedOut: "the server did not reply in time"
        case .cancelled: "cancelled"
        }
    }
}
