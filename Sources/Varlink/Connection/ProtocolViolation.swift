// SPDX-License-Identifier: Apache-2.0

/// A violation of the Varlink protocol, after which the connection must be closed.
package enum ProtocolViolation: Error, Equatable, Sendable {
    case tooLong(limit: Int)
    case empty
    /// A message is not JSON, or its members have wrong types.
    case malformed(JSONError)
    /// A reply has arrived although no call waits for one.
    case unexpectedReply
    /// A reply says that others follow, although the call did not have `more`.
    case unexpectedContinues
}

extension ProtocolViolation: CustomStringConvertible {
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
