// SPDX-License-Identifier: Apache-2.0

/// A violation of the protocol, after which the connection must be closed.
package enum ProtocolViolation: Error, Equatable, Sendable {
    /// A message is longer than the limit, in bytes.
    case tooLong(limit: Int)
    /// A message is empty.
    case empty
    /// A message violates the protocol: it is not JSON, or its members have wrong types.
    case malformed(JSONError)
    /// A reply arrived although no call is waiting.
    case unexpectedReply
    /// A reply announced another one, although the call did not ask for more.
    case unexpectedContinues
}

extension ProtocolViolation: CustomStringConvertible {
    /// A one-line description for the log.
    package var description: String {
        switch self {
        case .tooLong(let limit): "a message is longer than \(limit) bytes"
        case .empty: "a message is empty"
        case .malformed(let error): "a message is malformed: \(error)"
        case .unexpectedReply: "an unexpected reply arrived"
        case .unexpectedContinues: "a reply to a call without “more” announced a further reply"
        }
    }
}
